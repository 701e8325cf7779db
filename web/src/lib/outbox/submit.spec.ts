import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { ana, entry, tokenOf } from '../../../test/builders';
import { empty, FakeServer, json } from '../../../test/fake-server';
import { fakeTabs, forgetTabs } from '../../../test/fake-tabs';
import { records, vault } from '../../../test/fake-vault';
import { addEntry, deleteEntry, newIdOf } from './changes';
import { SENT, type Sent } from './sender';

jest.unstable_mockModule('../vault/vault', () => ({ openVault: async () => vault }));
const { submit } = await import('./submit');
const { openSession } = await import('../api/session');

const CREATE = 'POST /api/journal/new';
const body = {
  email: ana.email,
  content: 'A walk by the river.',
  inputMood: 'Happy' as const,
  location: 'Porto',
};

beforeEach(fakeTabs);
afterEach(() => {
  records.clear();
  forgetTabs();
});

describe('the outbox', () => {
  it('deletes an entry that was sent elsewhere a moment ago, and that this tab knows as waiting', async () => {
    const server = new FakeServer().on('DELETE /api/journal/delete/entry-1', () => empty(204));
    openSession(tokenOf());
    const sent: Sent = {
      id: 'a',
      entryId: newIdOf('a'),
      kind: 'create',
      base: '',
      entry: entry(),
      at: Date.now(),
    };
    // The vault is opened before another tab or the worker notes it.
    await submit(() => ({ put: [], remove: [] }));
    records.set(SENT + sent.id, JSON.stringify(sent));
    const { kind } = await submit((waiting) => deleteEntry(waiting, sent.entryId, ''));
    expect(kind).toBe('gone');
    expect(server.requests('DELETE /api/journal/delete/entry-1')).toHaveLength(1);
  });

  it('sends nothing of one user once another is signed in', async () => {
    const server = new FakeServer().on(CREATE, () => json(201, entry()));
    openSession(tokenOf());
    const saving = submit((waiting) => addEntry(waiting, body)).catch(() => undefined);
    openSession(tokenOf({ ...ana, id: 'user-2' }));
    await saving;
    await waitFor(() => expect(server.requests(CREATE)).toEqual([]));
  });
});
