import { SERVICES } from '@inner-weather/contracts/messaging/topology';
import { eventually } from '@inner-weather/testing/eventually';
import { SERVICES as LISTED } from '../../deploy/local/services.mjs';
import { fillSignUp, launch, Visit } from '../support/pages/browser.js';
import { Api, signUpForm } from '../support/requests/api.js';
import { stackUrl } from '../support/stacks/config.js';
import { docker } from './docker.mjs';

const compose = (...args: string[]) => docker(['compose', ...args], { timeoutMs: 240_000 });
const inService = (service: string, ...command: string[]) => compose('exec', '-T', service, ...command);
const inNode = (service: string, script: string) => inService(service, 'node', '-e', script);

/** The files of the host that stack.mjs names, as the services see them. */
const GIVEN: Partial<Record<string, string>> = { weather: 'weather-api-key', insights: 'gemini-api-key' };

/** What must not be in an image that runs. */
const FOREIGN = [
  'typescript',
  'browserslist',
  'jest',
  'vite',
  'nx',
  'react',
  'protobufjs',
  'testcontainers',
  'smtp-server',
];

const LICENCES = ['/app/LICENSE', '/app/node_modules/mongoose/LICENSE.md'];

/** Printed by a container of a service; one command for all, since each takes half a second. */
const SEEN_INSIDE = `
const { existsSync, readdirSync, readlinkSync, writeFileSync } = require('fs');
const list = (folder) => readdirSync(folder).filter((name) => !name.startsWith('.')).sort();
const writing = (file) => {
  try {
    writeFileSync(file, '');
    return 'works';
  } catch ({ code }) {
    return code;
  }
};
console.log(JSON.stringify({
  app: list('/app'),
  services: list('/app/services'),
  packages: list('/app/node_modules'),
  ours: list('/app/node_modules/@inner-weather'),
  licences: ${JSON.stringify(LICENCES)}.filter(existsSync),
  secrets: list('/run/inner-weather'),
  writing: ['/app/here', '/run/inner-weather/here'].map(writing),
  ids: [process.getuid(), process.getgid()],
  first: readlinkSync('/proc/1/exe').split('/').pop(),
}));
`;

interface Inside {
  app: string[];
  services: string[];
  packages: string[];
  ours: string[];
  licences: string[];
  secrets: string[];
  /** The error of each attempt. */
  writing: string[];
  ids: number[];
  first: string;
}

/** The part of `docker inspect` that these tests read. */
interface Container {
  RestartCount: number;
  State: { ExitCode: number; Health?: { Status: string } };
  Config: { User: string; Labels: Record<string, string> };
  HostConfig: {
    ReadonlyRootfs: boolean;
    CapDrop: string[] | null;
    CapAdd: string[] | null;
    Privileged: boolean;
    SecurityOpt: string[] | null;
    Memory: number;
    RestartPolicy: { Name: string };
    PortBindings: Record<string, { HostIp: string; HostPort: string }[]> | null;
  };
}

/** The containers of a service, or of all. */
async function inspectAll(...services: string[]): Promise<Container[]> {
  const ids = await compose('ps', '--all', '--quiet', ...services);
  return JSON.parse(await docker(['inspect', ...ids.split('\n')])) as Container[];
}

const inspect = async (service: string): Promise<Container> => (await inspectAll(service))[0]!;

