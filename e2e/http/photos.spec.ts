import { randomUUID } from 'node:crypto';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { PhotosDto, PhotoStorageDto } from '@inner-weather/contracts/photos/photos.dto';
import { eventually } from '@inner-weather/testing/eventually';
import { Api } from '../support/requests/api.js';
import { readE2eConfig } from '../support/stacks/config.js';
import { exportOf } from '../support/requests/export.js';
import { BLUE, sendPhoto } from '../support/photos.js';
import { expectProblem } from '../support/requests/problem.js';

const { url } = readE2eConfig();
const api = new Api(url);

const [ada, bob] = [await api.signUp(), await api.signUp({ firstName: 'Bob' })];

describe('photos', () => {
  const read = (id: string, headers: Record<string, string>, query = '') =>
    fetch(`${url}/api/photos/${id}${query}`, { headers });

  it('go with an entry, and are shown to its writer only', async () => {
    const { status, body: photo } = await sendPhoto(ada);
    expect(status).toBe(201);
    expect(photo).toMatchObject({ width: 12, height: 9, description: '' });
    const entry = await ada.write({ content: '', photos: [photo._id] });
    expect(entry.photos).toEqual([photo._id]);

    const shown = await read(photo._id, { 'x-auth-token': ada.token }, '?size=small');
    expect(shown.status).toBe(200);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-inner-weather': '1',
    });
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
    const etag = shown.headers.get('etag')!;
    const again = await read(photo._id, { 'x-auth-token': ada.token, 'if-none-match': etag }, '?size=small');
    expect(again.status).toBe(304);

    const { files, notes } = await exportOf(ada);
    const large = await read(photo._id, { 'x-auth-token': ada.token });
    const [name = ''] = Object.keys(files).filter((one) => one.startsWith(`photos/${entry.day} `));
    expect(files[name]).toBe(Buffer.from(await large.arrayBuffer()).toString());
    expect(notes[entry.day]).toContain(`![](../${encodeURI(name)})`);

    expect((await read(photo._id, { 'x-auth-token': bob.token })).status).toBe(404);
    expect((await read(photo._id, { cookie: bob.cookie })).status).toBe(404);
    expect((await read(photo._id, {})).status).toBe(401);
    expect((await read(photo._id, { 'x-auth-token': 'x', cookie: ada.cookie })).status).toBe(401);
    const stolen = await bob.request('POST', '/api/journal/new', {
      body: { email: bob.user.email, content: 'Mine', location: 'Porto', photos: [photo._id] },
    });
    expectProblem(stolen, 400, 'validation_failed');
  });

  it('are shown to the cookie of a session, which changes nothing, until it ends', async () => {
    const eve = await api.signUp();
    const { body: photo } = await sendPhoto(eve);
    const { cookie } = eve;
    expect((await read(photo._id, { cookie })).status).toBe(200);
    expect((await read(photo._id, { cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const put = {
      method: 'PUT',
      headers: { cookie, 'content-type': 'application/json' },
      body: '{"description":"x"}',
    };
    expect((await fetch(`${url}/api/photos/${photo._id}/description`, put)).status).toBe(401);
    const post = {
      method: 'POST',
      headers: { cookie, 'content-type': 'image/png' },
      body: new Uint8Array(BLUE),
    };
    expect((await fetch(`${url}/api/photos`, post)).status).toBe(401);
    expect((await fetch(`${url}/api/photos?ids=${photo._id}`, { headers: { cookie } })).status).toBe(401);
    await eve.request('POST', '/api/logout', { headers: { cookie } });
    await eventually(async () => expect((await read(photo._id, { cookie })).status).toBe(401));
  });

  it('are sent and read by a script with a key', async () => {
    const { token } = await ada.createAccessToken({ name: 'Script' });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' };
    const sent = await api.request<{ _id: string }>('POST', '/api/photos', { body: BLUE, headers });
    expect(sent.status).toBe(201);
    expect((await read(sent.body._id, { authorization: `Bearer ${token}` })).status).toBe(200);
  });

  it('are refused with a sentence if they are none, too large, or sent to another route', async () => {
    expectProblem(await sendPhoto(ada, Buffer.from('<svg/>')), 400, 'validation_failed');
    expectProblem(await sendPhoto(ada, Buffer.alloc(25_000_001)), 413, 'payload_too_large');
    expectProblem(await sendPhoto(ada, BLUE, { 'content-type': 'text/html' }), 415, 'unsupported_media_type');
    expectProblem(
      await ada.request('POST', '/api/photos', { body: { photo: 1 } }),
      415,
      'unsupported_media_type',
    );
    const elsewhere = { body: BLUE, headers: { 'content-type': 'image/png' } };
    expectProblem(await ada.request('POST', '/api/journal/new', elsewhere), 415, 'unsupported_media_type');
    expectProblem(await ada.request('GET', '/api/photos/nonsense'), 404, 'not_found');
    expectProblem(await ada.request('GET', '/api/photos?ids=nonsense'), 400, 'validation_failed');
  });

  it('come with an import, without those that do not exist', async () => {
    const { body: photo } = await sendPhoto(bob);
    const entries = [
      {
        content: 'Then',
        location: 'Porto',
        createdAt: '2020-06-14T18:05:00+01:00',
        photos: [photo._id, 'f'.repeat(24)],
      },
    ];
    await bob.request('POST', '/api/journal/import', { body: { entries } });
    const { body } = await bob.request<EntryDto[]>(
      'GET',
      `/api/journal/search?userReference=${encodeURIComponent(bob.user.email)}&startDate=2020-06-14&endDate=2020-06-14`,
    );
    expect(body.map(({ photos }) => photos)).toEqual([[photo._id]]);
  });

  it('are described, and counted once, however often they are sent with one key', async () => {
    const eve = await api.signUp();
    const key = { 'idempotency-key': randomUUID() };
    const { body: photo } = await sendPhoto(eve, BLUE, key);
    expect((await sendPhoto(eve, BLUE, key)).body).toEqual(photo);
    await eve.request('PUT', `/api/photos/${photo._id}/description`, {
      body: { description: 'A blue square' },
    });
    const { body } = await eve.request<PhotosDto>('GET', `/api/photos?ids=${photo._id}`);
    expect(body.photos).toEqual([{ ...photo, description: 'A blue square' }]);
    const storage = await eve.request<PhotoStorageDto>('GET', '/api/photos/storage');
    expect(storage.body).toEqual({ usedBytes: photo.bytes, maxBytes: 2_000_000_000, photos: 1 });
  });
});
