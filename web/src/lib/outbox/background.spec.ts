import { jest } from '@jest/globals';
import { ana, entry, tokenOf } from '../../../test/builders';
import { FakeServer, foreignAnswer, json, lost } from '../../../test/fake-server';
import { fakeTabs, forgetTabs } from '../../../test/fake-tabs';
import { records, vault } from '../../../test/fake-vault';
import { newIdOf } from './changes';

jest.unstable_mockModule('../vault/vault', () => ({
  openVault: async () => vault,
  usersHere: async () => [ana.id],
}));
const { sendInBackground } = await import('./background');

const CREATE = 'POST /api/journal/new';
const body = { email: ana.email, content: 'A walk by the river.', location: 'Porto' };
const waiting = {
  ...{ id: 'a', order: 1, entryId: newIdOf('a'), isAttempted: false },
  change: { kind: 'create', body },
};
const session = () => json(200, { token: tokenOf() });
const left = () => [...records.keys()].filter((name) => name.startsWith('waiting.'));

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
  it('has left the device once the journal has answered', async () => {
    const server = new FakeServer().on('GET /api/session', session).on(CREATE, () => json(201, entry()));
    await sendInBackground();
    expect(server.requests(CREATE)).toMatchObject([{ body }]);
    expect(left()).toEqual([]);
  });

  it.each([
    ['401', () => foreignAnswer(401)],
    ['a page', () => foreignAnswer(200, '<form>', { 'content-type': 'text/html' })],
    ['something empty', () => foreignAnswer(204)],
    ['JSON of its own', () => foreignAnswer(201, JSON.stringify(entry()))],
    ['nothing', lost],
  ])('stays, to be sent again, if something in front answers %s', async (_what, answer) => {
    const server = new FakeServer().on('GET /api/session', answer).on(CREATE, answer);
    await expect(sendInBackground()).rejects.toThrow();
    expect(server.requests(CREATE)).toEqual([]);
    server.on('GET /api/session', session);
    await expect(sendInBackground()).rejects.toThrow();
    expect(server.requests(CREATE)).toHaveLength(1);
    expect(left()).toEqual(['waiting.a']);
  });
});
