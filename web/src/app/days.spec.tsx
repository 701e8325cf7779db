import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { entry, measure, statistics } from '../../test/builders';
import { empty, type FakeServer, held, json } from '../../test/fake-server';
import { openApp, serverOfAna } from '../../test/render-app';
import { TIMERS } from '../../test/timers';

const DAY = '2026-03-02';
const PANEL = '2 March 2026';
/** Of a year, whose roles take long to find. */
const CELL = { selector: '[role=gridcell]' };

/** A journal with one entry, written on a Monday in March. */
function serverWithEntry(photo: string | null = null): FakeServer {
  const photos = photo === null ? undefined : [photo];
  let current = entry({ createdAt: `${DAY}T12:00:00.000Z`, photos });
  const writtenDay = {
    ...{ day: DAY, entries: 1, moods: [{ mood: 'Happy', entries: 1 }] },
    ...{ otherMoods: 0, score: 1, sky: null, photo },
  };
  return serverOfAna()
    .on('GET /api/journal/days', ({ query }) => {
      const year = Number(query.get('year'));
      return json(200, { year, firstDay: DAY, lastDay: DAY, days: year === 2026 ? [writtenDay] : [] });
    })
    .on('GET /api/journal/search', () => json(200, [current], { 'X-Total-Count': '1' }))
    .on('PUT /api/journal/update/entry-1', ({ body }) => {
      current = { ...current, ...(body as object) };
      return json(200, current);
    })
    .on('DELETE /api/journal/delete/entry-1', () => empty(204));
}

const panel = async () => within(await screen.findByRole('region', { name: new RegExp(PANEL) }));

