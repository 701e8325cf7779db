import { Blob as NodeBlob } from 'node:buffer';
import { jest } from '@jest/globals';
import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { ana, entry, tokenOf } from '../../../test/builders';
import { FakeServer, foreignAnswer, json, lost, problem } from '../../../test/fake-server';
import { fakeTabs, forgetTabs } from '../../../test/fake-tabs';
import { bytes, records, vault, withoutLock } from '../../../test/fake-vault';
import { newIdOf } from './changes';

jest.unstable_mockModule('../vault/vault', () => ({
  ...withoutLock,
  openVault: async () => vault,
  usersHere: async () => [ana.id],
}));
const { sendInBackground } = await import('./background');
const { keepPhoto } = await import('./kept-photos');

const CREATE = 'POST /api/journal/new';
const body = { email: ana.email, content: 'A walk by the river.', location: 'Porto' };
const waiting = {
  ...{ id: 'a', order: 1, entryId: newIdOf('a'), isAttempted: false },
  change: { kind: 'create', body },
};
const session = () => json(200, { token: tokenOf() });
const left = () => [...records.keys()].filter((name) => name.startsWith('waiting.'));

// Node's requests know no other.
globalThis.Blob = NodeBlob as typeof Blob;
// Node's takes no address without a host.
const { Request } = globalThis;
globalThis.Request = class extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, location.origin) : input, init);
  }
};

beforeEach(() => {
  fakeTabs();
  records.set('waiting.a', JSON.stringify(waiting));
});

afterEach(() => {
  records.clear();
  forgetTabs();
});

describe('what waits, when the worker sends it', () => {
  it('goes after its photos, which leave the device with it, and counts no more on the badge', async () => {
    const key = newUuid7();
    const change = { kind: 'create', body: { ...body, photos: [key] } };
    records.set('waiting.a', JSON.stringify({ ...waiting, change }));
    // The fake server understands JSON only.
    await keepPhoto(vault, key, new Blob(['"pixels"'], { type: 'image/jpeg' }));
    const server = new FakeServer()
      .on('GET /api/session', session)
      .on('POST /api/photos', () => json(201, { _id: 'photo-1' }))
      .on(CREATE, () => json(201, entry({ photos: ['photo-1'] })));
    const clearAppBadge = jest.fn(async () => undefined);
    Object.assign(navigator, { clearAppBadge });
    await sendInBackground();
    expect(clearAppBadge).toHaveBeenCalled();
    Reflect.deleteProperty(navigator, 'clearAppBadge');
    const [sent] = server.requests('POST /api/photos');
    expect(sent?.headers.get('Idempotency-Key')).toBe(key);
    expect(sent?.headers.get('Content-Type')).toBe('image/jpeg');
    expect(sent?.body).toBe('pixels');
    expect(server.requests(CREATE)).toMatchObject([{ body: { photos: ['photo-1'] } }]);
    expect([...left(), ...bytes.keys()]).toEqual([]);
  });

  it('holds up no other, if something in front refuses it, and then needs its writer', async () => {
    const other = { ...body, content: 'Another walk.' };
    const change = { kind: 'create', body: other };
    records.set(
      'waiting.b',
      JSON.stringify({ ...waiting, id: 'b', order: 2, entryId: newIdOf('b'), change }),
    );
    const server = new FakeServer()
      .on('GET /api/session', session)
      .on(CREATE, (request) =>
        (request.body as typeof body).content === body.content
          ? foreignAnswer(403)
          : json(201, entry({ content: other.content })),
      );
    await sendInBackground();
    expect(server.requests(CREATE)).toHaveLength(3);
    expect(left()).toEqual(['waiting.a']);
    expect(JSON.parse(records.get('waiting.a') ?? '')).toMatchObject({ problem: { kind: 'stopped' } });
  });

  it.each([
    ['401', () => foreignAnswer(401)],
    ['JSON of its own', () => foreignAnswer(201, JSON.stringify(entry()))],
    ['nothing', lost],
    ['503, as the server does without its broker', () => problem(503, 'Not reachable just now.')],
  ])('stays, to be sent again, if the answer is %s', async (_what, answer) => {
    const server = new FakeServer().on('GET /api/session', answer).on(CREATE, answer);
    await expect(sendInBackground()).rejects.toThrow();
    expect(server.requests(CREATE)).toEqual([]);
    server.on('GET /api/session', session);
    await expect(sendInBackground()).rejects.toThrow();
    expect(server.requests(CREATE)).toHaveLength(1);
    expect(left()).toEqual(['waiting.a']);
  });
});
