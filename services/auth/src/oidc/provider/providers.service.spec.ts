import 'reflect-metadata';
import { type FakeOidc, type Lie, startFakeOidc } from '@inner-weather/testing/fakes/oidc';
import { Dependencies } from '@inner-weather/platform/dependencies';
import { Logger } from '@nestjs/common';
import { AuthConfig } from '../../config.js';
import { OidcProvider } from '../../oidc-provider.js';
import { ProvidersService } from './providers.service.js';

const FLOW = {
  state: 'the state',
  nonce: 'the nonce',
  verifier: 'v'.repeat(43),
  purpose: 'sign-in',
} as const;

const nowS = () => Math.floor(Date.now() / 1_000);

// ASVS 6.8.1, 6.8.2, 10.1.1, 10.1.2, 10.2.1, 10.2.2, 10.5.1, 10.5.2, 10.5.3, 10.5.4
describe('a sign-in at a provider', () => {
  let fake: FakeOidc;
  let provider: OidcProvider;
  let providers: ProvidersService;
  let dependencies: Dependencies;
  const lines: unknown[] = [];

  beforeAll(() => {
    Logger.overrideLogger({
      log: () => undefined,
      error: () => undefined,
      warn: (line: unknown) => lines.push(line),
    });
  });

  beforeEach(async () => {
    fake = await startFakeOidc({ secret: 'secret-7431' });
    fake.script.nonce = FLOW.nonce;
    lines.length = 0;
    provider = Object.assign(new OidcProvider(), {
      id: 'house',
      name: 'House',
      issuer: fake.issuer,
      clientId: 'journal',
      clientSecret: 'secret-7431',
    });
    dependencies = new Dependencies();
    const settings = { PUBLIC_URL: 'https://diary.example.org/', OIDC_PROVIDERS: [provider] };
    providers = new ProvidersService(Object.assign(new AuthConfig(), settings), dependencies);
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

  const shownFailure = () => dependencies.list()[0];
  const COMPLETE = {
    email: 'ana@example.org',
    email_verified: true,
    given_name: 'Ana',
    family_name: 'Silva',
  };

  describe('that cannot work', () => {
    const encrypted = ['header', 'key', 'iv', 'text', 'tag'].map((part) => btoa(part)).join('.');

    it.each<[string, string, () => void]>([
      ['signs with the client secret', 'sign_in_shared_secret', () => (fake.script.algorithm = 'HS256')],
      ['encrypts', 'sign_in_encrypted', () => (fake.script.idToken = encrypted)],
      [
        'signs with a key that it does not publish',
        'sign_in_key_unknown',
        () => (fake.script.lie = { header: { kid: 'unpublished' } }),
      ],
      [
        'signs in a way that it does not announce',
        'sign_in_algorithm',
        () => (fake.script.lie = { header: { alg: 'ES512' } }),
      ],
      [
        'names another issuer',
        'sign_in_issuer_differs',
        () => (fake.script.more = { issuer: `${fake.issuer}/` + 'other' }),
      ],
      [
        'refuses the client',
        'sign_in_client_refused',
        () => {
          fake.script.statusOf['/token'] = 401;
          fake.script.more = { error: 'invalid_client' };
        },
      ],
      [
        'is ahead by an hour',
        'sign_in_clock',
        () => (fake.script.lie = { claims: { iat: nowS() - 7_200, exp: nowS() - 3_600 } }),
      ],
      [
        'sends more than is read',
        'sign_in_answer_too_large',
        () => (fake.script.more = { padding: 'x'.repeat(600_000) }),
      ],
    ])(
      'since it %s is named with what to set, in the log and for the administrator',
      async (_what, code, set) => {
        set();
        await problemOf(redeem());
        expect(shownFailure()).toMatchObject({
          name: 'sign_in',
          provider: 'House',
          state: 'failing',
          lastFailure: { code },
        });
        expect(lines).toEqual([
          expect.objectContaining({ provider: 'house', failure: code, advice: expect.stringMatching(/\w/) }),
        ]);
        expect(JSON.stringify(lines)).not.toMatch(/7431|the code|ey[A-Z]/);
      },
    );
  });

  it.each(['ES384', 'EdDSA'] as const)('takes ID tokens that are signed with %s', async (algorithm) => {
    fake.script.algorithm = algorithm;
    expect(await problemOf(redeem())).toBe('none');
    expect(shownFailure()).toMatchObject({ state: 'working' });
  });

  it('takes a key that the provider has just changed', async () => {
    expect(await problemOf(redeem())).toBe('none');
    fake.script.keyId = 'two';
    expect(await problemOf(redeem())).toBe('none');
  });

  it('does not ask for userinfo when the ID token says enough, or nothing of it is needed', async () => {
    fake.script.lie = { claims: COMPLETE };
    await redeem();
    expect(fake.asked).not.toContain('/userinfo');
    provider.adminGroup = 'admins';
    await redeem();
    expect(fake.asked.filter((path) => path === '/userinfo')).toHaveLength(1);
    fake.script.lie = { claims: { auth_time: nowS() } };
    await redeem(queryOf(), 'confirm');
    expect(fake.asked.filter((path) => path === '/userinfo')).toHaveLength(1);
  });

  it.each([401, 404, 500])(
    'goes on without userinfo that is answered with %s, and says so',
    async (status) => {
      fake.script.statusOf['/userinfo'] = status;
      fake.script.lie = { claims: { given_name: 'Ana' } };
      expect(await redeem()).toMatchObject({ firstName: 'Ana', isEmailVerified: false });
      expect(shownFailure()).toMatchObject({ state: 'working', lastFailure: { code: 'sign_in_userinfo' } });
      expect(lines).toHaveLength(1);
    },
  );

  describe('with another address inside', () => {
    const OUTSIDE = 'https://id.example.org';

    beforeEach(() => {
      Object.assign(provider, { issuer: OUTSIDE, discovery: fake.issuer });
      fake.script.followsHost = true;
    });

    it('asks there in the name of the one outside, to which alone people are sent', async () => {
      const url = await providers.authorizationUrl(provider, FLOW);
      expect(url).toContain(`${OUTSIDE}/authorize?`);
      expect(await problemOf(redeem(queryOf({ iss: OUTSIDE })))).toBe('none');
      expect(fake.asked).toEqual(expect.arrayContaining(['/token', '/jwks', '/userinfo']));
      expect(await providers.endSessionUrl(provider, 'x')).toContain(`${OUTSIDE}/end?`);
    });

    it('sends people outside also where the provider names its inner address', async () => {
      fake.script.more = { authorization_endpoint: `${fake.issuer}/authorize` };
      expect(await providers.authorizationUrl(provider, FLOW)).toContain(`${OUTSIDE}/authorize?`);
    });

    it('sends no secret by http to an address outside', async () => {
      fake.script.more = { token_endpoint: 'http://id.example.com/token' };
      expect(await problemOf(redeem(queryOf({ iss: OUTSIDE })))).toBe('problem.sign_in_failed');
    });

    it('takes the metadata from where they are said to be', async () => {
      provider.discovery = `${fake.issuer}/index.php/apps/oidc/openid-configuration`;
      fake.script.metadataPath = '/index.php/apps/oidc/openid-configuration';
      expect(await problemOf(redeem(queryOf({ iss: OUTSIDE })))).toBe('none');
    });

    it('still wants the issuer that is configured', async () => {
      fake.script.followsHost = false;
      expect(await problemOf(redeem(queryOf({ iss: OUTSIDE })))).toBe('problem.sign_in_failed');
      expect(shownFailure()).toMatchObject({ lastFailure: { code: 'sign_in_issuer_differs' } });
    });
  });

  describe('with a group that administers', () => {
    it.each<[boolean | undefined, string, Record<string, unknown>, string]>([
      [true, 'realm_access.roles', { realm_access: { roles: ['a', 'journal admins'] } }, 'journal admins'],
      [
        true,
        'resource_access.journal.example.org.roles',
        { resource_access: { 'journal.example.org': { roles: ['admins'] } } },
        'admins',
      ],
      [true, 'https://example.org/groups', { 'https://example.org/groups': ['admins'] }, 'admins'],
      [
        true,
        'urn:zitadel:iam:org:project:roles',
        { 'urn:zitadel:iam:org:project:roles': { admins: { '1': 'home.example.org' } } },
        'admins',
      ],
      [true, 'groups', { groups: 'staff, journal admins' }, 'journal admins'],
      [true, 'groups', { groups: 'staff admins' }, 'admins'],
      [true, 'groups', { groups: 'journal admins' }, 'journal admins'],
      [true, 'groups', { groups: ['/admins'] }, 'admins'],
      [true, 'groups', { groups: ['admins'] }, '/admins'],
      [true, 'groups', { groups: [{ name: 'admins' }] }, 'admins'],
      [false, 'groups', { groups: ['/staff/admins', 'not admins', 'a,admins'] }, 'admins'],
      [false, 'groups', { groups: 'not admins,staff' }, 'admins'],
      [false, 'groups', { groups: [] }, 'admins'],
      [undefined, 'groups', { roles: ['admins'] }, 'admins'],
      [undefined, 'groups.constructor', { groups: [] }, 'admins'],
    ])('says %s of %s in %j for %s', async (isAdmin, groupsClaim, claims, adminGroup) => {
      Object.assign(provider, { groupsClaim, adminGroup });
      fake.script.userInfo = claims;
      expect((await redeem()).isAdmin).toBe(isAdmin);
      const code = shownFailure()?.lastFailure?.code;
      expect(code).toBe(isAdmin === undefined ? 'sign_in_groups_missing' : undefined);
    });
  });

  it.each([undefined, false])(
    'trusts an address with email_verified %s where it is told to',
    async (said) => {
      fake.script.userInfo = { ...COMPLETE, email_verified: said };
      expect(await redeem()).toMatchObject({ email: 'ana@example.org', isEmailVerified: false });
      provider.trustEmail = true;
      expect(await redeem()).toMatchObject({ email: 'ana@example.org', isEmailVerified: true });
    },
  );

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
    await expect(providers.authorizationUrl(provider, FLOW)).rejects.toMatchObject({
      code: 'unavailable',
      errors: [{ msg: 'The sign-in service does not answer right now. Please try again in a few minutes.' }],
    });
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
