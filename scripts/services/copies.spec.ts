import { resolve } from 'node:path';
import { type Service, SERVICES } from '../../deploy/local/services.mjs';
import { missingCopies } from './copies.mjs';

const ROOT = resolve(import.meta.dirname, '../..');

/** Returns the distinct files at the beginning of these sentences. */
const filesOf = (sentences: string[]) =>
  [...new Set(sentences.map((sentence) => sentence.replace(/[:,].*/, '')))].sort();

describe('services.json', () => {
  it('matches every copy', () => {
    expect(missingCopies(ROOT)).toEqual([]);
  });

  it('gives the key that signs tokens to auth alone, and the keys that verify them to the gateway', () => {
    const readers = (key: string) =>
      SERVICES.filter(({ keys }) => keys.includes(key)).map(({ name }) => name);
    expect(readers('jwt-private.pem')).toEqual(['auth']);
    expect(readers('jwt-public.pem')).toEqual(['gateway']);
    expect(SERVICES.flatMap(({ keys }) => keys)).toHaveLength(2);
  });

  it('lists the files in which a new service is missing', () => {
    const reminders = { name: 'reminders', database: true, keys: [], scalesWith: 'reminders.on-entry' };
    const changes = missingCopies(ROOT, [...SERVICES, reminders]);
    expect(changes.every((sentence) => sentence.includes('reminders'))).toBe(true);
    expect(filesOf(changes)).toEqual([
      'deploy/compose/no-database-users.yml',
      'deploy/observability/alerts.yaml',
      'deploy/observability/grafana/dashboards/overview.json',
      'deploy/observability/prometheus.yaml',
      'docker-bake.hcl',
      'docker-compose.yml',
      'docs/architecture.md',
      'helm/inner-weather/ci/production.yaml',
      'helm/inner-weather/values.schema.json',
      'helm/inner-weather/values.yaml',
      'libs/contracts/src/messaging/topology.ts',
      'services/reminders/package.json',
      'services/reminders/src/config.ts',
      'services/reminders/src/keys.cli.ts',
      'services/reminders/src/main.ts',
      'services/reminders/tsconfig.json',
    ]);
    expect(changes).toContain("libs/contracts/src/messaging/topology.ts: add 'reminders' to SERVICES");
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
