import { ana, tokenOf } from '../../../test/builders';
import { FakeServer, json } from '../../../test/fake-server';
import { fakeUploads } from '../../../test/fake-uploads';
import { openSession } from './session';
import { upload } from './upload';

it.each([
  ['the same user', ana, 2],
  ['another user', { ...ana, id: 'user-2' }, 1],
])('a photo that was refused is sent again as %s: %o, %i in all', async (_who, next, times) => {
  const uploads = fakeUploads((one) =>
    one.answer(uploads.sent.length === 1 ? 401 : 201, { code: 'unauthenticated', errors: [] }),
  );
  new FakeServer().on('GET /api/session', () => json(200, { token: tokenOf(next) }));
  openSession(tokenOf());
  const { signal } = new AbortController();
  const request = {
    path: '/api/photos',
    body: new Blob(['jpeg']),
    headers: {},
    signal,
    onProgress: () => undefined,
  };
  await upload(request).catch(() => undefined);
  expect(uploads.sent).toHaveLength(times);
  uploads.restore();
});
