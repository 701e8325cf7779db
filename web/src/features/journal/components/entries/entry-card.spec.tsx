import { entryTagOf } from '@inner-weather/domain/entries/entry-version';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { minuteInWords } from '../../../../lib/dates/dates';
import { editEntry } from '../../../../lib/outbox/changes';
import { editOutbox } from '../../../../lib/outbox/outbox';
import { setTemperatureUnit } from '../../../../lib/weather/temperature';
import { ana, entry, listOf, measure, tokenOf } from '../../../../../test/builders';
import { json, problem } from '../../../../../test/fake-server';
import { openApp, serverOfAna } from '../../../../../test/render-app';

const UPDATE = 'PUT /api/journal/update/entry-1';

function serverWith(...entries: ReturnType<typeof entry>[]) {
  return serverOfAna().on('GET /api/journal/search', () => listOf(...entries));
}

// Contract: 2 card: content, mood, location, weather, date; Edit Entry, Delete; Save Editions, Cancel
// Contract: 4 edits and deletions refresh the list
// Contract: 8 failed updates and deletions
describe('an entry card', () => {
  it('shows content, mood, location, weather and the moment', async () => {
    const shown = entry();
    serverWith(shown);
    openApp('/journal');
    const card = within(await screen.findByRole('article'));
    for (const words of [
      'Walked home the long way.',
      'Happy',
      'Porto',
      'Light rain',
      minuteInWords(shown.createdAt),
    ])
      expect(card.getByText(words)).toBeInTheDocument();
    expect(screen.getByText('1 entry')).toBeInTheDocument();
  });

  it('shows the temperature after the words, in the unit of this device', async () => {
    setTemperatureUnit('celsius');
    serverWith(entry({ temperature: -0.4 }));
    openApp('/journal');
    const card = within(await screen.findByRole('article'));
    expect(card.getByText('Light rain, 0 °C')).toBeInTheDocument();
    act(() => setTemperatureUnit('fahrenheit'));
    expect(card.getByText('Light rain, 31 °F')).toBeInTheDocument();
    act(() => setTemperatureUnit('celsius'));
    expect(card.getByText('Light rain, 0 °C')).toBeInTheDocument();
  });

  it('shows the values alone of an entry that a script has set', async () => {
    const sleep = measure();
    const none = {
      content: '',
      inputMood: '',
      tags: [],
      weatherStatus: 'unavailable',
      weatherData: '',
    } as const;
    serverWith(entry({ ...none, tags: [], measures: { [sleep._id]: 420 } })).on('GET /api/measures', () =>
      json(200, { measures: [sleep] }),
    );
    openApp('/journal');
    const card = within(await screen.findByRole('article'));
    expect(await card.findByText('7h')).toBeInTheDocument();
    expect(card.queryByText('No mood noted')).not.toBeInTheDocument();
    expect(card.queryByText(/weather/i)).not.toBeInTheDocument();
  });

  it('saves changes, with a custom mood, and refreshes the list', async () => {
    const before = entry();
    const after = entry({
      content: 'Walked home.',
      inputMood: 'Bittersweet',
      location: 'Braga',
      weatherData: 'Fog',
    });
    let stored = before;
    const server = serverOfAna()
      .on('GET /api/journal/search', () => listOf(stored))
      .on(UPDATE, () => json(200, (stored = after)));
    const { person } = openApp('/journal');
    await person.click(await screen.findByRole('button', { name: 'Edit Entry' }));
    const card = within(screen.getByRole('article'));
    await person.clear(card.getByLabelText('Entry'));
    await person.type(card.getByLabelText('Entry'), 'Walked home.');
    await person.click(card.getByRole('radio', { name: 'Own words' }));
    await person.type(card.getByLabelText('Mood in your own words'), 'Bittersweet');
    await person.clear(card.getByLabelText('Location'));
    await person.type(card.getByLabelText('Location'), 'Braga');
    const searches = server.requests('GET /api/journal/search').length;
    await person.click(card.getByRole('button', { name: 'Save Editions' }));

    expect(await screen.findByText('Bittersweet')).toBeInTheDocument();
    expect(screen.getByText('Fog')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Edit Entry' })).toHaveFocus();
    expect(server.requests(UPDATE)[0]?.body).toEqual({
      content: 'Walked home.',
      inputMood: 'Bittersweet',
      location: 'Braga',
      place: 'geo:41.15,-8.61',
    });
    await waitFor(() => expect(server.requests('GET /api/journal/search').length).toBeGreaterThan(searches));
  });

  it('shows tags, and changes the time and the tags of an entry across a reload', async () => {
    const server = serverWith(entry({ tags: ['River', 'with Bea'] })).on(UPDATE, () => json(200, entry()));
    const app = openApp('/journal');
    const { person } = app;
    const tagList = await screen.findByRole('list', { name: 'Tags' });
    expect(
      within(tagList)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['River', 'with Bea']);
    await person.click(screen.getByRole('button', { name: 'Edit Entry' }));
    const before = within(screen.getByRole('article'));
    fireEvent.change(before.getByLabelText('Date and time'), { target: { value: '2026-03-01T21:30' } });
    await person.click(before.getByRole('button', { name: 'Remove the tag River' }));
    await person.type(before.getByRole('combobox', { name: 'Tags' }), 'late{Enter}');
    app.reload();

    const save = await screen.findByRole('button', { name: 'Save Editions' });
    await person.click(save);
    await waitFor(() => expect(server.requests(UPDATE)).toHaveLength(1));
    expect(server.requests(UPDATE)[0]?.body).toEqual({
      content: 'Walked home the long way.',
      inputMood: entry().inputMood,
      location: 'Porto',
      date: '2026-03-01T21:30:00.000Z',
      tags: ['with Bea', 'late'],
    });
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

  it('asks for missing fields, and shows the server’s error in the card', async () => {
    const server = serverWith(entry({ inputMood: 'Bittersweet' })).on(UPDATE, () =>
      problem(404, 'This entry is not there any more.'),
    );
    const { person } = openApp('/journal');
    await person.click(await screen.findByRole('button', { name: 'Edit Entry' }));
    const card = within(screen.getByRole('article'));
    await person.clear(card.getByLabelText('Entry'));
    await person.clear(card.getByLabelText('Location'));
    await person.clear(card.getByLabelText('Mood in your own words'));
    await person.click(card.getByRole('button', { name: 'Save Editions' }));
    expect(await card.findByText('Write a few words')).toBeInTheDocument();
    // The topmost invalid field gets the focus.
    expect(card.getByLabelText('Entry')).toHaveFocus();
    await person.type(card.getByLabelText('Entry'), 'Again.');
    expect(await card.findByText('Enter a city so we can add the weather.')).toBeInTheDocument();
    expect(card.getByText('Choose a mood, or say it in your own words')).toBeInTheDocument();
    expect(server.requests(UPDATE)).toHaveLength(0);

    await person.type(card.getByLabelText('Location'), 'Faro');
    await person.click(card.getByRole('radio', { name: 'Neutral' }));
    await person.click(card.getByRole('button', { name: 'Save Editions' }));
    expect(await card.findByText('This entry is not there any more.')).toBeInTheDocument();
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
    for (const choice of [/^Keep the other version: saved on /, 'Keep both']) {
      const server = serverWith(original).on(UPDATE, () =>
        json(412, { code: 'entry_changed', errors: [{ msg: 'Changed.' }], current: theirs }),
      );
      server.on('POST /api/journal/new', ({ body }) =>
        json(201, { ...entry(), ...(body as object), _id: 'entry-2' }),
      );
      const { person, view } = openApp('/journal');
      await person.click(await screen.findByRole('button', { name: 'Edit Entry' }));
      await person.type(screen.getByLabelText('Entry'), ' Mine.');
      await person.click(screen.getByRole('button', { name: 'Save Editions' }));
      const mine = 'Walked home the long way. Mine.';
      const here = await screen.findByRole('region', { name: 'On this device' });
      expect(screen.getByRole('region', { name: 'One entry, two versions' })).toHaveFocus();
      const saved = screen.getByRole('region', { name: 'Saved elsewhere' });
      const marked = (version: HTMLElement) =>
        [...version.querySelectorAll('ins')].map(({ textContent }) => textContent);
      // The mood, then the words; what both have is not marked.
      expect(marked(here)).toEqual(['only on this device: Happy', 'only on this device: Mine']);
      expect(marked(saved)).toEqual(['only in the saved one: Tired', 'only in the saved one: Alone']);
      expect(within(here).getByText('Walked home the long way.')).toBeVisible();
      expect(server.requests(UPDATE)[0]?.headers.get('If-Match')).toBe(entryTagOf(original));
      await person.click(screen.getByRole('button', { name: choice }));
      await screen.findByRole('button', { name: 'Edit Entry' });
      expect(server.requests(UPDATE)).toHaveLength(1);
      const created = server.requests('POST /api/journal/new');
      if (choice === 'Keep both')
        expect(created).toMatchObject([{ body: { content: mine, date: original.createdAt } }]);
      else expect(created).toEqual([]);
      await waitFor(() => expect(localStorage).toHaveLength(0));
      view.unmount();
    }
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

  it('shows an entry that cannot be decrypted, and all others', async () => {
    serverWith(entry({ content: '', unreadable: true }), entry({ _id: 'entry-2', content: 'A good day.' }));
    openApp('/journal');
    const [damaged, good] = await screen.findAllByRole('article');
    expect(damaged).toHaveTextContent('The words of this entry cannot be read.');
    expect(within(damaged!).queryByRole('button', { name: 'Edit Entry' })).not.toBeInTheDocument();
    expect(good).toHaveTextContent('A good day.');
  });
});
