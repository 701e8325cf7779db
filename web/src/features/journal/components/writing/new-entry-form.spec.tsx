import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ana, entry, listOf, tokenOf } from '../../../../../test/builders';
import { held, json, lost, problem } from '../../../../../test/fake-server';
import { keepingStore } from '../../../../lib/drafts/unsaved';
import { keepPresses } from '../../../../lib/screen/presses';
import { TIMERS } from '../../../../../test/timers';
import { openApp, serverOfAna, type App } from '../../../../../test/render-app';

const SAVE = 'POST /api/journal/new';

const FAILED = 'Failed to save the journal entry. Please try again.';

async function write({ person }: App, words: string) {
  const text = await screen.findByPlaceholderText('Tell me about your day...!');
  await person.type(text, words);
  return text;
}

const save = ({ person }: App) => person.click(screen.getByRole('button', { name: 'Save Entry' }));

// Contract: 2 form: placeholder `Tell me about your day...!`, hint, Save Entry, message
// Contract: 4 `Journal entry saved successfully!` empties the form; `Failed to save the journal entry. Please try again.`
describe('the new-entry form', () => {
  it('saves, confirms it, clears the form and shows the entry, whose weather arrives later', async () => {
    const server = serverOfAna();
    const stored = entry({ content: 'A long walk.', weatherStatus: 'pending', weatherData: '' });
    const results = (now: typeof stored) => () => listOf(now);
    server.on(SAVE, () => {
      server.on('GET /api/journal/search', results(stored));
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
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(request?.headers.get('x-auth-token')).toBe(tokenOf());

    const article = await screen.findByRole('article');
    // The focus moves to the saved entry.
    await waitFor(() => expect(article).toHaveFocus());
    const card = within(article);
    expect(card.getByText('Weather is on its way')).toBeInTheDocument();
    const arrived = { weatherStatus: 'ready', weatherData: 'Mist', temperature: 8.4 } as const;
    server.on('GET /api/journal/entries/entry-1', () => json(200, { ...stored, ...arrived }));
    expect(await card.findByText('Mist, 8 °C', {}, { timeout: 25_000 })).toBeInTheDocument();
    expect(localStorage).toHaveLength(0);
  });

  it('cannot be changed while it is saved, and has its focus back if that failed', async () => {
    const first = held();
    const server = serverOfAna().on(SAVE, first.handler);
    const app = openApp('/journal');
    await write(app, 'A long walk.');
    await app.person.click(screen.getByRole('radio', { name: 'Happy' }));
    const tags = screen.getByRole('combobox', { name: 'Tags' });
    const isHeld = () =>
      [tags, screen.getByRole('radio', { name: 'Sad' }), screen.getByRole('button', { name: 'Add photos' })]
        .map((field) => field.closest('[inert]') !== null)
        .join();
    await app.person.type(tags, 'River{Control>}{Enter}{/Control}');
    await waitFor(() => expect(server.requests(SAVE)).toHaveLength(1));
    expect(isHeld()).toBe('true,true,true');
    const photo = new File(['photo'], 'walk.jpg', { type: 'image/jpeg' });
    fireEvent.paste(screen.getByLabelText('Your entry'), { clipboardData: { files: [photo] } });
    expect(screen.queryByRole('list', { name: 'Photos of this entry' })).not.toBeInTheDocument();
    // A browser takes the focus away from what is inert.
    act(() => tags.blur());
    await first.answer(problem(400, 'Not now'));
    await screen.findByText(FAILED);
    expect(isHeld()).toBe('false,false,false');
    expect(tags).toHaveFocus();

    const second = held();
    server.on(SAVE, second.handler);
    await app.person.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(server.requests(SAVE)).toHaveLength(2));
    act(() => tags.blur());
    const sent = server.requests(SAVE)[1]?.body as object;
    expect(sent).toMatchObject({ content: 'A long walk.', inputMood: 'Happy', tags: ['River'] });
    const stored = entry(sent);
    server.on('GET /api/journal/search', () => listOf(stored));
    await second.answer(json(201, stored));
    const card = await screen.findByRole('article');
    await waitFor(() => expect(card).toHaveFocus());
    expect(within(card).getByText('Happy')).toBeInTheDocument();
    expect(isHeld()).toBe('false,false,false');
  });

  it('is saved also while the device does not answer', async () => {
    serverOfAna().on(SAVE, () => json(201, entry()));
    const app = openApp('/journal');
    const text = await write(app, 'A long walk.');
    keepingStore.set('keeping');
    jest.useFakeTimers({ advanceTimers: true });
    await save(app);
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    jest.useRealTimers();
    expect(await screen.findByText('Journal entry saved successfully!')).toBeInTheDocument();
    expect(text).toHaveValue('');
    keepingStore.set('kept');
  });

  it('moves a minute that the clocks skip forward by the length of the gap, and says so', async () => {
    const [minute, date] = ['2026-03-29T02:30', '2026-03-29T03:30:00.000+02:00'];
    const hint = 'The clocks skip 29 Mar 2026, 02:30. It counts as 29 Mar 2026, 03:30.';
    const user = { ...ana, timeZone: 'Europe/Berlin' };
    const server = serverOfAna()
      .on('GET /api/session', () => json(200, { token: tokenOf(user), user }))
      .on(SAVE, () => json(201, entry({ createdAt: date })));
    const app = openApp('/journal');
    await write(app, 'Words');
    await app.person.click(screen.getByRole('button', { name: 'When and where: Now · Porto' }));
    const field = screen.getByLabelText('Date and time');
    fireEvent.change(field, { target: { value: minute } });
    expect(field).toHaveAccessibleDescription(hint);
    await save(app);
    await waitFor(() => expect(server.requests(SAVE)[0]?.body).toMatchObject({ date }));
    expect(server.requests(SAVE)[0]?.body).not.toHaveProperty('tz');
  });

  it('says that a custom mood is too long and does not cut it, and has room for as many emoji as for letters', async () => {
    const server = serverOfAna().on(SAVE, lost);
    const app = openApp('/journal');
    const text = await write(app, 'A day.');
    await app.person.click(screen.getByRole('radio', { name: 'Own words' }));
    const own = screen.getByLabelText('Mood in your own words');
    await app.person.click(own);
    await app.person.paste('🌊'.repeat(50));
    expect(own).not.toHaveAccessibleDescription();
    await app.person.paste('!');
    expect(own).toHaveValue(`${'🌊'.repeat(50)}!`);
    expect(own).toHaveAccessibleDescription('A mood has room for 50 characters: this one is too long.');
    await save(app);
    expect(server.requests(SAVE)).toHaveLength(0);
    expect(own).toHaveFocus();

    await app.person.clear(own);
    const content = '🌊'.repeat(20_000);
    fireEvent.change(text, { target: { value: `${content}!` } });
    await save(app);
    await waitFor(() => expect(text).toHaveAccessibleDescription('At most 20,000 characters, please'));
    expect(server.requests(SAVE)).toHaveLength(0);
    fireEvent.change(text, { target: { value: content } });
    await save(app);
    await waitFor(() => expect(server.requests(SAVE)[0]?.body).toMatchObject({ content }));
  });

  it('proposes a tag that the words name, which is added by a tap only', async () => {
    const server = serverOfAna().on(SAVE, () => json(201, entry()));
    const app = openApp('/journal');
    await write(app, 'Out with #friends and #Friends, in room #4, by the #river.');
    const proposed = () =>
      within(screen.getByRole('group', { name: 'Tags in your words' })).getAllByRole('button');
    expect(proposed()).toHaveLength(2);
    await app.person.click(proposed()[0]!);
    expect(screen.getByRole('list', { name: 'Tags of this entry' })).toHaveTextContent(/^friends×$/);
    expect(proposed()).toHaveLength(1);
    await save(app);
    await waitFor(() => expect(server.requests(SAVE)[0]?.body).toMatchObject({ tags: ['friends'] }));
  });

  it('accepts another time, city, custom mood and tags, and keeps them in the draft', async () => {
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
    const tags = screen.getByRole('combobox', { name: 'Tags' });
    await person.type(tags, 'with Bea{,}river');
    await screen.findByRole('listbox');
    await person.type(tags, '{Enter}late');
    await save(before);
    await screen.findByText(FAILED);
    expect(screen.getByRole('alert')).toHaveTextContent('The server cannot be reached.');
    expect(screen.getByDisplayValue('Yesterday evening.')).toBeInTheDocument();
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
      date: '2026-03-01T21:30:00.000Z',
      place: 'geo:41.15,-8.61',
      // 'river' gets its known spelling, and leaving the field adds the last tag.
      tags: ['with Bea', 'River', 'late'],
    });
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
    expect(screen.getByRole('button', { name: 'When and where: Now · Porto' })).toBeInTheDocument();
    expect(screen.queryByRole('list', { name: 'Tags of this entry' })).not.toBeInTheDocument();
  });

  it('saves the same words a day later as an entry of that moment', async () => {
    const server = serverOfAna().on(SAVE, () => json(201, entry()));
    const app = openApp('/journal');
    const saveThem = async () => {
      const text = await write(app, 'Took my pills.');
      await save(app);
      await waitFor(() => expect(text).toHaveValue(''));
    };
    const now = Date.now();
    await saveThem();
    jest.useFakeTimers({ now: now + 24 * 60 * 60_000, doNotFake: TIMERS });
    await saveThem();
    jest.useRealTimers();
    const [first, second] = server
      .requests(SAVE)
      .map(({ body }) => Date.parse((body as { date: string }).date));
    expect(second! - first!).toBeGreaterThan(23 * 60 * 60_000);
  });

  it('cycles through the used tags in both directions', async () => {
    const usedTags = ['River', 'Work', 'Friends'];
    serverOfAna().on('GET /api/journal/tags', () =>
      json(200, { tags: usedTags.map((tag) => ({ tag, entries: 1 })) }),
    );
    const { person } = openApp('/journal');
    const tags = await screen.findByRole('combobox', { name: 'Tags' });
    await person.click(tags);
    // The list opens on typing or with an arrow key.
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    await person.keyboard('{ArrowDown}');
    await within(await screen.findByRole('listbox')).findByRole('option', { name: 'Friends' });
    const active = () =>
      within(screen.getByRole('listbox')).queryByRole('option', { selected: true })?.textContent;
    expect(active()).toBeUndefined();
    for (const wanted of [...usedTags, 'River']) {
      await person.keyboard('{ArrowDown}');
      expect(active()).toBe(wanted);
    }
    await person.type(tags, '{Escape}r{ArrowUp}');
    expect(active()).toBe('Friends');
  });

  it('does not save with Enter in the tag field, and says when a tag is too long', async () => {
    const server = serverOfAna().on(SAVE, () => json(201, entry()));
    const app = openApp('/journal');
    await write(app, 'Tagged.');
    const tags = screen.getByRole('combobox', { name: 'Tags' });
    await app.person.type(tags, '{Enter} {Enter}{,}{Enter}');
    await app.person.type(tags, `${'x'.repeat(31)}{Enter}`);
    expect(tags).toHaveValue('x'.repeat(31));
    expect(screen.getByText(/^A tag can have 30 characters/)).toBeVisible();
    await app.person.type(tags, '{Backspace}{Enter}\u2800{Enter}');
    expect(screen.queryByText(/^A tag can have/)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: `Remove the tag ${'x'.repeat(30)}` })).toBeVisible();
    expect(screen.getAllByRole('button', { name: /^Remove the tag/ })).toHaveLength(1);
    expect(server.requests(SAVE)).toHaveLength(0);
  });

  it('saves a tag that is typed and not entered, even if Save moves away under the finger', async () => {
    keepPresses();
    const server = serverOfAna().on(SAVE, () => json(201, entry()));
    const app = openApp('/journal');
    await write(app, 'Tagged.');
    await app.person.type(screen.getByRole('combobox', { name: 'Tags' }), 'river');
    await screen.findByRole('listbox');
    const button = screen.getByRole('button', { name: 'Save Entry' });
    const below = screen.getByRole('form', { name: 'New entry' });
    // The tag becomes a chip, and what was pressed is elsewhere by the time of the release.
    await app.person.pointer([{ keys: '[MouseLeft>]', target: button }, { target: below }, '[/MouseLeft]']);
    await screen.findByText('Journal entry saved successfully!');
    expect(server.requests(SAVE).map(({ body }) => body)).toMatchObject([{ tags: ['River'] }]);

    // A press that is dragged away is taken back.
    await write(app, 'Another.');
    await app.person.pointer([
      { keys: '[MouseLeft>]', target: button, coords: { clientX: 5, clientY: 5 } },
      { target: below, coords: { clientX: 5, clientY: 50 } },
      '[/MouseLeft]',
    ]);
    expect(screen.getByDisplayValue('Another.')).not.toHaveAttribute('readonly');
    expect(server.requests(SAVE)).toHaveLength(1);
  });

  it('keeps a tag in the draft that is typed and not entered, and does not save one that is too long', async () => {
    const server = serverOfAna().on(SAVE, () => json(201, entry()));
    const app = openApp('/journal');
    await write(app, 'Tagged.');
    await app.person.type(screen.getByRole('combobox', { name: 'Tags' }), 'River{,}half a ta');
    await screen.findByText('Draft saved');
    app.reload();
    expect(await screen.findByRole('button', { name: 'Remove the tag half a ta' })).toBeVisible();
    const tags = screen.getByRole('combobox', { name: 'Tags' });
    await app.person.type(tags, 'x'.repeat(31));
    await save(app);
    expect(tags).toHaveFocus();
    expect(screen.getByText(/^A tag can have 30 characters/)).toBeVisible();
    expect(server.requests(SAVE)).toHaveLength(0);
    await app.person.clear(tags);
    await save(app);
    await waitFor(() => expect(server.requests(SAVE)).toHaveLength(1));
    expect(server.requests(SAVE)[0]?.body).toMatchObject({ tags: ['River', 'half a ta'] });
  });

  it('lets the user choose and remove tags by keyboard, and saves them with Ctrl + Enter', async () => {
    const server = serverOfAna().on(SAVE, () => json(201, entry()));
    const app = openApp('/journal');
    const { person } = app;
    await write(app, 'Tagged.');
    const tags = screen.getByRole('combobox', { name: 'Tags' });
    await person.type(tags, 'ri');
    // The search form lists the tags too.
    const option = within(await screen.findByRole('listbox')).getByRole('option', { name: 'River' });
    await person.keyboard('{ArrowDown}');
    expect(tags).toHaveAttribute('aria-activedescendant', option.id);
    await person.keyboard('{Enter}one{Enter}two{Enter}{Backspace}');
    const tagList = within(screen.getByRole('list', { name: 'Tags of this entry' }));
    expect(tagList.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['River×', 'one×']);
    await person.tab({ shift: true });
    expect(tagList.getByRole('button', { name: 'Remove the tag one' })).toHaveFocus();
    await person.keyboard('{Delete}');
    expect(tags).toHaveFocus();
    await person.keyboard('ONE{Enter}one{Enter}last{Control>}{Enter}{/Control}');
    await screen.findByText('Journal entry saved successfully!');
    expect(server.requests(SAVE)[0]?.body).toMatchObject({ tags: ['River', 'ONE', 'last'] });
  });

  it('needs words and no mood, and sends a typed preset mood as that preset, and no mood that was cleared', async () => {
    const server = serverOfAna().on(SAVE, () => json(201, entry({ inputMood: '' })));
    const app = openApp('/journal');
    const text = await write(app, '  ');
    await save(app);
    expect(await screen.findByText('Write a few words first.')).toBeInTheDocument();
    expect(server.requests(SAVE)).toHaveLength(0);
    await write(app, 'Quiet.');
    await app.person.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText('Journal entry saved successfully!');
    expect(server.requests(SAVE)[0]?.body).not.toHaveProperty('inputMood');
    expect(text).toHaveValue('');
    await write(app, 'One.');
    await app.person.click(screen.getByRole('radio', { name: 'Own words' }));
    await app.person.type(screen.getByLabelText('Mood in your own words'), ' happy');
    await save(app);
    await waitFor(() => expect(server.requests(SAVE)).toHaveLength(2));
    expect(server.requests(SAVE)[1]?.body).toMatchObject({ inputMood: 'Happy' });
    await waitFor(() => expect(text).toHaveValue(''));
    expect(screen.queryByLabelText('Mood in your own words')).not.toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'Own words' })).not.toBeChecked();
    await write(app, 'Two.');
    await app.person.click(screen.getByRole('radio', { name: 'Sad' }));
    await app.person.click(screen.getByRole('radio', { name: 'Sad' }));
    await save(app);
    await waitFor(() => expect(server.requests(SAVE)).toHaveLength(3));
    expect(server.requests(SAVE)[2]?.body).not.toHaveProperty('inputMood');
  });

  it('uses a new key after a refused text has changed, and for the next entry', async () => {
    const server = serverOfAna().on(SAVE, () => problem(400, 'Content is not what it should be', 'content'));
    const app = openApp('/journal');
    await write(app, 'First');
    await save(app);
    await waitFor(() =>
      expect(screen.getByLabelText('Your entry')).toHaveAccessibleDescription(
        'Content is not what it should be',
      ),
    );
    expect(screen.getByLabelText('Your entry')).toHaveFocus();
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

  it('does not delete the draft of another tab when it saves', async () => {
    serverOfAna().on(SAVE, () => json(201, entry()));
    const first = openApp('/journal');
    await write(first, 'In the first tab.');
    await screen.findByText('Draft saved');
    const [key = ''] = Object.keys(localStorage);
    first.view.unmount();
    const kept = localStorage.getItem(key) ?? '';

    // A second tab continues the stored draft, and saves.
    sessionStorage.clear();
    const second = openApp('/journal');
    await write(second, ' And more.');
    await save(second);
    await screen.findByText('Journal entry saved successfully!');
    await waitFor(() => expect(localStorage).toHaveLength(0));
    second.view.unmount();

    // The first tab continues writing in the meantime. The third tab must not delete those words.
    localStorage.setItem(key, kept);
    sessionStorage.clear();
    const third = openApp('/journal');
    await screen.findByDisplayValue('In the first tab.');
    localStorage.setItem(key, kept.replace('first tab', 'first tab, longer'));
    await save(third);
    await screen.findByText('Journal entry saved successfully!');
    expect(localStorage.getItem(key)).toContain('first tab, longer');
  });

  it('stores its draft again after another tab has taken it over and deleted it', async () => {
    serverOfAna();
    const app = openApp('/journal');
    await write(app, 'Mine.');
    await screen.findByText('Draft saved');
    const [key = ''] = Object.keys(localStorage);
    localStorage.removeItem(key);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: null })));
    expect(localStorage.getItem(key)).toContain('Mine.');
  });

  it('is empty for a past day, and afterwards restores the draft of today', async () => {
    const server = serverOfAna().on(SAVE, () => json(201, entry()));
    const app = openApp('/journal');
    await write(app, 'Today.');
    await screen.findByText('Draft saved');
    app.view.unmount();
    const { person, reload } = openApp({ pathname: '/journal', state: { writeFor: '2026-01-20' } });
    expect(await screen.findByPlaceholderText('Tell me about your day...!')).toHaveValue('');
    expect(screen.getByLabelText('Date and time')).toHaveValue('2026-01-20T12:00');
    await person.type(screen.getByPlaceholderText('Tell me about your day...!'), 'That day.');
    // A look at other days does not end it.
    await person.click(screen.getByRole('button', { name: 'Last 7 days' }));
    await screen.findByText('Draft saved');
    reload();
    const text = await screen.findByPlaceholderText('Tell me about your day...!');
    expect(text).toHaveValue('That day.');
    await person.click(screen.getByRole('button', { name: 'Save Entry' }));
    await screen.findByText('Journal entry saved successfully!');
    expect(server.requests(SAVE)[0]?.body).toMatchObject({ content: 'That day.' });
    expect(text).toHaveValue('Today.');
  });
});
