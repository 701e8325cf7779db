import { resolve } from 'node:path';
import { type Service, SERVICES } from '../../deploy/local/services.mjs';
import { missingCopies } from './copies.mjs';

const ROOT = resolve(import.meta.dirname, '../..');

/** The files that a list of sentences begins with, each once. */
const filesOf = (sentences: string[]) =>
  [...new Set(sentences.map((one) => one.replace(/[:,].*/, '')))].sort();

describe('services.json', () => {
  it('is what every copy of it says', () => {
    expect(missingCopies(ROOT)).toEqual([]);
  });

  it('gives the key that signs tokens to auth alone, and the keys that verify them to the gateway', () => {
    const readers = (key: string) =>
      SERVICES.filter(({ keys }) => keys.includes(key)).map(({ name }) => name);
    expect(readers('jwt-private.pem')).toEqual(['auth']);
    expect(readers('jwt-public.pem')).toEqual(['gateway']);
    expect(SERVICES.flatMap(({ keys }) => keys)).toHaveLength(2);
  });

  it('says of one more service where it is missing', () => {
    const reminders = { name: 'reminders', database: true, keys: [], scalesWith: 'reminders.on-entry' };
    const missing = missingCopies(ROOT, [...SERVICES, reminders]);
    expect(missing.every((sentence) => sentence.includes('reminders'))).toBe(true);
    expect(filesOf(missing)).toEqual([
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
    expect(missing).toContain("libs/contracts/src/messaging/topology.ts: add 'reminders' to SERVICES");
  });

  it('says of one service fewer where it is left over', () => {
    const missing = missingCopies(
      ROOT,
      SERVICES.filter(({ name }) => name !== 'insights'),
    );
    expect(missing).toContain('services.json: add insights, or remove the folder services/insights');
    expect(filesOf(missing)).toHaveLength(12);
  });

  it('says where a service has another database or another queue than it lists', () => {
    const changed = SERVICES.map((service): Service => {
      if (service.name === 'journal') return { ...service, database: false };
      return service.name === 'weather' ? { ...service, scalesWith: undefined } : service;
    });
    expect(missingCopies(ROOT, changed)).toEqual([
      'deploy/compose/no-database-users.yml: remove journal, which services.json does not list there',
      'helm/inner-weather/values.schema.json, keda: remove weather, which services.json does not list there',
      'docker-compose.yml: let journal wait for mongo no longer',
    ]);
  });
});
