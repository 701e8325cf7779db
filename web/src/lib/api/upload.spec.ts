import { ana, tokenOf } from '../../../test/builders';
import { FakeServer, json } from '../../../test/fake-server';
import { fakeUploads } from '../../../test/fake-uploads';
import { openSession } from './session';
import { upload } from './upload';

const photo = () => ({
  path: '/api/photos',
  body: new Blob(['jpeg']),
  headers: {},
  signal: new AbortController().signal,
  onProgress: () => undefined,
});

it.each([
  ['the same user', ana, 2],
  ['another user', { ...ana, id: 'user-2' }, 1],
])('a photo that was refused is sent again as %s: %o, %i in all', async (_who, next, times) => {
  const uploads = fakeUploads((one) =>
    one.answer(uploads.sent.length === 1 ? 401 : 201, { code: 'unauthenticated', errors: [] }),
  );
  new FakeServer().on('GET /api/session', () => json(200, { token: tokenOf(next) }));
  openSession(tokenOf());
  await upload(photo()).catch(() => undefined);
  expect(uploads.sent).toHaveLength(times);
  uploads.restore();
});

it.each([
  ['no body', 204, ''],
  ['a status that no answer has', 199, ''],
  ['no headers', 200, 'fine'],
])('an answer of something in front with %s ends the upload', async (_what, status, text) => {
  const uploads = fakeUploads((one) =>
    Object.assign(one, { mark: '', getAllResponseHeaders: () => '' }).answerText(status, text),
  );
  openSession(tokenOf());
  await expect(upload(photo())).rejects.toThrow();
  uploads.restore();
});
