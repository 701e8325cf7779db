import { todayIn } from '@inner-weather/domain/time/local-time';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { daysBetween } from '../../../../lib/dates/calendar';
import { openSession } from '../../../../lib/api/session';
import { timeZone } from '../../../../lib/dates/zone';
import { ana, entry, listOf, measure, tokenOf } from '../../../../../test/builders';
import { held, json, problem } from '../../../../../test/fake-server';
import { openApp, serverOfAna } from '../../../../../test/render-app';
import { daysOfPreset, searchOn } from '../../search';

const SEARCH = 'GET /api/journal/search';
const FIND = 'POST /api/journal/search';

async function choose(person: UserEvent, from: string, to: string) {
  for (const [label, day] of Object.entries({ 'Date From': from, 'Date To': to })) {
    const input = await screen.findByLabelText(label);
    await person.clear(input);
    if (day) await person.type(input, day);
  }
}

const FOUND = entry({ content: 'Walking by the river, we walked on.' });
const serverWithWords = () =>
  serverOfAna()
    .on('GET /api/journal/tags', () => json(200, { tags: [{ tag: 'family', entries: 3 }] }))
    .on(FIND, ({ body }) => ((body as { words: string }).words === 'walk' ? listOf(FOUND) : listOf()));

// Contract: 2 `Date From`, `Date To`, Search, cards
// Contract: 8 failed searches
describe('the search', () => {
  it('shows the results from below the filters, and on a phone says there how many they are', async () => {
    const server = serverWithWords().on(FIND, ({ body }) =>
      json(200, [FOUND], { 'X-Total-Count': (body as { city?: string }).city === 'Bergen' ? '34' : '0' }),
    );
    const { matchMedia } = window;
    window.matchMedia = (media) => Object.assign(matchMedia(media), { matches: media.includes('44rem') });
    try {
      const { person } = openApp('/journal');
      await person.click(await screen.findByRole('button', { name: 'Filters' }));
      await person.type(screen.getByLabelText('In this city'), 'Bergen');
      await person.click(await screen.findByRole('button', { name: 'Show 34 entries' }));
      await waitFor(() =>
        expect(server.requests(FIND).at(-1)?.body).toMatchObject({ city: 'Bergen', limit: 20 }),
      );
      expect(screen.getByRole('button', { name: 'Filters' })).toHaveAttribute('aria-expanded', 'false');
    } finally {
      window.matchMedia = matchMedia;
    }
  });

  it.each([
    ['geo:41.15,-8.61', '2026-11-27', '2026-06-01', '2026-08-31'],
    ['geo:41.15,-8.61', '2026-07-10', '2025-06-01', '2025-08-31'],
    ['geo:-33.87,151.21', '2026-11-27', '2025-12-01', '2026-02-28'],
    ['geo:-33.87,151.21', '2024-03-01', '2023-12-01', '2024-02-29'],
  ])('knows the last summer at %s, seen on %s', (place, today, startDate, endDate) => {
    openSession(tokenOf({ ...ana, place }));
    expect(daysOfPreset('summer', today)).toEqual({ startDate, endDate });
    expect(searchOn({ startDate, endDate }, today).preset).toBe('summer');
  });

  it('opens with all days, repeats that search unchanged, and requires both days, in order, for another', async () => {
    const server = serverOfAna();
    const { person } = openApp('/journal');
    await screen.findByText('Your journal begins with a line');
    const { query } = server.requests(SEARCH)[0]!;
    expect(query.get('startDate')).toBe('1900-01-01');
    expect(query.get('userReference')).toBe(ana.email);
    expect(query.get('tz')).toBeNull();
    const today = todayIn(timeZone());
    await waitFor(() => expect(screen.getByLabelText('Date From')).toHaveValue(today));
    expect(screen.getByLabelText('Date To')).toHaveValue(today);
    const search = () => person.click(screen.getByRole('button', { name: 'Search' }));
    await search();
    await waitFor(() => expect(server.requests(SEARCH).length).toBeGreaterThan(1));
    expect(server.requests(SEARCH).at(-1)?.query.get('startDate')).toBe('1900-01-01');

    await choose(person, '', '');
    await search();
    expect(await screen.findByText('Choose the first day')).toBeInTheDocument();
    expect(screen.getByText('Choose the last day')).toBeInTheDocument();
    await choose(person, '2026-11-20', '2026-11-01');
    expect(await screen.findByText('The last day comes before the first')).toBeInTheDocument();
    const searched = server.requests(SEARCH).map(({ query: asked }) => asked.get('startDate'));
    expect(searched).not.toContain('');
    expect(searched).not.toContain('2026-11-20');

    await choose(person, '2026-11-01', '2026-11-20');
    await search();
    await waitFor(() => expect(server.requests(SEARCH).at(-1)?.query.get('startDate')).toBe('2026-11-01'));
    expect(server.requests(SEARCH).at(-1)?.query.get('endDate')).toBe('2026-11-20');
  });

  it('fills in the day of the first entry for all days, and keeps what the user is typing', async () => {
    const days = held();
    const server = serverWithWords().on('GET /api/journal/days', days.handler);
    const { person } = openApp('/journal#days=week');
    const from = await screen.findByLabelText('Date From');
    expect(daysBetween((from as HTMLInputElement).value, todayIn(timeZone()))).toBe(6);
    await person.click(screen.getByRole('button', { name: 'Filters' }));
    await person.click(screen.getByRole('button', { name: 'All' }));
    await waitFor(() => expect(from).toHaveValue(''));
    await person.type(screen.getByLabelText('Words'), 'walk');
    await days.answer(json(200, { year: 2027, firstDay: '2021-04-05', lastDay: '2026-01-01', days: [] }));
    await waitFor(() => expect(from).toHaveValue('2021-04-05'));
    expect(screen.getByLabelText('Words')).toHaveValue('walk');
    await person.keyboard('{Enter}');
    expect(await screen.findByText('1 entry')).toBeInTheDocument();
    expect(server.requests(FIND).at(-1)?.body).toMatchObject({ words: 'walk', startDate: '1900-01-01' });
    expect(from).toHaveValue('2021-04-05');
  });

  it('folds rarely used filters, shows the active ones beside the count, and clears them', async () => {
    serverOfAna().on(FIND, () => listOf(entry()));
    const { person } = openApp('/journal#days=month&mood=Tired');
    expect(await screen.findByText('Last 30 days · Tired')).toBeInTheDocument();
    const filters = screen.getByRole('button', { name: 'Filters' });
    expect(filters).toHaveAttribute('aria-expanded', 'false');
    await person.click(filters);
    expect(filters).toHaveAttribute('aria-expanded', 'true');
    screen.getByLabelText('With this mood').focus();
    await person.keyboard('{Escape}');
    expect(filters).toHaveAttribute('aria-expanded', 'false');
    expect(filters).toHaveFocus();
    await person.click(filters);
    await person.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(await screen.findByText('Your journal begins with a line')).toBeInTheDocument();
    expect(screen.getByLabelText('With this mood')).toHaveValue('');
  });

  it('shows an error, and tries again on request', async () => {
    const server = serverOfAna().on(SEARCH, () => problem(429, 'Too many searches. Wait a moment.'));
    const { person } = openApp('/journal');
    expect(await screen.findByText('Too many searches. Wait a moment.')).toBeInTheDocument();
    server.on(SEARCH, () => listOf(entry()));
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Walked home the long way.')).toBeInTheDocument();
  });
});

