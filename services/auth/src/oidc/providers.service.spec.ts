import 'reflect-metadata';
import { type FakeOidc, type Lie, startFakeOidc } from '@inner-weather/testing/fake-oidc';
import { Logger } from '@nestjs/common';
import { AuthConfig } from '../config.js';
import { OidcProvider } from '../oidc-provider.js';
import { ProvidersService } from './providers.service.js';

const FLOW = {
  state: 'the state',
  nonce: 'the nonce',
  verifier: 'v'.repeat(43),
  purpose: 'sign-in',
} as const;

const nowS = () => Math.floor(Date.now() / 1_000);

describe('a sign-in at a provider', () => {
  let fake: FakeOidc;
  let provider: OidcProvider;
  let providers: ProvidersService;
  const lines: unknown[] = [];

  beforeAll(() => {
    Logger.overrideLogger({
      log: () => undefined,
      error: () => undefined,
      warn: (line: unknown) => lines.push(line),
    });
  });

  beforeEach(async () => {
    fake = await startFakeOidc();
    fake.script.nonce = FLOW.nonce;
    lines.length = 0;
    provider = Object.assign(new OidcProvider(), {
      id: 'house',
      name: 'House',
      issuer: fake.issuer,
      clientId: 'journal',
      clientSecret: 'secret-7431',
    });
    providers = new ProvidersService(
      Object.assign(new AuthConfig(), {
        PUBLIC_URL: 'https://diary.example.org/',
        OIDC_PROVIDERS: [provider],
      }),
    );
  });

  afterEach(() => fake.stop());

  const queryOf = (over: Record<string, string> = {}): string =>
    new URLSearchParams({ code: 'the code', state: FLOW.state, iss: fake.issuer, ...over }).toString();
  const redeem = (query = queryOf(), purpose: 'sign-in' | 'confirm' = 'sign-in') =>
    providers.redeem(provider, { ...FLOW, purpose }, query);
  const problemOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'none',
      (error: { problem?: { id: string } }) => error.problem?.id ?? 'another error',
    );

  it('begins with PKCE, a state and a nonce, and comes back to this provider’s own callback', async () => {
    const url = new URL(await providers.authorizationUrl(provider, FLOW));
    expect(url.origin + url.pathname).toBe(`${fake.issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'journal',
      redirect_uri: 'https://diary.example.org/api/oidc/house/callback',
      scope: 'openid profile email',
      state: FLOW.state,
      nonce: FLOW.nonce,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(url.href).not.toContain(FLOW.verifier);
  });

  it('answers what the provider vouches for, from the ID token and from userinfo', async () => {
    fake.script.userInfo = {
      email: 'Ana@Example.org',
      email_verified: true,
      name: 'Ana Maria Silva',
      groups: ['a', 'admins'],
    };
    fake.script.lie = { claims: { sid: 'there' } };
    provider.adminGroup = 'admins';
    expect(await redeem()).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      provider: 'house',
      email: 'ana@example.org',
      isEmailVerified: true,
      firstName: 'Ana',
      lastName: 'Maria Silva',
      isAdmin: true,
      sid: 'there',
    });
    expect(fake.redeemed[0]).toMatchObject({ code: 'the code', code_verifier: FLOW.verifier });
  });

  it.each<[string, Lie]>([
    ['another nonce', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another issuer', { claims: { iss: 'https://evil.example.org' } }],
    ['another audience', { claims: { aud: 'another client' } }],
    ['several audiences, for another party', { claims: { aud: ['journal', 'other'], azp: 'other' } }],
    ['a time that is over', { claims: { exp: nowS() - 3_600, iat: nowS() - 7_200 } }],
    ['no signature', { header: { alg: 'none' }, signature: 'none' }],
    ['an algorithm with a shared secret', { header: { alg: 'HS256' } }],
    ['a signature of another key', { signature: 'foreign' }],
    ['no person', { claims: { sub: undefined } }],
  ])('refuses an ID token with %s', async (_what, lie) => {
    fake.script.lie = lie;
    expect(await problemOf(redeem())).toBe('problem.sign_in_failed');
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toMatch(/7431|the code|ey[A-Z]/);
  });

  it.each([
    ['of another state', { state: 'another' }],
    ['of another provider', { iss: 'https://evil.example.org' }],
  ])('refuses an answer %s, and shows its code to no one', async (_what, over) => {
    expect(await problemOf(redeem(queryOf(over)))).toBe('problem.sign_in_failed');
    expect(fake.redeemed).toEqual([]);
  });

  it('refuses an answer that does not say which provider it is of, where the provider always says it', async () => {
    expect(await problemOf(redeem('code=x&state=the+state'))).toBe('problem.sign_in_failed');
    expect(fake.redeemed).toEqual([]);
  });

  it('believes no userinfo of another person', async () => {
    fake.script.userInfo = { sub: 'eve', email: 'eve@example.org' };
    expect(await problemOf(redeem())).toBe('problem.sign_in_failed');
  });

  it('knows a sign-in that the person has cancelled', async () => {
    const query = new URLSearchParams({ error: 'access_denied', state: FLOW.state, iss: fake.issuer });
    expect(await problemOf(redeem(query.toString()))).toBe('problem.sign_in_cancelled');
    expect(lines).toEqual([]);
  });

  it('is confirmed only by a provider that has just asked for the person', async () => {
    const url = new URL(await providers.authorizationUrl(provider, { ...FLOW, purpose: 'confirm' }));
    expect(url.searchParams.get('prompt')).toBe('login');
    expect(await problemOf(redeem(queryOf(), 'confirm'))).toBe('problem.sign_in_failed');
    fake.script.lie = { claims: { auth_time: nowS() - 3_600 } };
    expect(await problemOf(redeem(queryOf(), 'confirm'))).toBe('problem.sign_in_failed');
    fake.script.lie = { claims: { auth_time: nowS() - 10 } };
    expect(await problemOf(redeem(queryOf(), 'confirm'))).toBe('none');
  });

  it('says that a provider is silent, and asks it again at the next sign-in', async () => {
    await fake.stop();
    await expect(providers.authorizationUrl(provider, FLOW)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await problemOf(redeem())).toBe('problem.provider_silent');
    await fake.start();
    await expect(providers.authorizationUrl(provider, FLOW)).resolves.toContain(fake.issuer);
  });

  it('says the same of a provider that fails in the middle', async () => {
    await providers.authorizationUrl(provider, FLOW);
    fake.script.status = 502;
    expect(await problemOf(redeem())).toBe('problem.provider_silent');
  });

  it('leaves by the page of the provider, if there is one that answers', async () => {
    const url = new URL((await providers.endSessionUrl(provider, 'an id token')) ?? '');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'journal',
      id_token_hint: 'an id token',
      post_logout_redirect_uri: 'https://diary.example.org/',
    });
  });
});
