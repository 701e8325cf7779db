import { screen, waitFor, within } from '@testing-library/react';
import { NO_BEGINNINGS } from '@inner-weather/domain/beginnings/beginnings';
import { ana, entry, tokenOf } from '../../test/builders';
import { empty, held, json, problem } from '../../test/fake-server';
import { openApp, serverOfAna, type App } from '../../test/render-app';
import { logIn } from '../../test/sign-up';
import { keepEdition } from '../lib/drafts/drafts';
import { valuesOf } from '../lib/entry/entry-values';

const EDITION = {
  ...valuesOf(entry({ content: 'Words of an edit', createdAt: '2026-01-05T12:00:00.000Z' })),
  day: '2026-01-05',
  updatedAt: '2026-01-05T12:00:00.000Z',
};

function serverWithEntries() {
  const old = entry({ _id: 'old', content: 'An old one.', createdAt: '2026-01-05T12:00:00.000Z' });
  return serverOfAna()
    .on('POST /api/logout', () => empty(204))
    .on('GET /api/journal/search', ({ query }) => {
      const entries = (query.get('endDate') ?? '') < '2026-02-01' ? [old] : [entry()];
      return json(200, entries, { 'X-Total-Count': '1' });
    });
}

async function editEntry({ person }: App, words: string) {
  await person.click(await screen.findByRole('button', { name: 'Edit Entry' }));
  const text = screen.getByLabelText('Entry');
  await person.clear(text);
  await person.type(text, words);
}

const logOut = ({ person }: App) => person.click(screen.getByRole('button', { name: 'Logout' }));
const question = () => screen.findByRole('alertdialog', { name: 'Log out without saving?' });

async function lookAtInsights({ person }: App) {
  await person.click(screen.getByRole('link', { name: 'Insights' }));
  await screen.findByRole('heading', { name: 'Data Insights' });
}

const OTHER_DAYS = '/journal#from=2026-01-05&to=2026-01-05';

describe('an unsaved change to an entry', () => {
  it('survives a visit to another page, where a logout asks first, and Cancel discards it', async () => {
    serverWithEntries();
    const app = openApp('/journal');
    await editEntry(app, 'Other words');
    await lookAtInsights(app);
    await logOut(app);
    expect(await question()).toHaveTextContent('will be deleted from this browser');
    await app.person.click(within(await question()).getByRole('button', { name: 'Stay' }));
    await app.person.click(screen.getByRole('link', { name: 'Journal' }));
    expect(await screen.findByLabelText('Entry')).toHaveValue('Other words');
    expect(screen.getByText('You have not saved these changes yet.')).toBeInTheDocument();
    await app.person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('Walked home the long way.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Edit Entry' })).toHaveFocus();
    await app.person.click(screen.getByRole('button', { name: 'Edit Entry' }));
    expect(screen.getByLabelText('Entry')).toHaveValue('Walked home the long way.');
    expect(localStorage).toHaveLength(0);
  });

  it('is mentioned while other days are shown, with buttons to continue and to discard it', async () => {
    serverWithEntries();
    const app = openApp('/journal');
    await editEntry(app, 'Other words');
    await app.go(OTHER_DAYS);
    await screen.findByText('An old one.');
    expect(screen.getByText(/You have unsaved changes to your entry/)).toBeInTheDocument();
    await app.person.click(screen.getByRole('button', { name: 'Continue editing' }));
    expect(await screen.findByLabelText('Entry')).toHaveValue('Other words');

    await app.go(OTHER_DAYS);
    await app.person.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(screen.queryByText(/You have unsaved changes to your entry/)).not.toBeInTheDocument();
    expect(localStorage).toHaveLength(0);
  });

  it('stays when another tab, which had it open too, saves or cancels its own', async () => {
    serverWithEntries();
    const app = openApp('/journal');
    await editEntry(app, 'Other words');
    const [key = ''] = Object.keys(localStorage);
    localStorage.removeItem(key);
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
    await lookAtInsights(app);
    await app.person.click(screen.getByRole('link', { name: 'Journal' }));
    expect(await screen.findByLabelText('Entry')).toHaveValue('Other words');
    await app.person.click(screen.getByRole('button', { name: 'Cancel' }));
  });

  it('that another tab has left is continued, not written over', async () => {
    serverWithEntries();
    const { person } = openApp('/journal');
    const button = await screen.findByRole('button', { name: 'Edit Entry' });
    keepEdition(ana.id, 'entry-1', { ...EDITION, content: 'Of the other tab' });
    await person.click(button);
    expect(screen.getByLabelText('Entry')).toHaveValue('Of the other tab');
    expect(screen.getByLabelText('Entry')).toHaveFocus();
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
  });

  it('of an entry that was deleted elsewhere can become a new entry', async () => {
    const server = serverWithEntries()
      .on('GET /api/journal/entries/gone', () => problem(404, 'Gone'))
      .on('POST /api/journal/new', () => json(201, entry({ _id: 'new' })));
    keepEdition(ana.id, 'gone', EDITION);
    const { person } = openApp('/journal');
    await person.click(await screen.findByRole('button', { name: 'Continue editing' }));
    await person.click(await screen.findByRole('button', { name: 'Show what waits on this device' }));
    await person.click(await screen.findByRole('button', { name: 'Make it a new entry' }));
    await waitFor(() => expect(server.requests('POST /api/journal/new')).toHaveLength(1));
    const { content, inputMood, location, tags } = EDITION;
    expect(server.requests('POST /api/journal/new')[0]?.body).toMatchObject({
      ...{ content, inputMood, location, tags },
      date: '2026-01-05T12:00:00.000Z',
    });
    expect(localStorage).toHaveLength(0);
  });

  it('returns only to its author after the session has expired, even after a reload', async () => {
    const server = serverWithEntries().on('PUT /api/journal/update/entry-1', () => problem(401, 'Gone'));
    const app = openApp('/journal');
    await editEntry(app, 'Other words');
    server.on('GET /api/session', () => empty(204));
    await app.person.click(screen.getByRole('button', { name: 'Save Editions' }));
    await screen.findByRole('heading', { name: 'Welcome back' });
    const bea = { ...ana, id: 'user-2', email: 'bea@example.org' };
    server.on('POST /api/login', () => json(200, { token: tokenOf(bea) }));
    // As if the tab is closed and opened again later.
    app.reload();
    await logIn(app.person, bea.email);
    expect(await screen.findByRole('button', { name: 'Edit Entry' })).toBeInTheDocument();
    expect(screen.queryByDisplayValue('Other words')).not.toBeInTheDocument();
    await app.person.click(screen.getByRole('button', { name: 'Logout' }));
    await app.person.click(await screen.findByRole('link', { name: 'Login' }));
    server.on('POST /api/login', () => json(200, { token: tokenOf(ana) }));
    await logIn(app.person);
    expect(await screen.findByLabelText('Entry')).toHaveValue('Other words');
  });
});

