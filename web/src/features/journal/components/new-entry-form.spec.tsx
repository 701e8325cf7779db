import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ana, entry, tokenOf } from '../../../../test/builders';
import { empty, json, lost, problem } from '../../../../test/fake-server';
import { openApp, serverOfAna, type App } from '../../../../test/render-app';

const SAVE = 'POST /api/journal/new';
const FAILED = 'Failed to save the journal entry. Please try again.';

async function write({ person }: App, words: string) {
  const text = await screen.findByPlaceholderText('Tell me about your day...!');
  await person.type(text, words);
  return text;
}

const save = ({ person }: App) => person.click(screen.getByRole('button', { name: 'Save Entry' }));

describe('the new-entry form', () => {
  it('saves, says so, is empty again and shows the entry, whose weather arrives later', async () => {
    const server = serverOfAna();
    const stored = entry({ content: 'A long walk.', weatherStatus: 'pending', weatherData: '' });
    const found = (now: typeof stored) => () => json(200, [now], { 'X-Total-Count': '1' });
    server.on(SAVE, () => {
      server.on('GET /api/journal/search', found(stored));
      return json(201, stored);
    });
    const app = openApp('/journal');
    const text = await write(app, 'A long walk.');
    await app.person.click(screen.getByRole('radio', { name: 'Happy' }));
    await save(app);

    expect(await screen.findByText('Journal entry saved successfully!')).toBeInTheDocument();
    expect(text).toHaveValue('');
    expect(screen.getByRole('radio', { name: 'Happy' })).not.toBeChecked();
    const [request] = server.requests(SAVE);
    expect(request?.body).toEqual({
      email: ana.email,
      content: 'A long walk.',
      inputMood: 'Happy',
      location: 'Porto',
    });
    expect(request?.headers.get('x-auth-token')).toBe(tokenOf());

    const card = within(await screen.findByRole('article'));
    expect(card.getByText('Weather is on its way')).toBeInTheDocument();
    const arrived = { weatherStatus: 'ready', weatherData: 'Mist', temperature: 8.4 } as const;
    server.on('GET /api/journal/search', found({ ...stored, ...arrived }));
    // The language of jsdom is that of the United States.
    expect(await card.findByText('Mist, 47 °F')).toBeInTheDocument();
    expect(localStorage).toHaveLength(0);
  });

  it('takes another moment and city, a mood in own words, and tags, and keeps them in the draft', async () => {
    const server = serverOfAna().on(SAVE, lost);
    const before = openApp('/journal');
    const { person } = before;
    await write(before, 'Yesterday evening.');
    const fold = screen.getByRole('button', { name: 'When and where: Now · Porto' });
    expect(screen.queryByRole('textbox', { name: 'City' })).not.toBeInTheDocument();
    await person.click(fold);
    fireEvent.change(screen.getByLabelText('Date and time'), { target: { value: '2026-03-01T21:30' } });
    await person.clear(screen.getByLabelText('City'));
    await person.type(screen.getByLabelText('City'), 'Bergen');
    expect(fold).toHaveAccessibleName('When and where: 1 Mar 2026, 21:30 · Bergen');
    await person.click(screen.getByRole('radio', { name: 'Own words' }));
    await person.type(screen.getByLabelText('Mood in your own words'), 'quietly proud');
    await person.type(screen.getByRole('combobox', { name: 'Tags' }), 'with Bea,river{Enter}late');
    await save(before);
    await screen.findByText(FAILED);
    before.view.unmount();

    server.on(SAVE, () => json(201, entry()));
    const after = openApp('/journal');
    await screen.findByDisplayValue('Yesterday evening.');
    await save(after);
    await screen.findByText('Journal entry saved successfully!');
    const [first, second] = server.requests(SAVE);
    expect(first?.body).toEqual({
      email: ana.email,
      content: 'Yesterday evening.',
      inputMood: 'quietly proud',
      location: 'Bergen',
      place: 'geo:41.15,-8.61',
      date: new Date('2026-03-01T21:30').toISOString(),
      // Known as River, and the last one ends where the field is left.
      tags: ['with Bea', 'River', 'late'],
    });
    expect(second?.body).toEqual(first?.body);
    expect(screen.getByRole('button', { name: 'When and where: Now · Porto' })).toBeInTheDocument();
    expect(screen.queryByRole('list', { name: 'Tags of this entry' })).not.toBeInTheDocument();
  });

  it('says what is wrong with a moment, in sight', async () => {
    const server = serverOfAna();
    const app = openApp('/journal');
    await write(app, 'Tomorrow.');
    const fold = screen.getByRole('button', { name: /^When and where/ });
    await app.person.click(fold);
    const tomorrow = new Date(Date.now() + 30 * 60 * 60_000).toISOString().slice(0, 16);
    fireEvent.change(screen.getByLabelText('Date and time'), { target: { value: tomorrow } });
    await app.person.click(fold);
    await save(app);
    expect(await screen.findByText('This moment is still to come.')).toBeVisible();
    expect(server.requests(SAVE)).toHaveLength(0);
  });

  it('goes round the tags that were used in both directions, from the text to the first or the last', async () => {
    const used = ['River', 'Work', 'Friends'];
    serverOfAna().on('GET /api/journal/tags', () =>
      json(200, { tags: used.map((tag) => ({ tag, entries: 1 })) }),
    );
    const { person } = openApp('/journal');
    const tags = await screen.findByRole('combobox', { name: 'Tags' });
    await person.click(tags);
    await within(screen.getByRole('listbox')).findByRole('option', { name: 'Friends' });
    const active = () =>
      within(screen.getByRole('listbox')).queryByRole('option', { selected: true })?.textContent;
    expect(active()).toBeUndefined();
    for (const wanted of [...used, 'River']) {
      await person.keyboard('{ArrowDown}');
      expect(active()).toBe(wanted);
    }
    await person.type(tags, '{Escape}r{Backspace}{ArrowUp}');
    expect(active()).toBe('Friends');
  });

  it('has tags that are chosen and removed by keyboard alone, and saved by Ctrl + Enter with the rest', async () => {
    const server = serverOfAna().on(SAVE, () => json(201, entry()));
    const app = openApp('/journal');
    const { person } = app;
    await write(app, 'Tagged.');
    const tags = screen.getByRole('combobox', { name: 'Tags' });
    await person.type(tags, 'ri{ArrowDown}');
    // The search names the tags, too.
    const option = within(screen.getByRole('listbox')).getByRole('option', { name: 'River' });
    expect(tags).toHaveAttribute('aria-activedescendant', option.id);
    await person.keyboard('{Enter}one{Enter}two{Enter}{Backspace}');
    const chosen = within(screen.getByRole('list', { name: 'Tags of this entry' }));
    expect(chosen.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['River×', 'one×']);
    await person.tab({ shift: true });
    expect(chosen.getByRole('button', { name: 'Remove the tag one' })).toHaveFocus();
    await person.keyboard('{Delete}');
    expect(tags).toHaveFocus();
    await person.keyboard('ONE{Enter}one{Enter}last{Control>}{Enter}{/Control}');
    await screen.findByText('Journal entry saved successfully!');
    expect(server.requests(SAVE)[0]?.body).toMatchObject({ tags: ['River', 'ONE', 'last'] });
  });

  it('sends a mood of the picker that was typed as one, and none that was taken back', async () => {
    const server = serverOfAna().on(SAVE, () => json(201, entry()));
    const app = openApp('/journal');
    await write(app, 'One.');
    await app.person.click(screen.getByRole('radio', { name: 'Own words' }));
    await app.person.type(screen.getByLabelText('Mood in your own words'), ' happy');
    await save(app);
    await waitFor(() => expect(server.requests(SAVE)).toHaveLength(1));
    expect(server.requests(SAVE)[0]?.body).toMatchObject({ inputMood: 'Happy' });
    await waitFor(() => expect(screen.getByPlaceholderText('Tell me about your day...!')).toHaveValue(''));
    expect(screen.queryByLabelText('Mood in your own words')).not.toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'Own words' })).not.toBeChecked();
    await write(app, 'Two.');
    await app.person.click(screen.getByRole('radio', { name: 'Sad' }));
    await app.person.click(screen.getByRole('radio', { name: 'Sad' }));
    await save(app);
    await waitFor(() => expect(server.requests(SAVE)).toHaveLength(2));
    expect(server.requests(SAVE)[1]?.body).not.toHaveProperty('inputMood');
  });

  it('sends no mood when none is chosen, and nothing at all without words', async () => {
    const server = serverOfAna().on(SAVE, () => json(201, entry({ inputMood: '' })));
    const app = openApp('/journal');
    await write(app, '  ');
    await save(app);
    expect(await screen.findByText('Write a few words first.')).toBeInTheDocument();
    expect(server.requests(SAVE)).toHaveLength(0);
    await write(app, 'Quiet.');
    await app.person.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText('Journal entry saved successfully!');
    expect(server.requests(SAVE)[0]?.body).not.toHaveProperty('inputMood');
  });

  it('keeps the text when the connection is lost, and sends it again under the same key', async () => {
    const server = serverOfAna().on(SAVE, lost);
    const app = openApp('/journal');
    const text = await write(app, 'Do not lose this.');
    await save(app);
    expect(await screen.findByText(FAILED)).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('The server cannot be reached.');
    expect(text).toHaveValue('Do not lose this.');

    server.on(SAVE, () => json(201, entry()));
    await save(app);
    await screen.findByText('Journal entry saved successfully!');
    const keys = server.requests(SAVE).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
  });

  it('takes another key once a refused text has changed, and for the next entry', async () => {
    const server = serverOfAna().on(SAVE, () => problem(400, 'Content is not what it should be', 'content'));
    const app = openApp('/journal');
    await write(app, 'First');
    await save(app);
    expect(await screen.findByRole('alert')).toHaveTextContent('Content is not what it should be');
    await save(app);
    await waitFor(() => expect(server.requests(SAVE)).toHaveLength(2));
    await screen.findByText(FAILED);
    server.on(SAVE, () => json(201, entry()));
    await write(app, ' and second');
    await save(app);
    await screen.findByText('Journal entry saved successfully!');
    await write(app, 'Another');
    await save(app);
    await waitFor(() => expect(server.requests(SAVE)).toHaveLength(4));
    const keys = server.requests(SAVE).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(3);
  });

  it('keeps a draft over a reload, under its key', async () => {
    const server = serverOfAna().on(SAVE, lost);
    const before = openApp('/journal');
    await write(before, 'Half a thought');
    await save(before);
    await screen.findByText(FAILED);
    expect(await screen.findByText('Draft saved')).toBeInTheDocument();
    before.view.unmount();

    server.on(SAVE, () => json(201, entry()));
    const after = openApp('/journal');
    expect(await screen.findByPlaceholderText('Tell me about your day...!')).toHaveValue('Half a thought');
    await save(after);
    await screen.findByText('Journal entry saved successfully!');
    const [first, second] = server.requests(SAVE);
    expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
  });

  it('renews a token that has run out, and saves without a word', async () => {
    const fresh = tokenOf(ana, 2);
    const server = serverOfAna();
    server.on(SAVE, ({ headers }) =>
      headers.get('x-auth-token') === fresh ? json(201, entry()) : problem(401, 'Expired'),
    );
    const app = openApp('/journal');
    await write(app, 'Still here.');
    server.on('GET /api/session', () => json(200, { token: fresh, user: ana }));
    await save(app);
    expect(await screen.findByText('Journal entry saved successfully!')).toBeInTheDocument();
    const [first, second] = server.requests(SAVE);
    expect(second?.body).toEqual(first?.body);
  });

  it('leads to the login when the session is over, and brings the draft back', async () => {
    const server = serverOfAna().on(SAVE, () => problem(401, 'Gone'));
    const app = openApp('/journal');
    await write(app, 'Keep me.');
    server.on('GET /api/session', () => empty(204));
    await save(app);
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeInTheDocument();
    expect(app.path()).toBe('/login');
    expect(screen.getByText(/Your session has ended/)).toBeInTheDocument();

    server.on('POST /api/login', () => json(200, { token: tokenOf() }));
    await app.person.type(screen.getByLabelText('Email'), ana.email);
    await app.person.type(screen.getByLabelText('Password'), 'a password');
    await app.person.click(screen.getByRole('button', { name: 'Log In' }));
    expect(await screen.findByPlaceholderText('Tell me about your day...!')).toHaveValue('Keep me.');
  });
});
