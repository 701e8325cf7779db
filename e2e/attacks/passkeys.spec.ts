import type { PasskeyDto, PasskeyOptionsDto } from '@inner-weather/contracts/accounts/passkeys.dto';
import type { TokenDto } from '@inner-weather/contracts/accounts/sign-in.dto';
import { SoftAuthenticator } from '@inner-weather/testing/soft-authenticator';
import { freePort } from '../../deploy/local/process.mjs';
import { Api, claimsOf, PASSWORD, type Person } from '../support/api.js';
import { type FakedStack, startFakedStack } from '../support/faked-stack.js';
import { expectProblem } from '../support/problem.js';

type Options<Ceremony extends 'make' | 'use'> = Parameters<SoftAuthenticator[Ceremony]>[0];

const MINE = '/api/user/me/passkeys';

// ASVS 8.2.2
describe('passkeys over HTTP', () => {
  let stack: FakedStack;
  let api: Api;
  let origin: string;
  let ada: Person;
  let eve: Person;
  let authenticator: SoftAuthenticator;
  let passkey: PasskeyDto;

  beforeAll(async () => {
    const port = await freePort();
    origin = `http://localhost:${port}`;
    stack = await startFakedStack({ port, env: { PUBLIC_URL: origin } });
    api = new Api(stack.url);
    [ada, eve] = await Promise.all([api.signUp(), api.signUp()]);
    authenticator = new SoftAuthenticator(origin);
    const added = await ada.request<PasskeyDto>('POST', MINE, { body: authenticator.make(await begin(ada)) });
    expect(added.status).toBe(201);
    passkey = added.body;
  });

  afterAll(() => stack.stop());

  const begin = async (person: Person): Promise<Options<'make'>> => {
    const body = { currentPassword: PASSWORD };
    const answer = await person.request<PasskeyOptionsDto>('POST', `${MINE}/options`, { body });
    return answer.body.options as Options<'make'>;
  };
  const challenge = async (): Promise<Options<'use'>> =>
    (await api.request<PasskeyOptionsDto>('POST', '/api/login/passkey/options')).body
      .options as Options<'use'>;
  const logIn = (body: object) => api.request<TokenDto>('POST', '/api/login/passkey', { body });
  const isRefused = async (body: object, code: string): Promise<void> => {
    const { errors } = expectProblem(await logIn(body), 401, 'invalid_credentials');
    expect(errors).toMatchObject([{ code }]);
  };

  it('open the journal of their owner, and nothing else', async () => {
    const answer = await logIn(authenticator.use(await challenge()));
    expect(answer.status).toBe(200);
    expect(claimsOf(answer.body.token).user).toMatchObject({ email: ada.user.email });
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly.*SameSite=Strict/i);
  });

  it('tell a stranger nothing of who has one', async () => {
    const answers = await Promise.all([challenge(), challenge()]);
    const shapes = answers.map(({ challenge: own, ...others }) => ({ ...others, length: own.length }));
    expect(shapes[0]).toEqual(shapes[1]);
    expect(JSON.stringify(answers)).not.toContain(authenticator.id);
    // The same words for a passkey that there is and one that there is not.
    const unknown = new SoftAuthenticator(origin);
    await isRefused(authenticator.use(await challenge(), { isVerified: false }), 'passkey_wrong');
    await isRefused({ ...unknown.use(await challenge()), userHandle: 'AAAA' }, 'passkey_wrong');
  });

  it('take no answer twice', async () => {
    const answer = authenticator.use(await challenge());
    expect((await logIn(answer)).status).toBe(200);
    await isRefused(answer, 'sign_in_expired');
  });

  it.each([
    ['a page of another origin', { origin: 'https://journal.evil.example' }],
    ['a page on another port', { origin: 'http://localhost:1' }],
    ['another relying party', { host: 'evil.example' }],
    ['an unlocked device without its person', { isVerified: false }],
  ])('take no answer from %s', async (_what, otherwise) => {
    await isRefused(authenticator.use(await challenge(), otherwise), 'passkey_wrong');
  });

  it("cannot be used with another's user handle, or added with another's credential ID", async () => {
    const userHandle = Buffer.from(claimsOf(eve.token).user.id).toString('base64url');
    await isRefused(authenticator.use(await challenge(), { userHandle }), 'passkey_wrong');
    const copy = new SoftAuthenticator(origin);
    const body = { ...copy.make(await begin(eve)), id: authenticator.id };
    expectProblem(await eve.request('POST', MINE, { body }), 400, 'validation_failed');
    const answer = authenticator.use(await challenge(), {
      userHandle: Buffer.from(ada.user.id).toString('base64url'),
    });
    expect((await logIn(answer)).status).toBe(200);
  });

  it("are seen, renamed and removed by their owner only, and added only in the owner's session", async () => {
    expect((await eve.request('GET', MINE)).body).toMatchObject({ passkeys: [] });
    const path = `${MINE}/${passkey.id}`;
    expectProblem(await eve.request('PATCH', path, { body: { name: 'Mine' } }), 404, 'not_found');
    const proof = { currentPassword: PASSWORD };
    expectProblem(await eve.request('POST', `${path}/removal`, { body: proof }), 404, 'not_found');
    const body = new SoftAuthenticator(origin).make(await begin(ada));
    expectProblem(await eve.request('POST', MINE, { body }), 404, 'not_found');
    expect((await ada.request('GET', MINE)).body).toMatchObject({ passkeys: [{ name: passkey.name }] });
  });
});