describe('an open form of a question or a template', () => {
  const serverWithBeginnings = () =>
    serverWithEntries()
      .on('GET /api/beginnings', () => json(200, { version: 1, ...NO_BEGINNINGS }))
      .on('PUT /api/beginnings', ({ body }) => json(200, body));
  const PUT = 'PUT /api/beginnings';

  it('is open again after a visit to another page, and Cancel discards it', async () => {
    serverWithBeginnings();
    const app = openApp('/settings');
    await app.person.click(await screen.findByRole('button', { name: 'Add a question' }));
    await app.person.type(screen.getByLabelText('Your question'), 'How is my back?');
    const sunday = () =>
      within(screen.getByRole('group', { name: 'Asked on' })).getByRole('checkbox', { name: 'Sunday' });
    await app.person.click(sunday());
    await lookAtInsights(app);
    await logOut(app);
    await app.person.click(within(await question()).getByRole('button', { name: 'Stay' }));
    await app.person.click(screen.getByRole('link', { name: 'Settings' }));
    expect(await screen.findByLabelText('Your question')).toHaveValue('How is my back?');
    expect(sunday()).toBeChecked();
    await app.person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Add a question' })).toHaveFocus();
    expect(localStorage).toHaveLength(0);
  });

  it('does not return if it was saved after the page was left', async () => {
    const saved = held();
    const server = serverWithBeginnings().on(PUT, saved.handler);
    const app = openApp('/settings');
    await app.person.click(await screen.findByRole('button', { name: 'Add a template' }));
    const page = within(screen.getByRole('region', { name: 'Questions and templates' }));
    await app.person.type(page.getByLabelText('Name'), 'After therapy');
    await app.person.type(screen.getByLabelText('What the form begins with'), 'What stayed:');
    await app.person.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.requests(PUT)).toHaveLength(1));
    await lookAtInsights(app);
    expect(localStorage).toHaveLength(1);
    await saved.answer(json(200, server.requests(PUT)[0]?.body));
    await waitFor(() => expect(localStorage).toHaveLength(0));
  });
});
