import { screen, waitFor } from '@testing-library/react';
import { jest } from '@jest/globals';
import { ana, entry } from '../../test/builders';
import { json, lost, problem } from '../../test/fake-server';
import { records, vault } from '../../test/fake-vault';

jest.unstable_mockModule('../lib/device/vault', () => ({
  openVault: async () => vault,
  openMemory: () => vault,
  usersHere: async () => [],
  forgetUser: async () => records.clear(),
}));
const { openApp, serverOfAna } = await import('../../test/render-app');
const { setDeviceUser } = await import('../lib/drafts/device-user');

const SEARCH = 'GET /api/journal/search';
const river = entry({ content: 'A walk by the river.' });
const lake = entry({ _id: 'entry-2', content: 'Swam in the lake.', inputMood: 'Sad' });
const KEPT = 'This is what this device keeps.';

function keepJournal() {
  records.set('user', JSON.stringify(ana));
  records.set('entries', JSON.stringify({ entries: [river, lake], since: null, fetchedAt: Date.now() }));
  setDeviceUser(ana.id);
}

/** A server that no request reaches. Later, it refuses requests without a token. */
function unreachableServer() {
  const server = serverOfAna().on('GET /api/user/me/sessions', () => json(200, []));
  const reached = globalThis.fetch;
  const state = { isReached: false };
  globalThis.fetch = async (input, init) => {
    if (!state.isReached) return lost();
    const { url, headers } = new Request(input, init);
    const isKnown = url.endsWith('/api/session') || headers.has('x-auth-token');
    return isKnown ? reached(input, init) : problem(401, 'Who are you?');
  };
  return { server, state };
}

afterEach(() => records.clear());

describe('a page without a connection', () => {
  it('opens with what the device keeps, and is right again after the connection has returned', async () => {
    keepJournal();
    const { server, state } = unreachableServer();
    openApp('/journal');
    expect(await screen.findByText('Swam in the lake.')).toBeInTheDocument();
    expect(screen.getByText(KEPT)).toBeInTheDocument();
    expect(screen.getByText('2 entries')).toBeInTheDocument();
    server.on(SEARCH, () => json(200, [river], { 'X-Total-Count': '1' }));
    state.isReached = true;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.queryByText(KEPT)).not.toBeInTheDocument());
    await waitFor(() => expect(screen.queryByText('Swam in the lake.')).not.toBeInTheDocument());
    expect(screen.getByText('A walk by the river.')).toBeInTheDocument();
  });

  it('searches what the device keeps', async () => {
    keepJournal();
    unreachableServer();
    openApp({ pathname: '/journal', hash: '#words=walking' });
    expect(await screen.findByText('1 entry')).toBeInTheDocument();
    expect(screen.queryByText('Swam in the lake.')).not.toBeInTheDocument();
  });

  it('leads to the login if the session has ended meanwhile, and opens no more without it', async () => {
    keepJournal();
    const { server, state } = unreachableServer();
    const app = openApp('/journal');
    await screen.findByText('Swam in the lake.');
    server.on('GET /api/session', () => problem(401, 'Over'));
    state.isReached = true;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(app.path()).toBe('/login'));
    state.isReached = false;
    app.reload();
    expect(
      await screen.findByText(/The server cannot be reached/, {}, { timeout: 9_000 }),
    ).toBeInTheDocument();
    expect(localStorage.getItem('inner-weather.device-user')).toBeNull();
  }, 20_000);

  it('stays as it is on a device that keeps nothing', async () => {
    unreachableServer();
    openApp('/journal');
    expect(
      await screen.findByText(/The server cannot be reached/, {}, { timeout: 9_000 }),
    ).toBeInTheDocument();
  }, 15_000);

  it('does not open as a user whose logout has not reached the server', async () => {
    keepJournal();
    localStorage.setItem('inner-weather.leaving', '1');
    unreachableServer();
    openApp('/journal');
    expect(
      await screen.findByText(/The server cannot be reached/, {}, { timeout: 9_000 }),
    ).toBeInTheDocument();
    expect(screen.queryByText('Swam in the lake.')).not.toBeInTheDocument();
  }, 15_000);

  it('says what needs a connection', async () => {
    keepJournal();
    const { server, state } = unreachableServer();
    const app = openApp('/settings');
    const needs = await screen.findAllByText('This needs a connection.', {}, { timeout: 9_000 });
    expect(needs.length).toBeGreaterThan(0);
    expect(server.received).toEqual([]);
    state.isReached = true;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.queryByText('This needs a connection.')).not.toBeInTheDocument());
    expect(app.path()).toBe('/settings');
  }, 20_000);
});

describe('a page with a connection', () => {
  it('keeps its user and entries', async () => {
    serverOfAna().on(SEARCH, () => json(200, [river], { 'X-Total-Count': '1' }));
    openApp('/journal');
    await screen.findByText('A walk by the river.');
    await waitFor(() => expect([...records.keys()]).toEqual(expect.arrayContaining(['user', 'entries'])));
    expect(JSON.parse(records.get('entries') ?? '')).toMatchObject({
      entries: [{ content: river.content }],
      since: null,
    });
  });
});
