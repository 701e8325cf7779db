import { join } from 'node:path';
import { eventually, timeLeft } from '@inner-weather/testing/eventually';
import { rotateSigningKeys } from '../../deploy/local/keys.mjs';
import { Api, type Answer, claimsOf, type Person, signUpForm } from '../support/requests/api.js';
import { expectProblem } from '../support/requests/problem.js';
import { startSecondGateway } from '../support/stacks/second-gateway.js';
import { startTestStack } from '../support/stacks/stack.mjs';

const LIMITS = { SIGNUPS: 2, WRITES: 6, INSIGHTS: 2 };
const HOUR_S = 60 * 60;

let addresses = 0;
/** An address that was not used before: the stack trusts the proxy that names it. */
const newAddress = (): string => `203.0.113.${++addresses}`;

/** Everyone comes from an address of their own, so that no limit is reached. */
class ApiFromAnywhere extends Api {
  override request<T = unknown>(
    ...[method, path, options = {}]: Parameters<Api['request']>
  ): Promise<Answer<T>> {
    const headers = { 'x-forwarded-for': newAddress(), ...options.headers };
    return super.request<T>(method, path, { ...options, headers });
  }
}

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

  it('stop one user’s changes to entries, counted together, but neither reads nor other users', async () => {
    const { token } = (await signUp(newAddress())).body;
    await timeLeft('minute', 10_000);
    const entry = { content: 'x', location: 'Porto', weatherData: 'Sunny' };
    const create = (who = token) => {
      const body = { ...entry, email: claimsOf(who).user.email };
      return api.request<{ _id: string }>('POST', '/api/journal/new', { body, token: who });
    };
    const first = await create();
    expect(first.headers.get('ratelimit')).toMatch(new RegExp(`^"writes";r=${LIMITS.WRITES - 1};t=\\d+$`));
    expect(first.headers.get('ratelimit-policy')).toBe(`"writes";q=${LIMITS.WRITES};w=60`);
    const { _id } = first.body;
    const body = { ...entry, inputMood: 'Sad' };
    const update = () => api.request('PUT', `/api/journal/update/${_id}`, { body, token });
    const remove = () => api.request('DELETE', `/api/journal/delete/${_id}`, { token });
    const statuses: number[] = [];
    for (const change of [update, remove, remove, create, create]) statuses.push((await change()).status);
    expect(statuses).toEqual([200, 204, 404, 201, 201]);
    for (const change of [create, update, remove]) expectLimited(await change(), 60);
    expect((await api.request('GET', '/api/user/me', { token })).status).toBe(200);
    const other = (await signUp(newAddress())).body.token;
    expect((await create(other)).status).toBe(201);
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
    ['http', false, '203.0.113.250, 10.0.0.1'],
  ])('take a protocol and any address from the proxy, however odd: %s', async (protocol, secure, address) => {
    const headers = { 'x-forwarded-proto': protocol };
    const answer = await from(address, '/api/user/new', signUpForm(), headers);
    expect(answer.status).toBe(201);
    expect(answer.headers.getSetCookie()[0]?.includes('; Secure')).toBe(secure);
    expect(answer.headers.get('strict-transport-security')).toBe(secure ? 'max-age=63072000' : null);
  });

  describe('of two gateways', () => {
    let gateways: [Api, Api];

    beforeAll(() => {
      gateways = [new ApiFromAnywhere(stack.url), new ApiFromAnywhere(second.url)];
    });

    const me = (gateway: Api, token: string) => gateway.request('GET', '/api/user/me', { token });
    const expectOpen = async (...people: Person[]) => {
      for (const gateway of gateways) {
        for (const { token } of people) expect((await me(gateway, token)).status).toBe(200);
      }
    };
    const expectEnded = async ({ token }: Person) => {
      for (const gateway of gateways) expectProblem(await me(gateway, token), 401, 'unauthenticated');
    };

    /** What else ends sessions, and that each end is told: auth's sessions.spec.ts. */
    it('refuse within a second a session that has ended at one of them, and no other', async () => {
      const ada = await gateways[0].signUp();
      const other = await gateways[1].logIn(ada);
      await expectOpen(ada, other);
      const headers = { cookie: other.cookie };
      expect((await gateways[0].request('POST', '/api/logout', { headers })).status).toBe(204);
      await eventually(() => expectEnded(other), { timeoutMs: 1_000, everyMs: 20 });
      await expectOpen(ada);
    });

    it('take tokens of the new key and of the one before, by their kid, and of none before that', async () => {
      const kidOf = ({ token }: Person): string => {
        const [head = ''] = token.split('.');
        return (JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string }).kid;
      };
      // The services of the stack are one process, so that this starts auth with the new key, too.
      const rotate = async (): Promise<void> => {
        expect(rotateSigningKeys(join(stack.logs, '..', 'keys'))).toBe(2);
        await second.stop();
        await Promise.all([second.start(), stack.services.gateway.restart()]);
      };
      const first = await gateways[0].signUp();
      await rotate();
      const next = await gateways[0].logIn(first);
      expect(kidOf(next)).not.toBe(kidOf(first));
      await expectOpen(first, next);
      await rotate();
      const last = await gateways[1].logIn(first);
      await expectEnded(first);
      await expectOpen(next, last);
      const restored = await gateways[0].request('GET', '/api/session', {
        headers: { cookie: first.cookie },
      });
      expect(restored.status).toBe(200);
    }, 150_000);
  });
});
