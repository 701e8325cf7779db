import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ana, entry, listOf, tokenOf } from '../../../../../test/builders';
import { empty, type FakeServer, json, lost, problem } from '../../../../../test/fake-server';
import { openApp, serverOfAna, type App } from '../../../../../test/render-app';
import { UNDO_MS } from '../../api/deletions';

const DELETE = 'DELETE /api/journal/delete/entry-1';

/** A journal with one entry, which can be deleted. */
function serverWithEntry(changes: Parameters<typeof entry>[0] = {}): FakeServer {
  let entries = [entry(changes)];
  return serverOfAna()
    .on('GET /api/journal/search', () => listOf(...entries))
    .on('POST /api/logout', () => empty(204))
    .on(DELETE, () => {
      entries = [];
      return empty(204);
    });
}

async function remove({ person }: App): Promise<void> {
  await person.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
}

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const undo = () => screen.queryByRole('button', { name: 'Undo' });

/** A deletion as stored in the browser. */
function markOf(until: number): string {
  const { day, updatedAt } = entry();
  return JSON.stringify({ day, updatedAt, words: 'Walked home', until });
}

describe('a deleted entry', () => {
  beforeEach(() => {
    jest.useFakeTimers({ advanceTimers: true });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('comes back with Undo, or is hidden at once, announced, and deleted after ten seconds', async () => {
    const server = serverWithEntry({ content: 'The river was loud, and so <b>was</b> I.' });
    const app = openApp('/journal');
    await remove(app);
    await app.person.click(screen.getByRole('button', { name: 'Undo' }));
    expect(screen.getByRole('article')).toHaveFocus();
    expect(undo()).not.toBeInTheDocument();
    expect(localStorage).toHaveLength(0);
    await pass(2 * UNDO_MS);
    expect(server.requests(DELETE)).toHaveLength(0);

    await remove(app);
    const message = screen.getByText(/^Entry deleted/);
    expect(message).toHaveTextContent('“The river was loud, and so <b>was</b> I.”');
    expect(message.closest('[role=status]')).toBeInTheDocument();
    expect(screen.getByText('Your journal begins with a line')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Look back' })).toHaveFocus());
    await pass(UNDO_MS - 2_000);
    expect(undo()).toBeInTheDocument();
    expect(server.requests(DELETE)).toHaveLength(0);
    await pass(2_100);
    expect(undo()).not.toBeInTheDocument();
    expect(server.requests(DELETE)).toHaveLength(1);
    expect(server.requests(DELETE)[0]?.headers.get('If-Match')).toMatch(/^"[0-9a-z]+"$/);
    expect(localStorage).toHaveLength(0);
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
  });

  it('can be undone on another page and after a reload', async () => {
    const server = serverWithEntry();
    const app = openApp('/journal');
    await remove(app);
    await app.person.click(screen.getByRole('link', { name: 'Insights' }));
    await screen.findByRole('heading', { name: 'Data Insights' });
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeInTheDocument();
    app.reload();
    await app.person.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(undo()).not.toBeInTheDocument();
    await app.person.click(screen.getByRole('link', { name: 'Journal' }));
    expect(await screen.findByRole('article')).toBeInTheDocument();
    await pass(2 * UNDO_MS);
    expect(server.requests(DELETE)).toHaveLength(0);
  });

  it('is deleted by the next page, which may be any, if an earlier page was closed too early', async () => {
    localStorage.setItem(`inner-weather.draft.${ana.id}.deleting.entry-1`, markOf(0));
    const server = serverWithEntry();
    openApp('/insights');
    await waitFor(() => expect(server.requests(DELETE)).toHaveLength(1));
    await waitFor(() => expect(localStorage).toHaveLength(0));
  });

  it('comes back with the reason if it was changed elsewhere or the server refuses, and not if it no longer exists', async () => {
    const changed = entry({ content: 'Changed elsewhere.' });
    const server = serverWithEntry().on(DELETE, () =>
      json(412, { code: 'entry_changed', errors: [{ msg: 'It was changed.' }], current: changed }),
    );
    const app = openApp('/journal');
    await remove(app);
    await pass(UNDO_MS + 100);
    expect(await screen.findByRole('alert')).toHaveTextContent('It was changed.');
    expect(screen.getByRole('article')).toBeInTheDocument();

    server.on(DELETE, () => problem(503, 'The journal is not reachable just now.'));
    await remove(app);
    await pass(UNDO_MS + 100);
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent('The journal is not reachable just now.'),
    );
    expect(screen.getByText(/^Your entry of .* was not deleted\.$/)).toBeInTheDocument();
    expect(screen.getByRole('article')).toBeInTheDocument();
    expect(localStorage).toHaveLength(0);

    server.on(DELETE, () => problem(404, 'There is no such entry.'));
    await remove(app);
    await pass(UNDO_MS - 1_000);
    // The timer ends a moment before the clock says so.
    jest.setSystemTime(Date.now() - 50);
    await pass(1_200);
    expect(server.requests(DELETE)).toHaveLength(3);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(localStorage).toHaveLength(0);
  });

  it('of another tab is hidden here too, and comes back with its Undo', async () => {
    const server = serverWithEntry();
    openApp('/journal');
    await screen.findByRole('article');
    const key = `inner-weather.draft.${ana.id}.deleting.entry-1`;
    const notifyTab = () => act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
    localStorage.setItem(key, markOf(Date.now() + UNDO_MS));
    notifyTab();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    localStorage.removeItem(key);
    notifyTab();
    expect(screen.getByRole('article')).toBeInTheDocument();
    await pass(2 * UNDO_MS);
    expect(server.requests(DELETE)).toHaveLength(0);
  });

  it('is deleted before a logout, which asks first if that fails', async () => {
    const server = serverWithEntry().on(DELETE, lost);
    const app = openApp('/journal');
    await remove(app);
    await app.person.click(screen.getByRole('button', { name: 'Logout' }));
    const question = await screen.findByRole('alertdialog', { name: 'Log out without deleting?' });
    await app.person.click(within(question).getByRole('button', { name: 'Stay' }));
    expect(server.requests('POST /api/logout')).toHaveLength(0);
    expect(await screen.findByRole('article')).toBeInTheDocument();

    server.on(DELETE, () => empty(204));
    await remove(app);
    await app.person.click(screen.getByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('link', { name: 'Join' })).toBeInTheDocument();
    const routes = server.received.map(({ method, path }) => `${method} ${path}`);
    expect(routes.lastIndexOf(DELETE)).toBeLessThan(routes.indexOf('POST /api/logout'));
    expect(localStorage).toHaveLength(0);
  });

  it('is deleted after the next login if the session ended first', async () => {
    const server = serverWithEntry().on(DELETE, () => problem(401, 'Gone'));
    const app = openApp('/journal');
    await remove(app);
    server.on('GET /api/session', () => empty(204));
    await pass(UNDO_MS + 100);
    await screen.findByRole('heading', { name: 'Welcome back' });
    expect(JSON.stringify(localStorage)).not.toContain('Walked home');
    server.on('POST /api/login', () => json(200, { token: tokenOf() })).on(DELETE, () => empty(204));
    const tries = server.requests(DELETE).length;
    await app.person.type(screen.getByLabelText('Email'), ana.email);
    await app.person.type(screen.getByLabelText('Password'), 'a password');
    await app.person.click(screen.getByRole('button', { name: 'Log In' }));
    await waitFor(() => expect(server.requests(DELETE).length).toBeGreaterThan(tries));
    await waitFor(() => expect(localStorage).toHaveLength(0));
  });
});