describe('a search for words', () => {
  const searchFor = async (person: UserEvent, words: string) => {
    const field = await screen.findByRole('searchbox', { name: 'Words' });
    await person.clear(field);
    await person.type(field, `${words}{Enter}`);
  };

  it('sends them in the body, marks the matches, counts the entries, and keeps other filters with other days', async () => {
    const server = serverWithWords();
    const { person } = openApp('/journal');
    await searchFor(person, 'walk');
    expect(await screen.findByText('1 entry')).toBeInTheDocument();
    const marks = [...document.querySelectorAll('mark')].map(({ textContent }) => textContent);
    expect(marks).toEqual(['Walking', 'walked']);
    expect(server.requests(FIND)[0]?.body).toMatchObject({ words: 'walk', limit: 20 });
    expect(server.received.filter(({ query }) => query.toString().includes('walk'))).toEqual([]);

    await person.selectOptions(screen.getByLabelText('With this mood'), 'Sad');
    const allDays = within(screen.getByRole('group', { name: 'Days' })).getByRole('button', { name: 'All' });
    await person.click(allDays);
    await waitFor(() =>
      expect(server.requests(FIND).at(-1)?.body).toMatchObject({ mood: 'Sad', startDate: '1900-01-01' }),
    );
    expect(await screen.findByText('1 entry')).toBeInTheDocument();
    expect(allDays).toHaveAttribute('aria-pressed', 'true');
  });

  it('stays in the address across a reload', async () => {
    serverWithWords();
    const { person, reload } = openApp(
      '/journal#days=month&words=walk&mood=Happy&weather=rain&city=Porto&tag=family',
    );
    expect(await screen.findByText('1 entry')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Last 30 days' })).toHaveAttribute('aria-pressed', 'true');
    await searchFor(person, 'nothing');
    await screen.findByText('No entries match');
    reload();
    expect(await screen.findByLabelText('Words')).toHaveValue('nothing');
    expect(await screen.findByText('No entries match')).toBeInTheDocument();
    expect(screen.getByLabelText('With this mood')).toHaveValue('Happy');
    expect(screen.getByLabelText('In this weather')).toHaveValue('rain');
    expect(screen.getByLabelText('In this city')).toHaveValue('Porto');
    expect(screen.getByLabelText('With this tag')).toHaveValue('family');
  });

  it('repeats the search if nothing was found, and offers wider ranges up to all days', async () => {
    const server = serverWithWords();
    const { person } = openApp('/journal#days=week&words=zeppelin&mood=with&weather=without');
    const summary = /: “zeppelin” · With a mood · Without weather$/;
    expect(await screen.findByText(summary)).toBeInTheDocument();
    expect(screen.getByText('Nothing found')).toBeInTheDocument();
    const ways: string[] = [];
    for (let wider = screen.queryByRole('button', { name: /^Look at/ }); wider;) {
      ways.push(wider.textContent);
      await person.click(wider);
      await screen.findByText(summary);
      wider = screen.queryByRole('button', { name: /^Look at/ });
    }
    expect(ways.at(-1)).toBe('Look at all days');
    expect(ways[0]).toMatch(/^Look at (the last 30 days|this year)$/);
    expect(server.requests(FIND).at(-1)?.body).toMatchObject({
      words: 'zeppelin',
      hasMood: true,
      hasWeather: false,
      startDate: '1900-01-01',
    });
    await person.click(screen.getByRole('button', { name: 'Show all entries of these days' }));
    await waitFor(() => expect(server.requests(SEARCH).at(-1)?.query.get('startDate')).toBe('1900-01-01'));
  });

  it('continues after an empty page, and counts the shown entries until everything was searched', async () => {
    const server = serverWithWords().on(FIND, ({ body }) =>
      (body as { cursor?: string }).cursor ? json(200, [FOUND]) : json(200, [], { 'X-Next-Cursor': 'on' }),
    );
    const { person } = openApp('/journal#words=river');
    await person.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('1 entry')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
    expect(server.requests(FIND)).toHaveLength(2);
  });
});

describe('a search by what is measured', () => {
  const sleep = measure();
  const medication = measure({ _id: sleep._id.replaceAll('1', '2'), name: 'Medication', kind: 'yes-no' });
  const serverWithMeasures = () =>
    serverWithWords()
      .on('GET /api/measures', () => json(200, { measures: [sleep, medication] }))
      .on(FIND, () => listOf(FOUND));

  it('asks for values below one, says so in words, and keeps it in the address', async () => {
    const server = serverWithMeasures();
    const { person, reload } = openApp('/journal');
    await person.click(await screen.findByRole('button', { name: 'Filters' }));
    await person.selectOptions(await screen.findByLabelText('What you measure'), 'Sleep');
    const under = screen.getByLabelText('Under');
    await person.type(under, '6h');
    await person.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByText('Write a value such as 07:30.')).toBeInTheDocument();
    expect(server.requests(FIND)).toEqual([]);
    await person.clear(under);
    await person.type(under, '6');
    await person.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByText('Sleep under 6h')).toBeInTheDocument();
    const wanted = { measure: sleep._id, measureBelow: 360 };
    expect(server.requests(FIND).at(-1)?.body).toMatchObject(wanted);
    expect(server.requests(FIND).at(-1)?.body).not.toHaveProperty('measureFrom');
    reload();
    expect(await screen.findByText('Sleep under 6h')).toBeInTheDocument();
    expect(server.requests(FIND).at(-1)?.body).toMatchObject(wanted);
    await person.click(await screen.findByRole('button', { name: 'Filters' }));
    expect(await screen.findByLabelText('Under')).toHaveValue('06:00');
    // Another measure has other values.
    await person.selectOptions(screen.getByLabelText('What you measure'), 'Medication');
    await person.selectOptions(screen.getByLabelText('Noted as'), 'No');
    await person.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByText('no Medication')).toBeInTheDocument();
    expect(server.requests(FIND).at(-1)?.body).toMatchObject({ measure: medication._id, measureBelow: 1 });
  });

  it('says what the address asks for', async () => {
    serverWithMeasures();
    const { go } = openApp('/journal');
    for (const [fragment, words] of [
      [`measure=${sleep._id}&measureFrom=300&measureBelow=360`, 'Sleep of 5h or more · Sleep under 6h'],
      [`measure=${sleep._id}&measureBelow=none`, 'Sleep: any value'],
      [`measure=${sleep._id.replaceAll('1', '3')}`, 'A measure that is not here'],
    ]) {
      await go(`/journal#${fragment}`);
      expect(await screen.findByText(words!)).toBeInTheDocument();
    }
  });

  it('is not offered to who measures nothing, and bounds without a measure ask for nothing', async () => {
    const server = serverWithWords();
    const { person } = openApp('/journal#measure=sleep&measureBelow=360');
    await person.click(await screen.findByRole('button', { name: 'Filters' }));
    await screen.findByText('Your journal begins with a line');
    expect(screen.queryByLabelText('What you measure')).not.toBeInTheDocument();
    expect(server.requests(FIND)).toEqual([]);
  });
});
