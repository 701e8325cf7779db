import { join } from 'node:path';
import { eventually } from '@inner-weather/testing/eventually';
import { rotateSigningKeys } from '../../deploy/local/keys.mjs';
import { type Answer, Api, type Person } from '../support/requests/api.js';
import { expectProblem } from '../support/requests/problem.js';
import type { startSecondGateway } from '../support/stacks/second-gateway.js';
import type { startTestStack } from '../support/stacks/stack.mjs';

interface Session {
  id: string;
  current: boolean;
}

const SECOND = { timeoutMs: 1_000, everyMs: 20 };

/** Everyone comes from an address of their own, so that no limit is reached. */
class ApiFromAnywhere extends Api {
  private addresses = 0;

  override request<T = unknown>(
    ...[method, path, options = {}]: Parameters<Api['request']>
  ): Promise<Answer<T>> {
    const headers = { 'x-forwarded-for': `198.51.100.${++this.addresses}`, ...options.headers };
    return super.request<T>(method, path, { ...options, headers });
  }
}

/** What two gateways know of each other's sessions. */
export function testTwoGateways(
  running: () => {
    stack: Awaited<ReturnType<typeof startTestStack>>;
    second: Awaited<ReturnType<typeof startSecondGateway>>;
  },
): void {
  describe('two gateways', () => {
    let stack: Awaited<ReturnType<typeof startTestStack>>;
    let second: Awaited<ReturnType<typeof startSecondGateway>>;
    let gateways: [Api, Api];

    beforeAll(() => {
      ({ stack, second } = running());
      gateways = [new ApiFromAnywhere(stack.url), new ApiFromAnywhere(second.url)];
    });

    const me = (gateway: Api, token: string) => gateway.request('GET', '/api/user/me', { token });
    const sessionsOf = async (person: Person) =>
      (await person.request<Session[]>('GET', '/api/user/me/sessions')).body;
    const expectOpen = async (...people: Person[]) => {
      for (const gateway of gateways) {
        for (const { token } of people) expect((await me(gateway, token)).status).toBe(200);
      }
    };
    const expectEnded = async (...people: Person[]) => {
      for (const gateway of gateways) {
        for (const { token } of people) expectProblem(await me(gateway, token), 401, 'unauthenticated');
      }
    };

    /** What else ends sessions, and that each end is told: auth's account.spec.ts and sessions.spec.ts. */
    const ENDINGS: [string, (ada: Person, other: Person) => Promise<{ status: number }>][] = [
      [
        'a logout',
        (_ada, other) => gateways[0].request('POST', '/api/logout', { headers: { cookie: other.cookie } }),
      ],
      [
        'the end of one session',
        async (ada) => {
          const [ended] = (await sessionsOf(ada)).filter(({ current }) => !current);
          return ada.request('DELETE', `/api/user/me/sessions/${ended?.id}`);
        },
      ],
    ];

    it.each(ENDINGS)(
      'refuse within a second the sessions that %s has ended, and no others',
      async (_what, end) => {
        const ada = await gateways[0].signUp();
        const other = await gateways[1].logIn(ada);
        await expectOpen(ada, other);
        expect((await end(ada, other)).status).toBeLessThan(300);
        await eventually(() => expectEnded(other), SECOND);
        await expectOpen(ada);
      },
    );

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
}
