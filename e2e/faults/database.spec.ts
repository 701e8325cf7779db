import { eventually } from '@inner-weather/testing/eventually';
import { Api, PASSWORD, type Problem } from '../support/api.js';
import { reportOutcome } from '../support/ledger.js';
import { Load } from '../support/load.js';
import { ownInfrastructure } from '../support/own-infrastructure.js';
import { startTestStack } from '../support/stack.mjs';

describe('a database', () => {
  let infrastructure: Awaited<ReturnType<typeof ownInfrastructure>>;
  let stack: Awaited<ReturnType<typeof startTestStack>>;

  beforeAll(async () => {
    infrastructure = await ownInfrastructure();
    stack = await startTestStack();
  }, 90_000);

  afterAll(async () => {
    await stack.stop();
    await infrastructure.stop();
  }, 60_000);

  it('that stops is reported in words, restarts no service, and is used again when it is back', async () => {
    const api = new Api(stack.url);
    const people = await Promise.all(Array.from({ length: 3 }, () => api.signUp()));
    const [person] = people;
    const load = new Load(people);
    await load.reached(30);
    const pids = Object.values(stack.services).map(({ pid }) => pid);
    await infrastructure.database!.stop();

    const began = Date.now();
    const body = { email: person!.user.email, content: 'Now?', location: 'Porto' };
    const answers = await Promise.all([
      person!.request<Problem>('POST', '/api/journal/new', { body }),
      person!.request<Problem>('GET', '/api/insights'),
      api.request<Problem>('POST', '/api/login', { body: { email: person!.user.email, password: PASSWORD } }),
    ]);
    for (const { status, body: problem } of answers) {
      expect([503, 504]).toContain(status);
      expect(problem.errors[0]?.msg).toMatch(/\w+ \w+ \w+/);
      expect(JSON.stringify(problem)).not.toMatch(/mongo|ECONN|127\.0\.0\.1/i);
    }
    expect(Date.now() - began).toBeLessThan(8_000);
    const ready = await fetch(`${stack.services.journal.adminUrl}/health/ready`);
    const live = await fetch(`${stack.services.journal.adminUrl}/health/live`);
    expect([ready.status, live.status]).toEqual([503, 200]);

    await infrastructure.database!.start();
    const resumed = load.ledger.size;
    await load.reached(resumed + 30);
    await load.stop();
    expect(Object.values(stack.services).map(({ pid }) => pid)).toEqual(pids);
    const entries = await load.entries();
    reportOutcome('database stopped and started', load.ledger.compare(entries.map(({ content }) => content)));
    await eventually(async () => {
      expect((await fetch(`${stack.services.journal.adminUrl}/health/ready`)).status).toBe(200);
    });
  }, 150_000);
});
