import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ana, entry, listOf, tokenOf } from '../../../../../test/builders';
import { held, json, lost, problem } from '../../../../../test/fake-server';
import { today } from '../../../../lib/dates/zone';
import { keepingStore } from '../../../../lib/drafts/unsaved';
import { keepPresses } from '../../../../lib/screen/presses';
import { TIMERS } from '../../../../../test/timers';
import { promptsOf } from '../../prompts/prompts';
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
  it('saves, confirms it, clears the form and shows the entry', async () => {
    const server = serverOfAna();
    const stored = entry({ content: 'A long walk.', weatherStatus: 'pending', weatherData: '' });
    server.on(SAVE, () => {
      server.on('GET /api/journal/search', () => listOf(stored));
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
    expect(within(article).getByText('Weather is on its way')).toBeInTheDocument();
    // No language model reads anything here.
    expect(screen.queryByLabelText('Never send this entry to AI')).not.toBeInTheDocument();
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

  it('takes tags from Enter, which saves nothing, and by a tap those that the words name, and none that is too long', async () => {
    const server = serverOfAna();
    const app = openApp('/journal');
    await write(app, 'Out with #friends and #Friends, in room #4, by the #river.');
    const tags = screen.getByRole('combobox', { name: 'Tags' });
    await app.person.type(tags, '{Enter} {Enter}{,}{Enter}');
    await app.person.type(tags, `${'x'.repeat(31)}{Enter}`);
    expect(tags).toHaveValue('x'.repeat(31));
    await save(app);
    expect(tags).toHaveFocus();
    expect(screen.getByText(/^A tag can have 30 characters/)).toBeVisible();
    await app.person.type(tags, '{Backspace}{Enter}\u2800{Enter}');
    expect(screen.queryByText(/^A tag can have/)).not.toBeInTheDocument();
    const proposed = () =>
      within(screen.getByRole('group', { name: 'Tags in your words' })).getAllByRole('button');
    expect(proposed()).toHaveLength(2);
    await app.person.click(proposed()[0]!);
    expect(proposed()).toHaveLength(1);
    const chosen = screen.getByRole('list', { name: 'Tags of this entry' });
    expect(chosen).toHaveTextContent(`${'x'.repeat(30)}×friends×`);
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

  it('lets the user choose and remove tags by keyboard, and saves them with Ctrl + Enter', async () => {
    const usedTags = ['River', 'Work', 'Friends'];
    const server = serverOfAna()
      .on('GET /api/journal/tags', () => json(200, { tags: usedTags.map((tag) => ({ tag, entries: 1 })) }))
      .on(SAVE, () => json(201, entry()));
    const app = openApp('/journal');
    const { person } = app;
    await write(app, 'Tagged.');
    const tags = screen.getByRole('combobox', { name: 'Tags' });
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
    await person.keyboard('{ArrowUp}');
    expect(active()).toBe('Friends');
    await person.keyboard('{Escape}ri{ArrowDown}');
    // The search form lists the tags too.
    const option = within(screen.getByRole('listbox')).getByRole('option', { name: 'River' });
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

  it('needs words and no mood, and sends a typed preset mood as that preset', async () => {
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
  });

  it('uses a new key after a refused text has changed, and for the next entry, also of the same words a day later', async () => {
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
    await waitFor(() => expect(screen.getByLabelText('Your entry')).toHaveValue(''));
    jest.useFakeTimers({ now: Date.now() + 24 * 60 * 60_000, doNotFake: TIMERS });
    await write(app, 'Another');
    await save(app);
    await waitFor(() => expect(server.requests(SAVE)).toHaveLength(5));
    jest.useRealTimers();
    const keys = server.requests(SAVE).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(4);
    const [first = 0, second = 0] = server
      .requests(SAVE)
      .slice(-2)
      .map(({ body }) => Date.parse((body as { date: string }).date));
    expect(second - first).toBeGreaterThan(23 * 60 * 60_000);
  });

  it('keeps a draft with a tag that is not entered yet, also if another tab has deleted it, and deletes no draft of another tab', async () => {
    serverOfAna().on(SAVE, () => json(201, entry()));
    const first = openApp('/journal');
    await write(first, 'In the first tab.');
    await first.person.type(screen.getByRole('combobox', { name: 'Tags' }), 'River{,}half a ta');
    await screen.findByText('Draft saved');
    const [key = ''] = Object.keys(localStorage);
    localStorage.removeItem(key);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: null })));
    const kept = localStorage.getItem(key) ?? '';
    expect(kept).toContain('In the first tab.');
    first.view.unmount();

    // A second tab continues the draft, and the first one continues writing in the meantime.
    sessionStorage.clear();
    const second = openApp('/journal');
    await screen.findByDisplayValue('In the first tab.');
    expect(screen.getByRole('button', { name: 'Remove the tag half a ta' })).toBeVisible();
    localStorage.setItem(key, kept.replace('first tab', 'first tab, longer'));
    await save(second);
    await screen.findByText('Journal entry saved successfully!');
    expect(localStorage.getItem(key)).toContain('first tab, longer');
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

describe('the time of a new entry', () => {
  afterEach(() => jest.useRealTimers());

  it('is that of the day before today by one press, also after midnight, and a second one takes it back', async () => {
    const user = { ...ana, dayEndsAt: 4 };
    serverOfAna().on('GET /api/session', () => json(200, { token: tokenOf(user), user }));
    jest.useFakeTimers({ now: Date.UTC(2026, 10, 22, 1), doNotFake: TIMERS });
    const app = openApp('/journal');
    await write(app, 'Late.');
    const yesterday = screen.getByRole('button', { name: 'Yesterday', pressed: false });
    await app.person.click(yesterday);
    expect(yesterday).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByLabelText('Date and time')).toHaveValue('2026-11-20T12:00');
    await app.person.click(yesterday);
    expect(screen.getByRole('button', { name: 'When and where: Now · Porto' })).toBeInTheDocument();
  });

  it('has a field that unfolds to show its error, and moves a minute that the clocks skip, which it says', async () => {
    const user = { ...ana, timeZone: 'Europe/Berlin' };
    const server = serverOfAna()
      .on('GET /api/session', () => json(200, { token: tokenOf(user), user }))
      .on(SAVE, () => json(201, entry()));
    const app = openApp('/journal');
    await write(app, 'Words');
    const fold = screen.getByRole('button', { name: /^When and where/ });
    await app.person.click(fold);
    const setTime = (value: string) =>
      fireEvent.change(screen.getByLabelText('Date and time'), { target: { value } });
    setTime('2026-03-29T02:30');
    expect(screen.getByLabelText('Date and time')).toHaveAccessibleDescription(
      'The clocks skip 29 Mar 2026, 02:30. It counts as 29 Mar 2026, 03:30.',
    );
    setTime(new Date(Date.now() + 30 * 60 * 60_000).toISOString().slice(0, 16));
    await app.person.click(fold);
    await save(app);
    expect(await screen.findByText('This moment is still to come.')).toBeVisible();
    expect(server.requests(SAVE)).toHaveLength(0);
    setTime('2026-03-29T02:30');
    await save(app);
    await waitFor(() => expect(server.requests(SAVE)).toHaveLength(1));
    const [request] = server.requests(SAVE);
    expect(request?.body).toMatchObject({ date: '2026-03-29T03:30:00.000+02:00' });
    expect(request?.body).not.toHaveProperty('tz');
  });
});

describe('a prompt for the empty page', () => {
  const ask = () => screen.queryByRole('button', { name: /question/ });

  it('appears on request, moves the focus to the text, and is offered only before writing', async () => {
    serverOfAna().on('POST /api/journal/new', () => json(201, entry()));
    const { person } = openApp('/journal');
    const area = await screen.findByPlaceholderText('Tell me about your day...!');
    const prompts = promptsOf(today(), ana.id);
    for (const prompt of prompts) expect(screen.queryByText(prompt)).not.toBeInTheDocument();
    for (const prompt of prompts) {
      await person.click(ask()!);
      expect(await screen.findByText(prompt)).toHaveAttribute('role', 'status');
      expect(area).toHaveFocus();
    }
    expect(ask()).not.toBeInTheDocument();
    await person.type(area, 'The river.');
    expect(screen.getByText(prompts.at(-1)!)).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Save Entry' }));
    await screen.findByText('Journal entry saved successfully!');
    expect(screen.queryByText(prompts.at(-1)!)).not.toBeInTheDocument();
    expect(ask()).toBeInTheDocument();
    await person.type(area, 'The sea.');
    expect(ask()).not.toBeInTheDocument();
  });

  it("may be one's own, and no other if that is wanted", async () => {
    const questions = ['Mine, first?', 'Mine, too?'].map((text) => ({
      _id: text,
      text,
      weekdays: [],
      archived: false,
    }));
    const own = { version: 1, questions, templates: [], onlyOwn: true, hidden: [] };
    const beginnings = held();
    serverOfAna().on('GET /api/beginnings', beginnings.handler);
    const { person } = openApp('/journal');
    await screen.findByPlaceholderText('Tell me about your day...!');
    const seen: string[] = [];
    for (const [index] of questions.entries()) {
      await person.click(ask()!);
      if (index === 0) {
        expect(ask()).not.toBeInTheDocument();
        for (const text of promptsOf(today(), ana.id))
          expect(screen.queryByText(text)).not.toBeInTheDocument();
        await beginnings.answer(json(200, own));
      }
      seen.push((await screen.findByText(/^Mine/)).textContent ?? '');
    }
    expect(seen.sort()).toEqual(questions.map(({ text }) => text));
    expect(ask()).not.toBeInTheDocument();
  });
});
