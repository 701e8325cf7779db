import { readTestConfig } from '@inner-weather/testing/config';
import { eventually } from '@inner-weather/testing/eventually';
import type { FakeServer } from '@inner-weather/testing/fakes/server';
import { startFakeWeatherApi } from '@inner-weather/testing/fakes/weather';
import { Api, type Person, type Problem } from '../support/requests/api.js';
import { type BrokerCluster, type BrokerNode, startBrokerCluster } from '../support/stacks/broker-cluster.js';
import { Load } from '../support/load.js';
import { startTestStack } from '../support/stacks/stack.mjs';
import { tcpBalancer, type TcpBalancer } from '../support/network/tcp-balancer.js';

const RPC_TIMEOUT_MS = 6_000;
/** How long an immediate refusal of a call may take on a machine under load: far less than its deadline. */
const AT_ONCE_MS = 2_000;

describe('three brokers of one cluster', () => {
  let cluster: BrokerCluster;
  let balancer: TcpBalancer;
  let weather: FakeServer;
  let stack: Awaited<ReturnType<typeof startTestStack>>;
  const shared = readTestConfig();

  beforeAll(async () => {
    [cluster, weather] = await Promise.all([startBrokerCluster(3), startFakeWeatherApi()]);
    balancer = await tcpBalancer(cluster.nodes.map(({ amqpUrl }) => amqpUrl));
    Object.assign(process.env, {
      TEST_AMQP_URL: cluster.nodes[0]?.amqpUrl,
      TEST_MANAGEMENT_URL: cluster.managementUrl,
      TEST_BROKER_FOLDER: cluster.home,
    });
    stack = await startTestStack({
      amqpUrl: balancer.url,
      env: { RPC_TIMEOUT_MS: String(RPC_TIMEOUT_MS) },
      serviceEnv: { weather: { WEATHER_API_KEY: 'test', WEATHER_API_URL: weather.url } },
    });
  }, 300_000);

  afterAll(async () => {
    try {
      await stack.stop();
    } finally {
      // Also when the stack did not start.
      await Promise.all([weather.close(), balancer.close()]);
      await cluster.stop();
      Object.assign(process.env, {
        TEST_AMQP_URL: shared.amqpUrl,
        TEST_MANAGEMENT_URL: shared.managementUrl,
      });
    }
  }, 60_000);

  const vhost = (): string => new URL(stack.infrastructure.amqpUrl).pathname.slice(1);
  const startLoad = async (): Promise<Load> => {
    const api = new Api(stack.url);
    return new Load(await Promise.all(Array.from({ length: 4 }, () => api.signUp())));
  };

  const save = async (person: Person, content: string) => {
    const began = Date.now();
    const { email } = person.user;
    const answer = await person.request<Problem>('POST', '/api/journal/new', {
      body: { email, content, location: 'Porto' },
    });
    return { ...answer, ms: Date.now() - began };
  };

  /** The node on which a queue of the stack lives. */
  const homeOf = async (queue: string): Promise<BrokerNode> => {
    const columns = ['name', 'pid'];
    const listed = await cluster.ctl(cluster.nodes[0]!.name, 'list_queues', '-p', vhost(), '-s', ...columns);
    const pid = listed.split('\n').find((line) => line.startsWith(`${queue}\t`));
    return cluster.nodes.find(({ name }) => pid?.includes(name))!;
  };

  it('the one with journal’s call queue is killed: saves and events go on without it and after its return', async () => {
    const home = await homeOf('rpc.journal');
    const load = await startLoad();
    await load.reached(20);
    const before = new Set((await load.entries()).map(({ _id }) => _id));
    await home.kill();
    try {
      // Everything that was connected to it must reconnect elsewhere, and journal must use its spare queue.
      await load.reached(load.ledger.size + 40);
      // Every consumer is back, though one queue is unavailable: new entries get their weather.
      await eventually(async () => expect(await stack.services.journal.isReady()).toBe(true), {
        timeoutMs: 60_000,
      });
      await eventually(
        async () => {
          const stored = await load.entries();
          const later = stored.filter(({ _id }) => !before.has(_id));
          expect(later.filter(({ weatherStatus }) => weatherStatus === 'ready').length).toBeGreaterThan(20);
        },
        { timeoutMs: 120_000, everyMs: 250 },
      ).catch(async (error: unknown) => {
        const columns = ['name', 'messages_ready', 'messages_unacknowledged', 'consumers', 'leader'];
        const { name } = cluster.nodes.find((node) => node !== home)!;
        process.stderr.write(await cluster.ctl(name, 'list_queues', '-p', vhost(), ...columns));
        throw error;
      });
    } finally {
      await home.start();
    }
    await load.reached(load.ledger.size + 40);
    await load.judge('the broker that holds the call queue killed');
    await load.stamped();
    expect(Object.values(stack.services).map(({ process }) => process.child.alive)).not.toContain(false);
  }, 600_000);

  it('short of memory accept nothing: calls are refused at once, nothing is lost, duplicated or executed late', async () => {
    const api = new Api(stack.url);
    const [person, ...people] = await Promise.all(Array.from({ length: 5 }, () => api.signUp()));
    // One broker in alarm is enough: then no broker of the cluster accepts publications.
    const { name } = cluster.nodes[0]!;
    await cluster.ctl(name, 'set_vm_memory_high_watermark', '0');
    let load: Load;
    let saves: Awaited<ReturnType<typeof save>>[];
    const sentAt = Date.now();
    try {
      // These calls are sent together: the broker reads the first, and the others only after the alarm.
      saves = await Promise.all(Array.from({ length: 30 }, (_, n) => save(person!, `abandoned ${n}`)));
      for (const { status, body, ms } of saves.filter(({ status }) => status !== 201)) {
        expect([status, body.code]).toEqual([503, 'unavailable']);
        expect(body.errors[0]?.msg).toMatch(/not reachable right now/);
        expect(ms).toBeLessThan(AT_ONCE_MS);
      }
      expect(saves.filter(({ status }) => status === 503).length).toBeGreaterThan(20);
      const later = await save(person!, 'never sent');
      expect([later.status, later.body.code]).toEqual([503, 'unavailable']);
      load = new Load(people);
      await eventually(() => expect(Date.now()).toBeGreaterThan(sentAt + 2 * RPC_TIMEOUT_MS), {
        timeoutMs: 30_000,
      });
    } finally {
      await cluster.ctl(name, 'set_vm_memory_high_watermark', '0.8');
    }
    await load.reached(40);
    await load.stop();
    // The calls arrived and were refused.
    const metrics = await (await fetch(`${stack.services.journal.adminUrl}/metrics`)).text();
    expect(Number(/^rpc_server_late_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
    const own = (await person!.search()).body;
    expect(own.map(({ content }) => content)).not.toContain('never sent');
    expect(own.filter(({ createdAt }) => Date.parse(createdAt) > sentAt + RPC_TIMEOUT_MS)).toEqual([]);
    expect(own.length).toBe(new Set(own.map(({ content }) => content)).size);
    await load.judge('an alarm of the brokers');
    await load.stamped();
  }, 400_000);
});