// ASVS 13.2.3, 15.2.3
describe('docker compose', () => {
  const api = new Api(stackUrl());
  let containers: Map<string, Container>;
  let inside: Map<string, Inside>;

  beforeAll(async () => {
    const all = await inspectAll();
    containers = new Map(all.map((one) => [one.Config.Labels['com.docker.compose.service']!, one]));
    const seen = SERVICES.map(
      async (name) => [name, JSON.parse(await inNode(name, SEEN_INSIDE)) as Inside] as const,
    );
    inside = new Map(await Promise.all(seen));
  }, 120_000);

  it.each([...SERVICES, 'rabbitmq', 'mongo'])('keeps %s from everything that it does not need', (name) => {
    const { Config, HostConfig, State } = containers.get(name)!;
    expect(State.Health?.Status).toBe('healthy');
    expect(HostConfig).toMatchObject({
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      CapAdd: null,
      Privileged: false,
      SecurityOpt: ['no-new-privileges:true'],
      RestartPolicy: { Name: 'unless-stopped' },
    });
    expect(HostConfig.Memory).toBeGreaterThan(0);
    if ((SERVICES as readonly string[]).includes(name)) expect(Config.User).toBe('10001:10001');
  });

  it('has the licences of its packages in every image, and all of them in the page', async () => {
    for (const name of SERVICES) expect([name, inside.get(name)!.licences]).toEqual([name, LICENCES]);
    const page = await fetch(new URL('/licenses.txt', stackUrl()));
    expect(page.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await page.text()).toMatch(/^mongoose \d/m);
  });

  it('publishes the journal on loopback, and nothing else', () => {
    const published = [...SERVICES, 'rabbitmq', 'mongo'].flatMap((name) =>
      Object.entries(containers.get(name)!.HostConfig.PortBindings ?? {}).map(([port, at]) => [
        name,
        port,
        at,
      ]),
    );
    const { port } = new URL(stackUrl());
    expect(published).toEqual([['gateway', '8080/tcp', [{ HostIp: '127.0.0.1', HostPort: port }]]]);
  });

  it.each(SERVICES)('gives %s its own code and the packages, and no way to change them', (service) => {
    const { app, services, packages, ours, writing, ids, first } = inside.get(service)!;
    expect(services).toEqual([service]);
    expect(packages).toContain('amqplib');
    expect(packages.filter((name) => FOREIGN.includes(name))).toEqual([]);
    expect(ours).toEqual(['contracts', 'domain', 'languages', 'platform']);
    expect(app.includes('web')).toBe(service === 'gateway');
    expect(writing[0]).toBe('EROFS');
    expect(ids).toEqual([10001, 10001]);
    expect(first).toBe('node');
  });

  it.each(LISTED)('shows $name its own secrets alone', ({ name: service, database, keys }) => {
    const files = [
      'amqp-url',
      ...keys,
      ...(database ? ['master.keys', 'mongo-url'] : []),
      ...(GIVEN[service] ? [GIVEN[service]] : []),
    ].sort();
    const { secrets, writing } = inside.get(service)!;
    expect(secrets).toEqual(files);
    expect(writing[1]).toBe('EROFS');
  });

  it('lets each service into the broker under a name of its own', async () => {
    const list = ['rabbitmqctl', '-q', 'list_connections', 'user', '--no-table-headers'];
    await eventually(async () => {
      const users = await inService('rabbitmq', ...list);
      expect([...new Set(users.split('\n'))].sort()).toEqual([...SERVICES].sort());
    });
  });

  it('serves a page that works: a person signs up and writes an entry, whose weather and insight come', async () => {
    const browser = await launch();
    try {
      const visit = await Visit.start(browser, { worker: true });
      const { page } = visit;
      const form = signUpForm();
      await page.goto('/signup');
      await fillSignUp(page, form);
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await page.waitForURL('**/journal');
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.getByPlaceholder('Tell me about your day...!').fill('Seven boxes, one page.');
      await page.getByRole('button', { name: 'Save Entry', exact: true }).click();
      const card = page.getByRole('article').filter({ hasText: 'Seven boxes, one page.' });
      await card.locator('[data-weather=ready]').waitFor();
      expect(await card.innerText()).toContain('Sunny');
      await page.getByRole('navigation').getByRole('link', { name: 'Insights' }).click();
      await page.getByText('Last Week', { exact: true }).click();
      await page.waitForLoadState('networkidle');
      await page.getByRole('button', { name: 'Get Insights', exact: true }).click();
      await page.getByRole('button', { name: 'Agree and get insights', exact: true }).click();
      await page.getByRole('heading', { name: `Your week, ${form.firstName}` }).waitFor();
      expect([visit.errors, visit.foreign]).toEqual([[], []]);
    } finally {
      await browser.close();
    }
  }, 120_000);

  it('shows dead letters by the command that docs/running.md names', async () => {
    await eventually(async () =>
      expect(await compose('run', '--rm', 'dlq', 'list')).toMatch(
        /weather\.on-entry +waiting 0 +retrying 0 +dead 0/,
      ),
    );
  });

  it('restarts a service that ended', async () => {
    const before = (await inspect('weather')).RestartCount;
    // This command may be killed together with its container.
    await inNode('weather', 'process.kill(1)').catch(() => undefined);
    await eventually(
      async () => {
        const { RestartCount, State } = await inspect('weather');
        expect(RestartCount).toBe(before + 1);
        expect(State.Health?.Status).toBe('healthy');
      },
      { timeoutMs: 120_000 },
    );
  }, 200_000);

  it('ends in order, and keeps people, entries, keys and passwords through down and up', async () => {
    const ada = await api.signUp();
    const entry = await ada.write({ content: 'This must stay.' });
    await ada.stamped(entry._id);
    const secret = (service: string) => inService(service, 'cat', '/run/inner-weather/amqp-url');
    const passwords = await Promise.all(SERVICES.map(secret));
    expect(new Set(passwords).size).toBe(SERVICES.length);
    await compose('stop', 'weather');
    expect((await inspect('weather')).State.ExitCode).toBe(0);
    await compose('down');
    await compose('up', '--wait', '--no-build');
    expect(await Promise.all(SERVICES.map(secret))).toEqual(passwords);
    const { body } = await ada.search();
    expect(body.map(({ content, weatherData }) => [content, weatherData])).toEqual([
      ['This must stay.', 'Sunny'],
    ]);
    await api.logIn(ada);
  }, 300_000);
});
