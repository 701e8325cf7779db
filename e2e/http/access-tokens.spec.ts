import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { AccessTokenDto } from '@inner-weather/contracts/accounts/access-tokens.dto';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { Api, dayFromToday, PASSWORD, type Person } from '../support/api.js';
import { readE2eConfig } from '../support/config.js';
import { expectProblem } from '../support/problem.js';

const run = promisify(execFile);
const { url } = readE2eConfig();
const api = new Api(url);

/** What curl shows, as a script would call it: the status and the body. */
async function curl<T>(...args: string[]): Promise<{ status: number; body: T }> {
  const { stdout } = await run('curl', ['-sS', '--max-time', '20', '-w', '\n%{http_code}', ...args]);
  const end = stdout.lastIndexOf('\n');
  const body = stdout.slice(0, end);
  return { status: Number(stdout.slice(end)), body: (body === '' ? undefined : JSON.parse(body)) as T };
}

describe('a key for scripts', () => {
  let ada: Person;

  beforeEach(async () => {
    ada = await api.signUp();
  });

  const bearer = (token: string) => ['-H', `Authorization: Bearer ${token}`];
  const asJson = (body: object) => ['-H', 'Content-Type: application/json', '-d', JSON.stringify(body)];
  const list = async () => (await ada.request<AccessTokenDto[]>('GET', '/api/user/me/access-tokens')).body;
  const searchUrl = () => {
    const days = { startDate: dayFromToday(-1), endDate: dayFromToday(1) };
    return `${url}/api/journal/search?${new URLSearchParams({ userReference: ada.user.email, ...days })}`;
  };
  const tagsBy = (token: string) =>
    api.request('GET', '/api/journal/tags', { headers: { authorization: `Bearer ${token}` } });

  it('writes, reads, changes and deletes an entry with curl alone', async () => {
    const { token } = await ada.createAccessToken({ name: 'Backup', expiresInDays: 90 });
    const { email, location } = ada.user;
    const entry = { email, location, content: 'Written by a script' };
    const written = await curl<EntryDto>(...bearer(token), ...asJson(entry), `${url}/api/journal/new`);
    expect(written).toMatchObject({ status: 201, body: { content: 'Written by a script' } });
    const { _id } = written.body;
    const read = await curl<EntryDto[]>(...bearer(token), searchUrl());
    expect(read).toMatchObject({ status: 200, body: [{ _id, content: 'Written by a script' }] });
    const changes = ['-X', 'PUT', ...asJson({ location, inputMood: 'Sad', content: 'Changed by a script' })];
    const changed = await curl(...bearer(token), ...changes, `${url}/api/journal/update/${_id}`);
    expect(changed).toMatchObject({ status: 200, body: { content: 'Changed by a script' } });
    const gone = await curl(...bearer(token), '-X', 'DELETE', `${url}/api/journal/delete/${_id}`);
    expect(gone.status).toBe(204);
    expect((await ada.search()).body).toEqual([]);
    expect(await list()).toMatchObject([{ name: 'Backup', lastUsedAt: expect.any(String) }]);
  });

  it('that may only add entries sees none, and one that may only read adds none', async () => {
    await ada.write({ content: 'Words of Ada' });
    const adding = await ada.createAccessToken({ scopes: ['entries:write'] });
    const reading = await ada.createAccessToken({ scopes: ['entries:read'] });
    const entry = asJson({ email: ada.user.email, location: 'Porto', content: 'Added' });
    expect((await curl(...bearer(adding.token), ...entry, `${url}/api/journal/new`)).status).toBe(201);
    const refused = [
      await curl(...bearer(adding.token), searchUrl()),
      await curl(...bearer(reading.token), ...entry, `${url}/api/journal/new`),
    ];
    for (const answer of refused)
      expect(answer).toMatchObject({
        status: 403,
        body: { code: 'forbidden', errors: [{ code: 'access_token_scope' }] },
      });
    expect((await curl<EntryDto[]>(...bearer(reading.token), searchUrl())).body).toHaveLength(2);
  });

  it("writes into no journal but its owner's", async () => {
    const { token } = await ada.createAccessToken();
    const entry = asJson({ email: 'eve@example.org', location: 'Porto', content: 'x' });
    expect(await curl(...bearer(token), ...entry, `${url}/api/journal/new`)).toMatchObject({
      status: 403,
      body: { errors: [{ msg: 'You can only use your own journal', field: 'email' }] },
    });
  });

  it('never changes the account or its keys', async () => {
    const { token, id } = await ada.createAccessToken();
    const before = [(await ada.request('GET', '/api/user/me')).body, await list()];
    const headers = { authorization: `Bearer ${token}` };
    for (const [method, path, body] of [
      ['PATCH', '/api/user/me', { password: 'a new evening walk', currentPassword: PASSWORD }],
      [
        'POST',
        '/api/user/me/access-tokens',
        { name: 'x', scopes: ['entries:read'], currentPassword: PASSWORD },
      ],
      ['DELETE', `/api/user/me/access-tokens/${id}`, undefined],
      ['DELETE', '/api/user/me', { currentPassword: PASSWORD }],
    ] as const)
      expectProblem(await api.request(method, path, { body, headers }), 403, 'forbidden');
    expect([(await ada.request('GET', '/api/user/me')).body, await list()]).toEqual(before);
    await api.logIn(ada);
  });

  it('stops working at once when it is revoked', async () => {
    const [kept, lost] = [await ada.createAccessToken(), await ada.createAccessToken()];
    expect((await tagsBy(lost.token)).status).toBe(200);
    const revoked = await ada.request('DELETE', `/api/user/me/access-tokens/${lost.id}`);
    expect(revoked).toMatchObject({ status: 204, body: '' });
    const words = 'This key is not valid: it is mistyped, or it was revoked.';
    expectProblem(await tagsBy(lost.token), 401, 'unauthenticated', words);
    expect((await tagsBy(kept.token)).status).toBe(200);
    expect((await list()).map(({ id }) => id)).toEqual([kept.id]);
  });

  it('outlives sessions and a new password, but not the account', async () => {
    const { token } = await ada.createAccessToken();
    await ada.request('DELETE', '/api/user/me/sessions');
    const body = { password: 'a new evening walk', currentPassword: PASSWORD };
    expect((await ada.request('PATCH', '/api/user/me', { body })).status).toBe(200);
    await ada.request('POST', '/api/logout');
    expect((await tagsBy(token)).status).toBe(200);
    const again = await api.logIn(ada, 'a new evening walk');
    expect((await again.deleteAccount('a new evening walk')).status).toBe(204);
    expectProblem(await tagsBy(token), 401, 'unauthenticated');
  });

  it('is created by the current password only, and twenty times at most', async () => {
    const create = (over: object) =>
      ada.request('POST', '/api/user/me/access-tokens', {
        body: { name: 'x', scopes: ['entries:read'], currentPassword: PASSWORD, ...over },
      });
    expectProblem(await create({ currentPassword: 'a guess' }), 401, 'invalid_credentials', {
      msg: 'Current password is wrong',
      field: 'currentPassword',
    });
    expectProblem(await create({ scopes: ['account:write'] }), 400, 'validation_failed', {
      msg: 'scopes must be a list of entries:read, entries:write, each once',
      field: 'scopes',
    });
    expectProblem(await create({ name: '' }), 400, 'validation_failed', {
      msg: 'Name must have 1 to 100 characters',
      field: 'name',
    });
    for (let n = 1; n <= 20; n += 1) expect((await create({ name: `Key ${n}` })).status).toBe(201);
    const words = 'You can have at most 20 keys. Please revoke one first.';
    expectProblem(await create({}), 409, 'access_token_limit', words);
  });
});
