import { entryTagOf } from '@inner-weather/domain/entries/entry-version';
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { minuteInWords } from '../../../../lib/dates/dates';
import { editEntry } from '../../../../lib/outbox/changes';
import { editOutbox } from '../../../../lib/outbox/outbox';
import { ana, entry, listOf, measure, tokenOf } from '../../../../../test/builders';
import { held, json, problem } from '../../../../../test/fake-server';
import { openApp, serverOfAna } from '../../../../../test/render-app';

const UPDATE = 'PUT /api/journal/update/entry-1';

function serverWith(...entries: ReturnType<typeof entry>[]) {
  return serverOfAna().on('GET /api/journal/search', () => listOf(...entries));
}

// Contract: 2 card: content, mood, location, weather, date; Edit Entry, Delete; Save Editions, Cancel
// Contract: 4 edits and deletions refresh the list
// Contract: 8 failed updates and deletions
describe('an entry card', () => {
  it('shows its words and values, nothing of what a script left out, and also if one cannot be decrypted', async () => {
    const shown = entry({ temperature: -0.4 });
    const sleep = measure();
    const none = { content: '', inputMood: '', weatherStatus: 'unavailable', weatherData: '' } as const;
    serverWith(
      shown,
      entry({ ...none, _id: 'entry-2', measures: { [sleep._id]: 420 } }),
      entry({ _id: 'entry-3', content: '', unreadable: true }),
    ).on('GET /api/measures', () => json(200, { measures: [sleep] }));
    openApp('/journal');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3));
    const [card, ofScript, damaged] = screen.getAllByRole('article');
    for (const words of ['Walked home the long way.', 'Happy', 'Porto', minuteInWords(shown.createdAt)])
      expect(within(card!).getByText(words)).toBeInTheDocument();
    // In the unit of this device.
    expect(within(card!).getByText('Light rain, 0 °C')).toBeInTheDocument();
    expect(screen.getByText('3 entries')).toBeInTheDocument();

    expect(await within(ofScript!).findByText('7h')).toBeInTheDocument();
    expect(within(ofScript!).queryByText('No mood noted')).not.toBeInTheDocument();
    expect(within(ofScript!).queryByText(/weather/i)).not.toBeInTheDocument();

    expect(damaged).toHaveTextContent('The words of this entry cannot be read.');
    expect(within(damaged!).queryByRole('button', { name: 'Edit Entry' })).not.toBeInTheDocument();
  });

  it('shows tags, keeps changes across a reload, saves them with Enter and a key for commands, and refreshes the list', async () => {
    let stored = entry({ tags: ['River', 'with Bea'] });
    const server = serverOfAna()
      .on('GET /api/journal/search', () => listOf(stored))
      .on(UPDATE, () => json(200, (stored = entry({ inputMood: 'Bittersweet', weatherData: 'Fog' }))));
    const { person, reload } = openApp('/journal');
    const tags = within(await screen.findByRole('list', { name: 'Tags' })).getAllByRole('listitem');
    expect(tags.map((one) => one.textContent)).toEqual(['River', 'with Bea']);
    await person.click(screen.getByRole('button', { name: 'Edit Entry' }));
    const before = within(screen.getByRole('article'));
    await person.clear(before.getByLabelText('Entry'));
    await person.type(before.getByLabelText('Entry'), 'Walked home.');
    await person.click(before.getByRole('radio', { name: 'Own words' }));
    await person.type(before.getByLabelText('Mood in your own words'), 'Bittersweet');
    await person.clear(before.getByLabelText('Location'));
    await person.type(before.getByLabelText('Location'), 'Braga');
    fireEvent.change(before.getByLabelText('Date and time'), { target: { value: '2026-03-01T21:30' } });
    await person.click(before.getByRole('button', { name: 'Remove the tag River' }));
    await person.type(before.getByRole('combobox', { name: 'Tags' }), 'late{Enter}');
    expect(screen.getByText('Draft saved')).toBeInTheDocument();
    reload();

    await screen.findByRole('button', { name: 'Save Editions' });
    const searches = server.requests('GET /api/journal/search').length;
    within(screen.getByRole('article')).getByRole('radio', { name: 'Happy' }).focus();
    await person.keyboard('{Meta>}{Enter}{/Meta}');
    expect(await screen.findByText('Bittersweet')).toBeInTheDocument();
    expect(screen.getByText('Fog')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Edit Entry' })).toHaveFocus();
    expect(server.requests(UPDATE)[0]?.body).toEqual({
      content: 'Walked home.',
      inputMood: 'Bittersweet',
      location: 'Braga',
      place: 'geo:41.15,-8.61',
      date: '2026-03-01T21:30:00.000Z',
      tags: ['with Bea', 'late'],
    });
    await waitFor(() => expect(server.requests('GET /api/journal/search').length).toBeGreaterThan(searches));
  });

  it('moves in its own time zone, and not at all in a repeated hour that is left as it is', async () => {
    const [createdAt, minute] = ['2026-10-25T02:30:00.000+01:00', '2026-10-25T02:30'];
    const [moved, date] = ['2026-07-01T08:00', '2026-07-01T08:00:00.000+02:00'];
    const user = { ...ana, timeZone: 'Europe/Berlin' };
    const server = serverWith(entry({ createdAt }))
      .on('GET /api/session', () => json(200, { token: tokenOf(user), user }))
      .on(UPDATE, () => json(200, entry({ createdAt })));
    const { person } = openApp('/journal');
    const edit = async (change: (field: HTMLElement) => void) => {
      await person.click(await screen.findByRole('button', { name: 'Edit Entry' }));
      const field = await screen.findByLabelText('Date and time');
      expect(field).toHaveValue(minute);
      change(field);
      await person.click(screen.getByRole('button', { name: 'Save Editions' }));
      await screen.findByRole('button', { name: 'Edit Entry' });
    };
    await edit((field) => {
      fireEvent.change(field, { target: { value: moved } });
      fireEvent.change(field, { target: { value: minute } });
    });
    expect(server.requests(UPDATE)[0]?.body).not.toHaveProperty('date');
    await edit((field) => fireEvent.change(field, { target: { value: moved } }));
    expect(server.requests(UPDATE)[1]?.body).toMatchObject({ date });
  });

  it('asks for missing fields, stands still while it is saved, and shows the server’s error in the card', async () => {
    const { handler, answer } = held();
    const server = serverWith(entry({ inputMood: 'Bittersweet' })).on(UPDATE, handler);
    const { person } = openApp('/journal');
    await person.click(await screen.findByRole('button', { name: 'Edit Entry' }));
    const card = within(screen.getByRole('article'));
    await person.clear(card.getByLabelText('Entry'));
    await person.clear(card.getByLabelText('Location'));
    await person.clear(card.getByLabelText('Mood in your own words'));
    await person.click(card.getByRole('button', { name: 'Save Editions' }));
    expect(await card.findByText('Write a few words')).toBeInTheDocument();
    // The topmost invalid field gets the focus.
    const text = card.getByLabelText('Entry');
    expect(text).toHaveFocus();
    await person.type(text, 'Again.');
    expect(await card.findByText('Enter a city so we can add the weather.')).toBeInTheDocument();
    expect(card.getByText('Choose a mood, or say it in your own words')).toBeInTheDocument();
    expect(server.requests(UPDATE)).toHaveLength(0);

    await person.type(card.getByLabelText('Location'), 'Faro');
    const face = card.getByRole('radio', { name: 'Neutral' });
    await person.click(face);
    await person.click(card.getByRole('button', { name: 'Save Editions' }));
    // What is typed now would be in no request.
    await waitFor(() => expect(text).toHaveAttribute('readonly'));
    expect(face.closest('[inert]')).toBeInTheDocument();
    await person.keyboard('{Escape}');
    await person.click(card.getByRole('button', { name: 'Cancel' }));
    expect(text).toBeInTheDocument();
    await answer(problem(404, 'This entry is not there any more.'));
    expect(await card.findByText('This entry is not there any more.')).toBeInTheDocument();
    expect(text).not.toHaveAttribute('readonly');
    expect(face.closest('[inert]')).not.toBeInTheDocument();
    await person.click(card.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('Walked home the long way.')).toBeInTheDocument();
  });

  it('may stay without a mood if it never had one, and lets the mood be taken back until it is saved', async () => {
    const bare = entry({ inputMood: '' });
    const server = serverWith(bare).on(UPDATE, ({ body }) => json(200, { ...bare, ...(body as object) }));
    const { person } = openApp('/journal');
    await person.click(await screen.findByRole('button', { name: 'Edit Entry' }));
    const card = within(screen.getByRole('article'));
    await person.type(card.getByLabelText('Entry'), ' Alone.');
    await person.click(card.getByRole('radio', { name: 'Sad' }));
    await person.click(card.getByRole('radio', { name: 'Sad' }));
    await person.click(card.getByRole('button', { name: 'Save Editions' }));
    await waitFor(() => expect(server.requests(UPDATE)).toHaveLength(1));
    expect(server.requests(UPDATE)[0]?.body).toEqual({
      content: 'Walked home the long way. Alone.',
      inputMood: '',
      location: 'Porto',
    });
    expect(await screen.findByRole('button', { name: 'Edit Entry' })).toHaveFocus();
  });

  it('says that the entry was changed elsewhere, and keeps the other version or both', async () => {
    const original = entry({ updatedAt: '2026-11-20T08:00:00.000Z' });
    const theirs = {
      ...original,
      content: 'Walked home the long way. Alone.',
      inputMood: 'Tired',
      updatedAt: '2026-11-20T09:00:00.000Z',
    } as const;
    const later = { ...theirs, content: 'Later words.', updatedAt: '2026-11-20T10:00:00.000Z' };
    const changedTo = (current: object) => () =>
      json(412, { code: 'entry_changed', errors: [{ msg: 'Changed.' }], current });
    const server = serverWith(original)
      .on(UPDATE, changedTo(theirs))
      .on('POST /api/journal/new', ({ body }) =>
        json(201, { ...entry(), ...(body as object), _id: 'entry-2' }),
      );
    const { person } = openApp('/journal');
    const edit = async () => {
      await person.click(await screen.findByRole('button', { name: 'Edit Entry' }));
      await person.type(screen.getByLabelText('Entry'), ' Mine.');
      await person.click(screen.getByRole('button', { name: 'Save Editions' }));
      return screen.findByRole('region', { name: 'On this device' });
    };
    const here = await edit();
    expect(screen.getByRole('region', { name: 'One entry, two versions' })).toHaveFocus();
    const saved = screen.getByRole('region', { name: 'Saved elsewhere' });
    const marked = (version: HTMLElement) =>
      [...version.querySelectorAll('ins')].map(({ textContent }) => textContent);
    // The mood, then the words; what both have is not marked.
    expect(marked(here)).toEqual(['only on this device: Happy', 'only on this device: Mine']);
    expect(marked(saved)).toEqual(['only in the saved one: Tired', 'only in the saved one: Alone']);
    expect(within(here).getByText('Walked home the long way.')).toBeVisible();
    expect(server.requests(UPDATE)[0]?.headers.get('If-Match')).toBe(entryTagOf(original));
    await person.click(screen.getByRole('button', { name: /^Keep the other version: saved on / }));
    expect(await screen.findByText(theirs.content)).toBeInTheDocument();
    expect(server.requests('POST /api/journal/new')).toEqual([]);
    await waitFor(() => expect(localStorage).toHaveLength(0));

    server.on(UPDATE, changedTo(later));
    await edit();
    await person.click(screen.getByRole('button', { name: 'Keep both' }));
    expect(await screen.findByText(later.content)).toBeInTheDocument();
    expect(server.requests(UPDATE)).toHaveLength(2);
    const body = { content: `${theirs.content} Mine.`, date: original.createdAt };
    expect(server.requests('POST /api/journal/new')).toMatchObject([{ body }]);
    await waitFor(() => expect(localStorage).toHaveLength(0));
  });

  it('asks which version to keep if another tab’s change of it waits, and not about an edit that it continues', async () => {
    const original = entry();
    const server = serverWith(original).on(UPDATE, ({ body }) =>
      json(200, { ...original, ...(body as object), updatedAt: '2030-01-01T00:00:00.000Z' }),
    );
    const { inputMood, location, updatedAt } = original;
    const anotherTabSaves = (content: string) =>
      act(() =>
        editOutbox((waiting) => editEntry(waiting, 'entry-1', { content, inputMood, location }, updatedAt)),
      );
    const { person } = openApp('/journal');
    await screen.findByText(original.content);
    await anotherTabSaves('By the river.');
    await person.click(screen.getByRole('button', { name: 'Edit Entry' }));
    await anotherTabSaves('By the lake.');
    await person.type(screen.getByLabelText('Entry'), ' Mine.');
    await person.click(screen.getByRole('button', { name: 'Save Editions' }));
    const other = await screen.findByRole('region', { name: 'Saved elsewhere' });
    expect(within(other).getByText('lake')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Keep the other version' }));
    expect(await screen.findByText('By the lake.')).toBeInTheDocument();

    await person.click(screen.getByRole('button', { name: 'Edit Entry' }));
    await person.type(screen.getByLabelText('Entry'), ' Mine.');
    expect(server.requests(UPDATE)).toEqual([]);
    await person.click(screen.getByRole('button', { name: 'Save Editions' }));
    await waitFor(() =>
      expect(server.requests(UPDATE)).toMatchObject([{ body: { content: 'By the lake. Mine.' } }]),
    );
  });

  it('marks the values in which two versions of an entry differ, and keeps those of the chosen one', async () => {
    const sleep = measure();
    const pain = measure({ _id: sleep._id.replaceAll('1', '2'), name: 'Pain', kind: 'scale-10' });
    const original = entry({ measures: { [sleep._id]: 420 }, updatedAt: '2026-11-20T08:00:00.000Z' });
    const theirs = {
      ...original,
      measures: { [sleep._id]: 420, [pain._id]: 7 },
      updatedAt: '2026-11-20T09:00:00.000Z',
    };
    const server = serverWith(original)
      .on('GET /api/measures', () => json(200, { measures: [sleep, pain] }))
      .on(UPDATE, ({ headers, body }) =>
        headers.get('If-Match') === entryTagOf(theirs)
          ? json(200, { ...theirs, ...(body as object) })
          : json(412, { code: 'entry_changed', errors: [{ msg: 'Changed.' }], current: theirs }),
      );
    const { person } = openApp('/journal');
    await person.click(await screen.findByRole('button', { name: 'Edit Entry' }));
    await person.type(screen.getByLabelText('Entry'), ' Mine.');
    await person.click(screen.getByRole('button', { name: 'Save Editions' }));
    const saved = await screen.findByRole('region', { name: 'Saved elsewhere' });
    await within(saved).findByText('Pain');
    const markedIn = (version: HTMLElement) =>
      [...version.querySelectorAll('ins')].map(({ textContent }) => textContent).join(' ');
    expect(markedIn(saved)).toMatch(/only in the saved one:.*Sleep 7h.*Pain 7/);
    const here = screen.getByRole('region', { name: 'On this device' });
    expect(markedIn(here)).toMatch(/only on this device:.*Sleep 7h/);
    expect(within(here).queryByText('Pain')).not.toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Keep my version: on this device' }));
    await screen.findByRole('button', { name: 'Edit Entry' });
    expect(server.requests(UPDATE)).toMatchObject([
      {},
      { body: { content: 'Walked home the long way. Mine.', measures: { [sleep._id]: 420 } } },
    ]);
    expect(localStorage).toHaveLength(0);
  });

  it('closes with Escape, which asks if something was changed, and restores the focus', async () => {
    const server = serverWith(entry());
    const { person } = openApp('/journal');
    const editButton = () => screen.findByRole('button', { name: 'Edit Entry' });
    const question = () => screen.queryByRole('alertdialog', { name: 'Discard your changes?' });
    await person.click(await editButton());
    await person.keyboard('{Escape}');
    expect(await editButton()).toHaveFocus();
    expect(question()).not.toBeInTheDocument();

    await person.click(await editButton());
    await person.type(screen.getByLabelText('Entry'), ' Slowly.');
    await person.keyboard('{Escape}');
    expect(question()).toBeInTheDocument();
    // Escape closes the question, and does not ask it again.
    await person.keyboard('{Escape}');
    await waitFor(() => expect(question()).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByLabelText('Entry')).toHaveFocus());
    expect(screen.getByLabelText('Entry')).toHaveValue('Walked home the long way. Slowly.');

    await person.keyboard('{Escape}');
    await person.click(screen.getByRole('button', { name: 'Discard' }));
    const button = await editButton();
    await waitFor(() => expect(button).toHaveFocus());
    expect(screen.getByText('Walked home the long way.')).toBeInTheDocument();
    expect(localStorage).toHaveLength(0);
    expect(server.requests(UPDATE)).toHaveLength(0);
  });
});

