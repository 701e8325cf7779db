import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type QueueDefinition, QUEUES } from '@inner-weather/contracts/messaging/topology';
import { type Service, SERVICES } from '../../deploy/local/services.mjs';
import { missingCopies } from './copies.mjs';

const ROOT = resolve(import.meta.dirname, '../..');

/** Returns the distinct files at the beginning of these sentences. */
const filesOf = (sentences: string[]) =>
  [...new Set(sentences.map((sentence) => sentence.replace(/[:,].*/, '')))].sort();

describe('services.json', () => {
  it('matches every copy', () => {
    expect(missingCopies(ROOT)).toEqual([]);
    const text = (file: string) => readFileSync(resolve(ROOT, file), 'utf8');
    expect(text('helm/inner-weather/files/services.json')).toBe(text('services.json'));
  });

  it('says what waits in each queue of which the page for administrators has a line', () => {
    const words = readFileSync(resolve(ROOT, 'web/src/features/admin/components/words.ts'), 'utf8');
    const queues = Object.entries<QueueDefinition>(QUEUES).filter(([, { broadcast }]) => !broadcast);
    const wordless = queues.map(([name]) => name).filter((name) => !words.includes(`'${name}': msg`));
    expect(wordless).toEqual([]);
  });

  it('gives the keys that sign to auth and reminders alone, and the keys that verify tokens to the gateway', () => {
    const readers = (key: string) =>
      SERVICES.filter(({ keys }) => keys.includes(key)).map(({ name }) => name);
    expect(readers('jwt-private.pem')).toEqual(['auth']);
    expect(readers('jwt-public.pem')).toEqual(['gateway']);
    expect(readers('vapid-private.pem')).toEqual(['reminders']);
    expect(SERVICES.flatMap(({ keys }) => keys)).toHaveLength(3);
  });

  it('lists the files in which a new service is missing', () => {
    const postcards = { name: 'postcards', database: true, keys: [], scalesWith: 'postcards.on-entry' };
    const changes = missingCopies(ROOT, [...SERVICES, postcards]);
    expect(changes.every((sentence) => sentence.includes('postcards'))).toBe(true);
    expect(filesOf(changes)).toEqual([
      'deploy/compose/no-database-users.yml',
      'deploy/household/main.mjs',
      'deploy/observability/prometheus.yaml',
      'docker-bake.hcl',
      'docker-compose.yml',
      'docs/architecture.md',
      'helm/inner-weather/ci/production.yaml',
      'helm/inner-weather/files/services.json',
      'helm/inner-weather/values.schema.json',
      'helm/inner-weather/values.yaml',
      'libs/contracts/src/messaging/topology.ts',
      'services/postcards/package.json',
      'services/postcards/src/config.ts',
      'services/postcards/src/main.ts',
      'services/postcards/src/service.ts',
      'services/postcards/tsconfig.json',
    ]);
    expect(changes).toContain("libs/contracts/src/messaging/topology.ts: add 'postcards' to SERVICES");
  });

  it('lists the files in which a removed service is left', () => {
    const changes = missingCopies(
      ROOT,
      SERVICES.filter(({ name }) => name !== 'insights'),
    );
    expect(changes).toContain('services.json: add insights, or remove the folder services/insights');
    expect(filesOf(changes)).toHaveLength(12);
  });

  it('lists the files with another database or queue of a service', () => {
    const changedServices = SERVICES.map((service): Service => {
      if (service.name === 'journal') return { ...service, database: false };
      return service.name === 'weather' ? { ...service, scalesWith: undefined } : service;
    });
    expect(missingCopies(ROOT, changedServices)).toEqual([
      'deploy/compose/no-database-users.yml: remove journal, which services.json does not list there',
      'helm/inner-weather/values.schema.json, keda: remove weather, which services.json does not list there',
      'docker-compose.yml: let journal wait for mongo no longer',
    ]);
  });
});
