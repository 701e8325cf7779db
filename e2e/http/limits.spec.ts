import { Api, type Answer, claimsOf, signUpForm } from '../support/requests/api.js';
import { timeLeft } from '@inner-weather/testing/eventually';
import { expectProblem } from '../support/requests/problem.js';
import { startSecondGateway } from '../support/stacks/second-gateway.js';
import { startTestStack } from '../support/stacks/stack.mjs';
import { testTwoGateways } from './replicas.js';

const LIMITS = { SIGNUPS: 2, WRITES: 6, INSIGHTS: 2 };
const HOUR_S = 60 * 60;

let addresses = 0;
/** An address that was not used before: the stack trusts the proxy that names it. */
const newAddress = (): string => `203.0.113.${++addresses}`;

// ASVS 2.3.2, 2.4.1, 4.1.3, 6.1.1, 6.3.1, 15.3.4
/** Two gateways. The requests of every test go to them in turn, and are counted together. */
describe('the limits', () => {
  let stack: Awaited<ReturnType<typeof startTestStack>>;
  let second: Awaited<ReturnType<typeof startSecondGateway>>;
  let doors: Api[];
  let requests = 0;

  const nextGateway = (): Api => {
    const next = doors[requests++ % doors.length];
    if (!next) throw new Error('no gateway was started');
    return next;
  };
  const api = {
    request: <T>(...request: Parameters<Api['request']>): Promise<Answer<T>> =>
      nextGateway().request<T>(...request),
  };

  beforeAll(async () => {
    stack = await startTestStack({
      together: true,
      env: {
        RATE_LIMITS: 'on',
        TRUST_PROXY: 'true',
        SIGNUPS_PER_HOUR: String(LIMITS.SIGNUPS),
        WRITES_PER_MINUTE: String(LIMITS.WRITES),
        INSIGHTS_PER_HOUR: String(LIMITS.INSIGHTS),
      },
    });
    second = await startSecondGateway(stack, { TRUST_PROXY: 'true' });
    doors = [new Api(stack.url), new Api(second.url)];
  }, 120_000);

  afterAll(async () => {
    await second.stop();
    await stack.stop();
  });

  // Most count by the hour, and no test needs more time than that.
  beforeEach(() => timeLeft('hour', 20_000), 30_000);

  const from = (address: string, path: string, body: object, headers = {}) =>
    api.request<{ token: string }>('POST', path, {
      body,
      headers: { 'x-forwarded-for': address, ...headers },
    });
  const signUp = (address: string, form = signUpForm()) => from(address, '/api/user/new', form);

  /** Expects a 429 that says when to come back: within this many seconds. */
  function expectLimited(answer: Answer, withinS: number): void {
    const problem = expectProblem(answer, 429, 'rate_limited');
    expect(problem.detail).toMatch(/Please try again in (a minute|\d+ (minutes|seconds?))\./);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(withinS);
    expect(answer.headers.get('ratelimit')).toMatch(/^"[a-z-]+";r=0;t=\d+$/);
    expect(answer.headers.get('ratelimit-policy')).toMatch(/^"[a-z-]+";q=\d+;w=(60|900|3600)$/);
  }

  it('stop sign-ups from one address, and from no other', async () => {
    const address = newAddress();
    for (let n = 0; n < LIMITS.SIGNUPS; n++) expect((await signUp(address)).status).toBe(201);
    const refused = await signUp(address);
    expectLimited(refused, HOUR_S);
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect((await signUp(newAddress())).status).toBe(201);
  });

  it('do not count invalid sign-ups', async () => {
    const address = newAddress();
    for (let n = 0; n < LIMITS.SIGNUPS; n++) {
      expectProblem(await signUp(address, signUpForm({ email: 'x' })), 400, 'validation_failed');
    }
    expect((await signUp(address)).status).toBe(201);
  });

  it('stop one user’s changes to entries, counted together, but neither reads nor other users', async () => {
    const { token } = (await signUp(newAddress())).body;
    const { email } = claimsOf(token).user;
    await timeLeft('minute', 10_000);
    const entry = { email, content: 'x', location: 'Porto', weatherData: 'Sunny' };
    const write = (method: string, path: string, body: object | undefined, who = token) =>
      api.request<{ _id: string }>(method, path, { body, token: who });
    const first = await write('POST', '/api/journal/new', entry);
    expect(first.headers.get('ratelimit')).toMatch(new RegExp(`^"writes";r=${LIMITS.WRITES - 1};t=\\d+$`));
    expect(first.headers.get('ratelimit-policy')).toBe(`"writes";q=${LIMITS.WRITES};w=60`);
    const { _id } = first.body;
    const statuses = [
      first.status,
      (await write('PUT', `/api/journal/update/${_id}`, { ...entry, inputMood: 'Sad' })).status,
      (await write('DELETE', `/api/journal/delete/${_id}`, undefined)).status,
      (await write('DELETE', `/api/journal/delete/${_id}`, undefined)).status,
      (await write('POST', '/api/journal/new', entry)).status,
      (await write('POST', '/api/journal/new', entry)).status,
    ];
    expect(statuses).toEqual([201, 200, 204, 404, 201, 201]);
    expect(statuses).toHaveLength(LIMITS.WRITES);
    for (const [method, path] of [
      ['POST', '/api/journal/new'],
      ['PUT', `/api/journal/update/${_id}`],
      ['DELETE', `/api/journal/delete/${_id}`],
    ] as const) {
      const body = method === 'DELETE' ? undefined : { ...entry, inputMood: 'Sad' };
      expectLimited(await write(method, path, body), 60);
    }
    expect((await api.request('GET', '/api/user/me', { token })).status).toBe(200);
    expect((await api.request('GET', '/api/insights', { token })).status).toBe(200);
    const other = (await signUp(newAddress())).body.token;
    const own = { ...entry, email: claimsOf(other).user.email };
    expect((await write('POST', '/api/journal/new', own, other)).status).toBe(201);
  });

  it('stop insights of one person', async () => {
    const { token } = (await signUp(newAddress())).body;
    const ask = () => api.request('POST', '/api/insights', { body: { again: true }, token });
    for (let n = 0; n < LIMITS.INSIGHTS; n++) expect((await ask()).status).toBe(202);
    expectLimited(await ask(), HOUR_S);
  });

  it.each([
    ['https', true, 'unknown'],
    ['http', false, 'x'.repeat(500)],
    ['https', true, '::1'],
    ['http', false, '203.0.113.250, 10.0.0.1'],
  ])('take a protocol and any address from the proxy, however odd: %s', async (protocol, secure, address) => {
    const headers = { 'x-forwarded-proto': protocol };
    const answer = await from(address, '/api/user/new', signUpForm(), headers);
    expect(answer.status).toBe(201);
    expect(answer.headers.getSetCookie()[0]?.includes('; Secure')).toBe(secure);
    expect(answer.headers.get('strict-transport-security')).toBe(secure ? 'max-age=63072000' : null);
  });

  testTwoGateways(() => ({ stack, second }));
});