const LOOK_UP = 'POST /api/journal/weather/entry-1';
const WORDS = 'Weather data not available for this Journal Entry';
const entryWithoutWeather = () => entry({ weatherStatus: 'unavailable', weatherData: WORDS });
const button = () => screen.queryByRole('button', { name: 'Look up the weather' });

/** Until the page asks whether the weather has come. */
const passUntilAsked = () => act(() => jest.advanceTimersByTimeAsync(1_000));

describe('weather that was not available', () => {
  beforeEach(() => {
    jest.useFakeTimers({ advanceTimers: true });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const serverOf = (currentEntry: () => ReturnType<typeof entry>) =>
    serverOfAna()
      .on('GET /api/journal/search', () => listOf(currentEntry()))
      .on('GET /api/journal/entries/entry-1', () => json(200, currentEntry()));

  it('can be requested again, also after an error: a message says so until the weather arrives', async () => {
    let stored = entryWithoutWeather();
    const server = serverOf(() => stored).on(LOOK_UP, () =>
      problem(429, 'Too many weather look-ups. Please try again in 12 minutes.'),
    );
    const { person } = openApp('/journal');
    const line = await screen.findByRole('button', { name: WORDS, expanded: false });
    expect(button()).not.toBeInTheDocument();
    await person.click(line);
    expect(line).toHaveAttribute('aria-expanded', 'true');
    await person.click(button()!);
    expect(await screen.findByText(/Please try again in 12 minutes/)).toBeInTheDocument();
    const pending = entry({ weatherStatus: 'pending', weatherData: '' });
    server.on(LOOK_UP, () => json(200, (stored = pending)));
    await person.click(button()!);
    const card = within(screen.getByRole('article'));
    expect(
      await card.findByText('Looking up the weather in Porto at the time you wrote this.'),
    ).toBeInTheDocument();
    expect(card.getByText('Weather is on its way')).toBeInTheDocument();
    expect(button()).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();

    // Only the entry itself is asked for: lists do not know the weather yet.
    server.on('GET /api/journal/search', () => listOf(pending));
    stored = { ...pending, weatherStatus: 'ready', weatherData: 'Fog' };
    await passUntilAsked();
    expect(await card.findByText('Fog')).toBeInTheDocument();
    expect(card.queryByText(/^Looking up/)).not.toBeInTheDocument();
    expect(button()).not.toBeInTheDocument();
  });

  it('may be unavailable again', async () => {
    let stored = entryWithoutWeather();
    serverOf(() => stored).on(LOOK_UP, () => json(200, entry({ weatherStatus: 'pending', weatherData: '' })));
    const { person } = openApp('/journal');
    await person.click(await screen.findByText(WORDS));
    stored = entryWithoutWeather();
    await person.click(button()!);
    await passUntilAsked();
    expect(
      await screen.findByText('No weather was found this time. You can ask again later.'),
    ).toBeInTheDocument();
    expect(button()).toBeInTheDocument();
  });

  it('may be missing because of the city, which a message says and which can be corrected', async () => {
    let stored = entryWithoutWeather();
    const server = serverOf(() => stored).on(LOOK_UP, () =>
      json(200, entry({ weatherStatus: 'pending', weatherData: '' })),
    );
    server.on('GET /api/places', () => json(200, { items: [] }));
    const { person } = openApp('/journal');
    await person.click(await screen.findByText(WORDS));
    stored = entryWithoutWeather();
    await person.click(button()!);
    await passUntilAsked();
    const words = /^There is no weather because we found no place called “Porto”. Correct the city/;
    expect(await screen.findByText(words)).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Correct the city' }));
    const editor = within(screen.getByRole('article'));
    expect(editor.getByLabelText('Location')).toHaveFocus();

    const braga = { location: 'Braga, Portugal', detail: null, place: 'geo:41.55,-8.42' };
    server
      .on('GET /api/places', () => json(200, { items: [braga] }))
      .on(UPDATE, () => json(200, (stored = entry({ location: 'Braga', weatherData: 'Fog' }))));
    await person.clear(editor.getByLabelText('Location'));
    await person.type(editor.getByLabelText('Location'), 'Braga');
    await person.click(editor.getByRole('button', { name: 'Save Editions' }));
    expect(await screen.findByText('Fog')).toBeInTheDocument();
    expect(server.requests(UPDATE)[0]!.body).toMatchObject({
      location: 'Braga',
      place: braga.place,
    });
    expect(screen.queryByRole('button', { name: 'Correct the city' })).not.toBeInTheDocument();
  });
});
