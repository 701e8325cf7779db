import { readTestConfig } from '@inner-weather/testing/config';
import { eventually } from '@inner-weather/testing/eventually';
import { type TcpProxy, tcpProxy } from '@inner-weather/testing/tcp-proxy';
import { Api, type Person, type Problem } from '../support/requests/api.js';
import { type FakedStack, startFakedStack } from '../support/stacks/faked-stack.js';
import { Load } from '../support/load.js';
import { ownInfrastructure } from '../support/stacks/own-infrastructure.js';

const RPC_TIMEOUT_MS = 4_000;
/** How much a machine under load may add to a deadline. */
const SLACK_MS = 3_000;

// Contract: 9 every call has a deadline
describe('a broker', () => {
  let infrastructure: Awaited<ReturnType<typeof ownInfrastructure>>;
  let proxy: TcpProxy;
  let stack: FakedStack;
  let person: Person;

  beforeAll(async () => {
    infrastructure = await ownInfrastructure({ mongoUrl: readTestConfig().mongoUrl });
    proxy = await tcpProxy(infrastructure.amqpUrl);
    stack = await startFakedStack({
      amqpUrl: proxy.url,
      env: { RPC_TIMEOUT_MS: String(RPC_TIMEOUT_MS) },
    });
    person = await stack.api.signUp();
  }, 180_000);

  afterAll(async () => {
    await stack.stop();
    await proxy.close();
    await infrastructure.stop();
  }, 60_000);

  const entry = () => ({ email: person.user.email, content: 'While it was away', location: 'Porto' });

  /** The status of a save, and after how many milliseconds it came. */
  const save = async () => {
    const began = Date.now();
    const { status, body, headers } = await person.request<Problem>('POST', '/api/journal/new', {
      body: entry(),
    });
    return { status, code: body.code, msg: body.errors?.[0]?.msg, ms: Date.now() - began, headers };
  };

  /** The value of one of journal's own metrics. */
  const waitingInOutbox = async (): Promise<number> => {
    const metrics = await (await fetch(`${stack.services.journal.adminUrl}/metrics`)).text();
    return Number(/^outbox_documents\{[^}]*\} (\d+)$/m.exec(metrics)?.[1]);
  };

  const works = () =>
    eventually(async () => expect((await save()).status).toBe(201), { timeoutMs: 90_000, everyMs: 250 });

  it('that accepts everything and never answers costs a call its deadline and no more', async () => {
    await works();
    proxy.hang();
    try {
      const answers = await Promise.all(Array.from({ length: 10 }, save));
      for (const { status, code, msg, ms } of answers) {
        expect([503, 504]).toContain(status);
        expect(['unavailable', 'timeout']).toContain(code);
        expect(msg).toMatch(/\w+ \w+/);
        expect(ms).toBeLessThan(RPC_TIMEOUT_MS + SLACK_MS);
      }
    } finally {
      proxy.resume();
      proxy.cut();
    }
    await works();
  }, 240_000);

  it('that dies ends pending calls at once, loses nothing and blocks no user; acknowledged events are published when it is back', async () => {
    const api = new Api(stack.url);
    // Auth must also have recovered from the broker failures of earlier tests.
    const signUp = () => eventually(() => api.signUp(), { timeoutMs: 60_000 });
    const load = new Load(await Promise.all(Array.from({ length: 5 }, signUp)));
    await load.reached(50);
    // No service answers journal's calls in the meantime, so that they are pending when the broker dies.
    process.kill(stack.services.journal.pid!, 'SIGSTOP');
    const calls = Array.from({ length: 5 }, save);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const killedAt = Date.now();
    await infrastructure.broker!.kill();
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    expect(Date.now() - killedAt).toBeLessThan(RPC_TIMEOUT_MS);
    process.kill(stack.services.journal.pid!, 'SIGCONT');
    const during = await save();
    expect(during).toMatchObject({ status: 503, code: 'unavailable' });
    expect(during.ms).toBeLessThan(RPC_TIMEOUT_MS + SLACK_MS);
    await infrastructure.broker!.start();
    const resumed = load.ledger.size;
    await load.reached(resumed + 50);

    await load.judge('broker killed and started');
    expect([...load.refusals.keys()].filter((status) => status !== 503 && status !== 504)).toEqual([]);
    await load.stamped();
    for (const service of Object.values(stack.services)) expect(service.process.child.alive).toBe(true);
  }, 600_000);

  it('whose queues refuse more keeps the events in the outbox until there is room', async () => {
    const management = new URL(infrastructure.managementUrl!);
    const vhost = new URL(stack.infrastructure.amqpUrl).pathname.slice(1);
    const policy = `${management.origin}/api/policies/${vhost}/full`;
    const headers = {
      authorization: `Basic ${Buffer.from(`${management.username}:${management.password}`).toString('base64')}`,
      'content-type': 'application/json',
    };
    const definition = { 'max-length': 20, overflow: 'reject-publish' };
    const body = JSON.stringify({ pattern: '^weather\\.on-entry$', 'apply-to': 'queues', definition });
    process.kill(stack.services.weather.pid!, 'SIGSTOP');
    expect((await fetch(policy, { method: 'PUT', headers, body })).ok).toBe(true);
    // More than the stopped service has prefetched and the queue can hold.
    const ids: string[] = [];
    for (let n = 0; n < 60; n += 1) ids.push((await person.write({ content: `Number ${n}` }))._id);
    await eventually(async () => expect(await waitingInOutbox()).toBeGreaterThan(10), { timeoutMs: 60_000 });
    process.kill(stack.services.weather.pid!, 'SIGCONT');
    for (const id of ids) await person.stamped(id, 60_000);
    await eventually(async () => expect(await waitingInOutbox()).toBe(0), { timeoutMs: 60_000 });
    await fetch(policy, { method: 'DELETE', headers });
  }, 300_000);
});
