import type { BeginOidcDto } from '@inner-weather/contracts/accounts/oidc.dto';
import type { SessionGrant } from '@inner-weather/contracts/rpc/auth';
import type { FinishedOidc } from '@inner-weather/contracts/rpc/oidc';
import type { ClientInfo } from '@inner-weather/contracts/rpc/requests';
import { startFakeOidc } from '@inner-weather/testing/fakes/oidc';
import type { AuthConfig } from '../src/config.js';
import { OidcProvider } from '../src/oidc-provider.js';
import { sessionOf, startAuth } from './harness.js';

export const client: ClientInfo = { address: '192.0.2.1', userAgent: 'a browser' };

/** What a page shows the service to go on with a sign-in that is not finished. */
interface Pending {
  flow: string;
  id: string;
}

export function pendingOf({ page, flow = '' }: FinishedOidc): Pending {
  return { flow, id: new URL(page, 'http://journal.test').searchParams.get('id') ?? '' };
}

/** An auth service with two providers, `house` and `office`, and what a browser does with them. */
export async function startAuthWithHouse(
  settings: Partial<AuthConfig> = {},
  { house = {} }: { house?: Partial<OidcProvider> } = {},
) {
  const fakes = { house: await startFakeOidc(), office: await startFakeOidc({ sub: 'ana-at-work' }) };
  const providerOf = (id: keyof typeof fakes, over: Partial<OidcProvider> = {}) =>
    Object.assign(new OidcProvider(), {
      id,
      name: `The ${id}`,
      issuer: fakes[id].issuer,
      clientId: 'journal',
      clientSecret: 'a secret',
      ...over,
    });
  const auth = await startAuth({
    PUBLIC_URL: 'https://journal.example.org',
    OIDC_PROVIDERS: [providerOf('house', house), providerOf('office')],
    ...settings,
  });
  type Id = keyof typeof fakes;

  /** `browser`: the cookie that it has already. */
  const begin = async (
    id: Id = 'house',
    over: Partial<BeginOidcDto> = {},
    grant?: SessionGrant,
    browser?: string,
  ) => {
    const signedIn = grant && { userId: grant.user.id, sessionId: sessionOf(grant) };
    const known = browser === undefined ? {} : { browser };
    const request = {
      provider: id,
      begin: { purpose: 'sign-in' as const, ...over },
      client,
      ...known,
      ...signedIn,
    };
    return auth.call('auth.begin-oidc', request);
  };
  /** What the provider adds to the address of the callback once the person has signed in at this address. */
  const answerTo = (url: string, id: Id = 'house'): string => {
    const { searchParams } = new URL(url);
    fakes[id].script.nonce = searchParams.get('nonce') ?? '';
    const answer = { code: 'a code', state: searchParams.get('state') ?? '', iss: fakes[id].issuer };
    return new URLSearchParams(answer).toString();
  };
  const finish = (flow: string | undefined, query: string, id: Id = 'house'): Promise<FinishedOidc> =>
    auth.call('auth.finish-oidc', { provider: id, query, client, ...(flow !== undefined && { flow }) });
  /** All of it, in one browser. */
  const visit = async (id: Id = 'house', over: Partial<BeginOidcDto> = {}, grant?: SessionGrant) => {
    const { url, flow } = await begin(id, over, grant);
    return finish(flow, answerTo(url, id), id);
  };
  const form = { firstName: 'Ana', lastName: 'Silva', location: 'Porto', email: 'ana@home.example.org' };
  const signUpBy = (pending: Pending, over: Partial<typeof form> = {}): Promise<SessionGrant> =>
    auth.call('auth.sign-up-by-oidc', { ...pending, user: { ...form, ...over }, client });
  return {
    auth,
    fakes,
    form,
    begin,
    answerTo,
    finish,
    visit,
    signUpBy,
    signUp: async (over: Partial<typeof form> = {}) => signUpBy(pendingOf(await visit()), over),
    connect: (pending: Pending, password: string, code?: string): Promise<SessionGrant> =>
      auth.call('auth.connect-by-password', {
        ...pending,
        proof: { password, ...(code && { code }) },
        client,
      }),
    shown: (pending: Pending) => auth.call('auth.get-pending-identity', pending),
    disconnect: (grant: SessionGrant, proof: object = {}) =>
      auth.call('auth.remove-identity', {
        userId: grant.user.id,
        sessionId: sessionOf(grant),
        provider: 'house',
        proof,
      }),
    methodsOf: (grant: SessionGrant) =>
      auth.call('auth.list-identities', { userId: grant.user.id, sessionId: sessionOf(grant) }),
    async stop(): Promise<void> {
      await auth.stop();
      await fakes.house.stop();
      await fakes.office.stop().catch(() => undefined);
    },
  };
}
