import { eventually } from '@inner-weather/testing/eventually';
import { SERVICE_NAMES } from '../../deploy/local/services.mjs';
import { Api } from '../support/requests/api.js';
import { type FakedStack, startFakedStack } from '../support/stacks/faked-stack.js';
import { Load } from '../support/load.js';
import { startSecondGateway } from '../support/stacks/second-gateway.js';
import { tcpBalancer } from '../support/network/tcp-balancer.js';

/** Longer than it takes to notice that a gateway is not ready, and longer than fetch keeps a connection that is idle (4 s). */
const DRAIN_MS = '8000';
/** Milliseconds between two writes of a user: some are always in progress, and their look-ups end soon after the load. */
const PAUSE_MS = 60;

/** What is restarted and killed by itself: each service where it has a process of its own, else all of them by one name. */
const WAYS = [
  { way: 'as seven processes', together: false, parts: SERVICE_NAMES },
  { way: 'as one process', together: true, parts: SERVICE_NAMES.slice(0, 1) },
];

describe.each(WAYS)('under load, $way', ({ together, parts }) => {
  let stack: FakedStack;
  let api: Api;

  beforeAll(async () => {
    stack = await startFakedStack({ together, serviceEnv: together ? {} : { gateway: { DRAIN_MS } } });
    // Look-ups are slow, so that some are always under way when a service stops.
    const slow = { delayMs: 250, body: { current: { condition: { text: 'Sunny' } } } };
    stack.weather.script(...Array.from({ length: 5_000 }, () => slow));
    api = stack.api;
  }, 180_000);

  afterAll(async () => {
    if (!together) {
      // There are no more requests for it to finish.
      stack.services.gateway.process.restarts = false;
      stack.services.gateway.kill('SIGKILL');
    }
    await stack.stop();
  }, 60_000);

  it('every service is restarted by SIGTERM and then killed, in turn, and nothing is lost', async () => {
    const load = new Load(await Promise.all(Array.from({ length: 5 }, () => api.signUp())), PAUSE_MS);
    await load.reached(50);
    // A gateway of its own has its turn in the next test.
    for (const name of parts.filter((one) => together || one !== 'gateway')) {
      await stack.services[name].restart();
      await load.reached(load.ledger.size + 25);
    }
    for (const name of parts) {
      stack.services[name].kill('SIGKILL');
      await eventually(() => stack.services[name].ready(), { timeoutMs: 60_000, everyMs: 250 });
      await load.reached(load.ledger.size + 25);
    }
    const outcome = await load.judge('every service restarted and killed in turn');
    // A retry with the same key saved each failed write.
    expect(outcome.acknowledged).toBe(outcome.attempted);
    await load.stamped();
  }, 600_000);

  // Where all services are one process, replacing its gateway also ends what answers a second one.
  if (!together)
    it('gateways are replaced one after the other, and clients that keep their connections get every answer', async () => {
      const second = await startSecondGateway(stack, { DRAIN_MS });
      const gateways = [
        { url: stack.url, replace: () => stack.services.gateway.restart() },
        { url: second.url, replace: () => second.stop().then(second.start) },
      ];
      const everyone = gateways.map(({ url }) => url);
      const balancer = await tcpBalancer(everyone);
      const balanced = new Api(new URL(balancer.url).origin);
      const people = await Promise.all(Array.from({ length: 12 }, () => balanced.signUp()));
      const load = new Load(people, PAUSE_MS);
      await load.reached(50);
      for (const { url, replace } of gateways) {
        let replaced = false;
        const done = replace().finally(() => (replaced = true));
        // As a Kubernetes Service does: new connections go elsewhere once the pod is not ready, open ones stay.
        await eventually(
          async () => expect(replaced || (await fetch(`${url}/health/ready`)).status !== 200).toBe(true),
          { timeoutMs: 20_000, everyMs: 50 },
        );
        balancer.lead(everyone.filter((other) => other !== url));
        await done;
        balancer.lead(everyone);
        await load.reached(load.ledger.size + 50);
      }
      await load.judge('gateways replaced one after the other');
      second.kill();
      await balancer.close();
      expect(load.refused).toBe('');
    }, 400_000);

  it('a save whose answer was lost is one entry', async () => {
    const person = await api.signUp();
    const { email, location } = person.user;
    const body = JSON.stringify({ email, content: 'Only once', location });
    const headers = {
      'x-auth-token': person.token,
      'content-type': 'application/json',
      'idempotency-key': 'lost-1',
    };
    // The browser disconnects while the save is under way: it never learns the result.
    const goneAfter = [0, 1, 2, 4, 8, 16];
    for (const ms of goneAfter) {
      const signal = AbortSignal.timeout(ms);
      await fetch(`${stack.url}/api/journal/new`, { method: 'POST', headers, body, signal }).catch(
        () => undefined,
      );
    }
    const secondResponse = await fetch(`${stack.url}/api/journal/new`, { method: 'POST', headers, body });
    const twice = await fetch(`${stack.url}/api/journal/new`, { method: 'POST', headers, body });
    const ids = await Promise.all(
      [secondResponse, twice].map(async (answer) => ((await answer.json()) as { _id: string })._id),
    );
    expect([secondResponse.status, twice.status]).toEqual([201, 201]);
    expect((await person.search()).body.map(({ _id }) => _id)).toEqual([ids[0]]);
    expect(ids[1]).toBe(ids[0]);
  });
});
