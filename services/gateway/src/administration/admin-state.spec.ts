import type { InstallationDto } from '@inner-weather/contracts/administration/installation.dto';
import type {
  DependencyDto,
  ServiceStateDto,
} from '@inner-weather/contracts/administration/service-state.dto';
import type { ServiceName } from '@inner-weather/contracts/messaging/topology';
import { adminStateOf, type Findings } from './admin-state.js';

const NOW = new Date('2026-11-26T12:00:00.000Z');
const DAY_MS = 24 * 60 * 60_000;
const at = (daysAgo: number) => new Date(NOW.getTime() - daysAgo * DAY_MS).toISOString();

const state = (
  service: ServiceName,
  dependencies: DependencyDto[] = [],
  version = '1.0.0',
): ServiceStateDto => ({
  service,
  version,
  startedAt: at(1),
  replicas: 1,
  dependencies,
  queues: [{ name: `${service}.on-entry`, waiting: 0, retrying: 0, dead: 0 }],
});
const installation = (changes: Partial<InstallationDto> = {}): InstallationDto => ({
  accounts: 1,
  since: at(9),
  registration: 'open',
  widestRegistration: 'open',
  mail: false,
  administrators: 1,
  administratorsWithoutSecondFactor: 1,
  keysKeptElsewhereAt: null,
  lastBackup: null,
  ...changes,
});
const tell = (findings: Partial<Findings> = {}) =>
  adminStateOf(
    {
      services: [],
      installation: installation(),
      photos: null,
      isOverHttps: false,
      isConfirmed: true,
      ...findings,
    },
    NOW,
  );
const part = (name: string, services: Findings['services']) =>
  tell({ services }).parts.find((one) => one.name === name);
const thing = (name: string, findings: Partial<Findings>) =>
  tell(findings).things.find((one) => one.name === name)?.state;
const answers = (service: ServiceName, ...dependencies: DependencyDto[]) => ({
  service,
  state: state(service, dependencies),
});

describe('the state of the installation', () => {
  it('is known in part when a service does not answer, and names that service', () => {
    const told = tell({ services: [answers('gateway'), { service: 'weather', state: undefined }] });
    expect(told.services).toEqual([
      { service: 'gateway', version: '1.0.0', startedAt: at(1), replicas: 1 },
      { service: 'weather', version: null, startedAt: null, replicas: null },
    ]);
    expect(told.queues.map(({ name }) => name)).toEqual(['gateway.on-entry']);
    expect(told.parts).toHaveLength(7);
  });

  it('takes a part that fails for one service as failing, with the newest failure', () => {
    const old = { code: 'database_unreachable', at: at(3) } as const;
    const newest = { code: 'database_unreachable', at: at(2) } as const;
    expect(
      part('database', [
        answers('auth', { name: 'database', state: 'working', lastFailure: newest }),
        answers('journal', { name: 'database', state: 'failing', lastFailure: old }),
        answers('insights', { name: 'database', state: 'working' }),
      ]),
    ).toEqual({ name: 'database', state: 'failing', lastFailure: { ...newest, service: 'auth' } });
  });

  it('names the one that fails, where several are in use', () => {
    const lastFailure = { code: 'sign_in_shared_secret', at: at(1) } as const;
    expect(
      part('sign_in', [
        answers(
          'auth',
          { name: 'sign_in', state: 'working', provider: 'The House' },
          { name: 'sign_in', state: 'failing', provider: 'The Office', lastFailure },
        ),
      ]),
    ).toEqual({
      name: 'sign_in',
      state: 'failing',
      provider: 'The Office',
      lastFailure: { ...lastFailure, service: 'auth', provider: 'The Office' },
    });
  });

  it('does not know a part whose services do not answer', () => {
    expect(part('weather', [{ service: 'weather', state: undefined }])).toEqual({
      name: 'weather',
      state: 'unknown',
    });
  });

  it.each([
    ['https', { isOverHttps: true }, { isOverHttps: false }],
    [
      'version',
      { services: [answers('auth')] },
      { services: [answers('auth'), { service: 'journal' as const, state: state('journal', [], '0.9.0') }] },
    ],
    ['encryption', { installation: installation({ keysKeptElsewhereAt: at(100) }) }, {}],
    ['registration', { installation: installation({ registration: 'invite' }) }, {}],
    ['second_factor', { installation: installation({ administratorsWithoutSecondFactor: 0 }) }, {}],
    [
      'backup',
      { installation: installation({ lastBackup: { finishedAt: at(7), version: '1.0.0', hasKeys: true } }) },
      {
        installation: installation({ lastBackup: { finishedAt: at(7.01), version: '1.0.0', hasKeys: true } }),
      },
    ],
  ])('knows whether %s is done', (name, done, toDo) => {
    expect([thing(name, done), thing(name, toDo)]).toEqual(['done', 'to_do']);
  });

  it('does not call done what it cannot know', () => {
    const services = [{ service: 'auth' as const, state: undefined }];
    const { things } = tell({ services, installation: null, isOverHttps: true });
    expect(things.map((one) => one.state)).toEqual([
      'unknown',
      'unknown',
      'done',
      'unknown',
      'unknown',
      'unknown',
    ]);
  });
});
