import { SERVICES } from '@inner-weather/contracts/messaging/topology';
import { eventually } from '@inner-weather/testing/eventually';
import { SERVICES as LISTED } from '../../deploy/local/services.mjs';
import { Api } from '../support/requests/api.js';
import { stackUrl } from '../support/stacks/config.js';
import { docker } from './docker.mjs';

const compose = (...args: string[]) => docker(['compose', ...args], { timeoutMs: 240_000 });
const inService = (service: string, ...command: string[]) => compose('exec', '-T', service, ...command);
const inNode = (service: string, script: string) => inService(service, 'node', '-e', script);

/** The files of the host that stack.mjs names, as the services see them. */
const GIVEN: Partial<Record<string, string>> = { weather: 'weather-api-key', insights: 'gemini-api-key' };

/** The part of `docker inspect` that these tests read. */
interface Container {
  RestartCount: number;
  State: { ExitCode: number; Health?: { Status: string } };
  Config: { User: string };
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

async function inspect(service: string): Promise<Container> {
  const id = await compose('ps', '--all', '--quiet', service);
  const [container] = JSON.parse(await docker(['inspect', id])) as Container[];
  return container!;
}

// ASVS 13.2.3, 15.2.3
describe('docker compose', () => {
  const api = new Api(stackUrl());

  it.each([...SERVICES, 'rabbitmq', 'mongo'])(
    'keeps %s from everything that it does not need',
    async (name) => {
      const { Config, HostConfig, State } = await inspect(name);
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
    },
  );

  it('has the licences of its packages in every image, and all of them in the page', async () => {
    const held = await Promise.all(
      SERVICES.map((name) => inService(name, 'ls', '/app/LICENSE', '/app/node_modules/mongoose/LICENSE.md')),
    );
    expect(held).toHaveLength(SERVICES.length);
    const page = await fetch(new URL('/licenses.txt', stackUrl()));
    expect(page.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await page.text()).toMatch(/^mongoose \d/m);
  });

  it('publishes the journal on loopback, and nothing else', async () => {
    const published = await Promise.all(
      [...SERVICES, 'rabbitmq', 'mongo'].map(async (name) => {
        const { HostConfig } = await inspect(name);
        return Object.entries(HostConfig.PortBindings ?? {}).map(([port, at]) => [name, port, at]);
      }),
    );
    const { port } = new URL(stackUrl());
    expect(published.flat()).toEqual([['gateway', '8080/tcp', [{ HostIp: '127.0.0.1', HostPort: port }]]]);
  });

  it.each(SERVICES)('gives %s its own code and the packages, and no way to change them', async (service) => {
    expect(await inService(service, 'ls', '/app/services')).toBe(service);
    const packages = (await inService(service, 'ls', '/app/node_modules')).split('\n');
    expect(packages).toContain('amqplib');
    const foreign = [
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
    expect(packages.filter((name) => foreign.includes(name))).toEqual([]);
    const ours = (await inService(service, 'ls', '/app/node_modules/@inner-weather')).split('\n');
    expect(ours).toEqual(['contracts', 'domain', 'languages', 'platform']);
    expect((await inService(service, 'ls', '/app')).split('\n').includes('web')).toBe(service === 'gateway');
    await expect(inService(service, 'touch', '/app/here')).rejects.toThrow(/Read-only file system/);
    expect(await inNode(service, 'console.log(process.getuid(), process.getgid())')).toBe('10001 10001');
    expect(
      await inNode(service, "console.log(require('fs').readlinkSync('/proc/1/exe').split('/').pop())"),
    ).toBe('node');
  });

  it.each(LISTED)('shows $name its own secrets alone', async ({ name: service, database, keys }) => {
    const files = [
      'amqp-url',
      ...keys,
      ...(database ? ['master.keys', 'mongo-url'] : []),
      ...(GIVEN[service] ? [GIVEN[service]] : []),
    ].sort();
    expect((await inService(service, 'ls', '/run/inner-weather')).split('\n')).toEqual(files);
    await expect(inService(service, 'touch', '/run/inner-weather/here')).rejects.toThrow(/Read-only/);
  });

  it('lets each service into the broker under a name of its own', async () => {
    const list = ['rabbitmqctl', '-q', 'list_connections', 'user', '--no-table-headers'];
    await eventually(async () => {
      const users = await inService('rabbitmq', ...list);
      expect([...new Set(users.split('\n'))].sort()).toEqual([...SERVICES].sort());
    });
  });

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