describe('the days page', () => {
  it('edits an entry in place, deletes it, and restores it with Undo', async () => {
    const server = serverWithEntry();
    const { person } = openApp(`/days?day=${DAY}`);
    const day = await panel();
    await person.click(await day.findByRole('button', { name: 'Edit Entry' }));
    const text = day.getByLabelText('Entry');
    await person.clear(text);
    await person.type(text, 'Other words');
    await person.click(day.getByRole('button', { name: 'Save Editions' }));
    await waitFor(() => expect(day.getByRole('button', { name: 'Edit Entry' })).toHaveFocus());
    expect(day.getByText('Other words')).toBeInTheDocument();
    expect(server.requests('PUT /api/journal/update/entry-1')).toHaveLength(1);

    await person.click(day.getByRole('button', { name: 'Delete' }));
    expect(day.getByRole('heading', { name: new RegExp(PANEL) })).toHaveFocus();
    expect(day.queryByText('Other words')).not.toBeInTheDocument();
    expect(screen.queryByLabelText(/Happy/, CELL)).not.toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByLabelText('Monday 2 March: Happy, 1 entry', CELL)).toBeInTheDocument();
    expect(day.getByText('Other words')).toBeInTheDocument();
    expect(server.requests('DELETE /api/journal/delete/entry-1')).toHaveLength(0);
  });

  it('keeps the focus and the range of the charts while another year loads', async () => {
    const server = serverOfAna().on('GET /api/journal/days', ({ query }) =>
      json(200, { year: Number(query.get('year')), firstDay: '2024-05-01', lastDay: DAY, days: [] }),
    );
    const { person } = openApp('/days?year=2026');
    const chosen = () => screen.findByRole('button', { name: 'All', pressed: true });
    await person.click(await screen.findByRole('button', { name: 'All' }));
    const other = held();
    server.on('GET /api/journal/days', other.handler);
    await person.click(screen.getByRole('button', { name: '‹ 2025' }));
    expect(screen.getByRole('button', { name: '‹ 2024' })).toHaveFocus();
    expect(await chosen()).toBeInTheDocument();
    await other.answer(json(200, { year: 2025, firstDay: '2024-05-01', lastDay: DAY, days: [] }));
    expect(screen.getByRole('button', { name: '‹ 2024' })).toHaveFocus();
    expect(await chosen()).toBeInTheDocument();
  });

  it('says that figures of a long journal are those of the last ten years', async () => {
    serverOfAna()
      .on('GET /api/journal/days', ({ query }) =>
        json(200, {
          ...{ year: Number(query.get('year')), firstDay: '2008-05-01', lastDay: DAY },
          days: [{ day: DAY, entries: 1, moods: [], otherMoods: 0, score: null, sky: null, photo: null }],
        }),
      )
      .on('GET /api/journal/statistics', ({ query }) => json(200, statistics(query, { daysWritten: 900 })));
    openApp('/days?year=2026');
    expect(
      await screen.findByText('You wrote on 1 day of 2026, and on 900 in the last ten years.'),
    ).toBeInTheDocument();
    expect(screen.getByText('day written in 2026, 900 in the last ten years')).toBeInTheDocument();
  });

  it('steps from day to day, as far as there are entries or today', async () => {
    const server = serverWithEntry();
    server.on('GET /api/journal/search', ({ query }) =>
      json(200, query.get('startDate') === DAY ? [entry({ createdAt: `${DAY}T12:00:00.000Z` })] : [], {
        'X-Total-Count': '1',
      }),
    );
    const { person } = openApp(`/days?day=${DAY}`);
    const day = await panel();
    await day.findByText('Walked home the long way.');
    await waitFor(() =>
      expect(day.getByRole('button', { name: 'Previous day: 1 March 2026' })).toBeDisabled(),
    );
    await person.click(day.getByRole('button', { name: 'Next day: 3 March 2026' }));
    const next = within(await screen.findByRole('region', { name: /3 March 2026/ }));
    expect(await next.findByText('Nothing was written on this day.')).toBeInTheDocument();
    // Who steps with the keyboard goes on from there.
    expect(next.getByRole('button', { name: 'Next day: 4 March 2026' })).toHaveFocus();
    const previous = next.getByRole('button', { name: 'Previous day: 2 March 2026' });
    await waitFor(() => expect(previous).toBeEnabled());
    await person.click(previous);
    const back = await panel();
    expect(await back.findByText('Walked home the long way.')).toBeInTheDocument();
    // There is no further day, so the button cannot keep the focus.
    expect(back.getByRole('heading', { name: new RegExp(PANEL) })).toHaveFocus();
  });

  it('shows the way to the other entries of a day that has more than it shows', async () => {
    const all = Array.from({ length: 60 }, (_, index) =>
      entry({ _id: `entry-${index}`, content: `Words ${index}.`, createdAt: `${DAY}T12:00:00.000Z` }),
    );
    let written = all;
    const server = serverWithEntry().on('GET /api/journal/search', ({ query }) => {
      const found = written.slice(0, Number(query.get('limit')));
      return json(200, found, { 'X-Total-Count': String(written.length) });
    });
    const first = openApp(`/days?day=${DAY}`);
    const more = await (await panel()).findByRole('link', { name: 'Show more' });
    expect((await panel()).getAllByText(/^Words/)).toHaveLength(50);
    await first.person.click(more);
    await waitFor(() => expect(first.path()).toBe('/journal'));
    await waitFor(() => {
      const { query } = server.requests('GET /api/journal/search').at(-1)!;
      expect([query.get('startDate'), query.get('endDate')]).toEqual([DAY, DAY]);
    });
    first.view.unmount();

    written = all.slice(0, 50);
    openApp(`/days?day=${DAY}`);
    await waitFor(async () => expect((await panel()).getAllByText(/^Words/)).toHaveLength(50));
    expect((await panel()).queryByRole('link', { name: 'Show more' })).not.toBeInTheDocument();
  });

  it('shows the photo of a day in its month until its entry is deleted, and the face where it is missing', async () => {
    serverWithEntry('a'.repeat(24));
    const { person } = openApp(`/days?day=${DAY}`);
    const month = within(await screen.findByRole('table', { name: 'March 2026' }));
    const name = 'Monday 2 March: Happy, 1 entry, with photos';
    const cell = await month.findByRole('button', { name });
    const picture = () => cell.querySelector('img');
    expect(picture()).toHaveAttribute('src', `/api/photos/${'a'.repeat(24)}?size=small`);
    fireEvent.error(picture()!);
    expect(picture()).toBeNull();
    const day = await panel();
    const large = await day.findByRole('button', { name: 'Photo 1 of 1' });
    fireEvent.error(large.querySelector('img')!);
    expect(day.getByText('This photo cannot be shown right now.')).toBeInTheDocument();
    await person.click(await day.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(month.queryByRole('button', { name })).not.toBeInTheDocument());
  });

  it('names what stands out in its first line, and shows no empty boxes', async () => {
    const monday = { name: '1', days: 9, mean: -1, low: -2, high: 0, differs: 'heavier' as const };
    const server = serverWithEntry();
    server.on('GET /api/journal/statistics', ({ query }) =>
      json(200, statistics(query, { daysWritten: 9, weekdays: [monday] })),
    );
    const first = openApp('/days?year=2026');
    const line = await screen.findByText('Mondays were heavier than the others.', {
      selector: '[role=status]',
    });
    expect(line).toBeInTheDocument();
    expect(screen.queryByText(/^days in a row/)).not.toBeInTheDocument();
    expect(screen.queryByText('On this day')).not.toBeInTheDocument();
    first.view.unmount();

    server.on('GET /api/journal/statistics', ({ query }) => json(200, statistics(query, { daysWritten: 1 })));
    openApp('/days?year=2026');
    expect(await screen.findByText('You wrote on 1 day.')).toBeInTheDocument();
  });

  it('says in words that a month is empty, on its last day too, and never counts to zero', async () => {
    jest.useFakeTimers({ now: Date.UTC(2026, 10, 30, 12), doNotFake: TIMERS });
    serverOfAna();
    openApp('/days');
    expect(await screen.findByText('Nothing is written in this month, so far.')).toBeInTheDocument();
    expect(screen.queryByText(/of them written/)).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: /^The year \d{4}$/ })).toBeInTheDocument();
    jest.useRealTimers();
  });

  it('starts the first year at its first entry, colours it by a measure, also in words, and keeps that in the address', async () => {
    const sleep = measure();
    const server = serverWithEntry()
      .on('GET /api/measures', () => json(200, { measures: [sleep] }))
      .on('GET /api/measures/days', ({ query }) => {
        const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
        const days = [DAY, '2026-03-03'].filter((day) => day >= from && day <= to);
        return json(200, { from, to, measures: [{ _id: sleep._id, days, values: [330, 480] }] });
      });
    const { person, reload } = openApp('/days?year=2026');
    const choice = await screen.findByLabelText('In the colour of');
    const cell = (name: string) => screen.findByLabelText(name, CELL);
    expect(await cell('Monday 2 March: Happy, 1 entry')).toBeInTheDocument();
    expect(screen.getAllByRole('gridcell')).toHaveLength(365 - 31 - 28);
    expect(server.requests('GET /api/measures/days').map(({ query }) => query.get('to'))).not.toContain(
      '2026-12-31',
    );
    await person.selectOptions(choice, 'Sleep');
    expect((await cell('Monday 2 March: Sleep 5h 30m')).style.background).toBe('var(--step-1)');
    expect((await cell('Tuesday 3 March: Sleep 8h')).style.background).toBe('var(--step-5)');
    expect((await cell('Wednesday 4 March: Sleep not noted')).style.background).toBe('');
    const legend = screen.getByRole('list', { name: 'Colours' });
    expect(
      within(legend)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['5h 30m', '8h']);
    await person.click(screen.getByRole('button', { name: 'Show as a table' }));
    const table = within(screen.getByRole('region', { name: 'The days of 2026 as a table' }));
    await person.click(table.getByRole('button', { name: 'Tuesday 3 March' }));
    expect(await screen.findByRole('region', { name: /3 March 2026/ })).toBeInTheDocument();
    reload();
    expect(await cell('Tuesday 3 March: Sleep 8h')).toBeInTheDocument();
    await person.selectOptions(screen.getByLabelText('In the colour of'), 'Mood');
    expect(await cell('Monday 2 March: Happy, 1 entry')).toBeInTheDocument();
  });
});
