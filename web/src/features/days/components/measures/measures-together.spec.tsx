import { screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { measure, statistics, tokenOf } from '../../../../../test/builders';
import { json, problem } from '../../../../../test/fake-server';
import { aPerson } from '../../../../../test/person';
import { renderWithin } from '../../../../../test/render-within';
import { serverOfAna } from '../../../../../test/server-of-ana';
import { openSession } from '../../../../lib/api/session';
import { addDays } from '../../../../lib/dates/calendar';
import { dateNow, dayOf } from '../../../../lib/dates/dates';
import { DaysPage } from '../days-page';
import type { WithMood } from '../../api/together';
import { daysInWords, foundInWords } from './together-in-words';

const SLEEP = measure();
const COFFEE = measure({ _id: SLEEP._id.replaceAll('1', '2'), name: 'Coffee', kind: 'number' });
const HABIT = measure({ _id: SLEEP._id.replaceAll('1', '3'), name: 'Medication', kind: 'yes-no' });

const asked = (over: Partial<WithMood>): WithMood => ({
  ...{ measure: SLEEP._id, later: 0, answer: 'chance', strength: 0.1, cut: null, below: null, above: null },
  ...over,
});
const SIDES = {
  ...{ cut: 360, strength: 0.5, answer: 'stands' as const },
  below: { days: 18, moods: [4, 10, 2, 2, 0] },
  above: { days: 63, moods: [4, 15, 14, 20, 10] },
};

function openDays(
  moods: WithMood[],
  days: object[] = [],
  { measures = [SLEEP, COFFEE, HABIT], values = [1, 0] } = {},
) {
  const today = dayOf(dateNow());
  const noted = [addDays(today, -2), addDays(today, -1)];
  const server = serverOfAna()
    .on('GET /api/measures', () => json(200, { measures }))
    .on('GET /api/journal/days', ({ query }) =>
      json(200, { year: Number(query.get('year')), firstDay: noted[0], lastDay: noted[1], days: [] }),
    )
    .on('GET /api/journal/statistics', ({ query }) =>
      json(200, statistics(query, { days: noted.map((day) => ({ day, score: 1 })) })),
    )
    .on('GET /api/measures/days', ({ query }) =>
      json(200, {
        ...{ from: query.get('from'), to: query.get('to') },
        measures: measures.map(({ _id }) => ({ _id, days: noted, values })),
      }),
    )
    .on('GET /api/measures/together', ({ query }) =>
      json(200, { from: query.get('from'), to: query.get('to'), asked: 12, moods, days }),
    );
  openSession(tokenOf());
  renderWithin(
    <MemoryRouter>
      <DaysPage deleted={[]} ChangeEntry={() => null} />
    </MemoryRouter>,
  );
  return { server, person: aPerson() };
}

const side = (days: number, median: number, mean = median) => ({ days, median, mean });

const region = async () => within(await screen.findByRole('region', { name: 'Mood and what you measure' }));

describe('the mood and what is measured', () => {
  it('says what goes together with counted days, that this is no cause, and leads to the entries', async () => {
    const withRiver = { measure: SLEEP._id, weather: null, tag: 'River', later: 0 };
    openDays(
      [asked(SIDES), asked({ measure: COFFEE._id })],
      [{ ...withRiver, with: side(9, 450), without: side(20, 390) }],
    );
    const found = await region();
    expect(
      await found.findByText(
        'On days with Sleep under 6h, 14 of 18 were heavier than even. Of the others, 19 of 63 were.',
      ),
    ).toBeInTheDocument();
    expect(
      found.getByText(/Sleep was 7h 30m or less half of the time, and 6h 30m on other days\.$/),
    ).toBeInTheDocument();
    expect(
      found.getByText('They went together. That does not mean that one caused the other.'),
    ).toBeInTheDocument();
    expect(found.getByRole('link', { name: 'See these entries: Sleep under 6h' })).toHaveAttribute(
      'href',
      expect.stringMatching(new RegExp(`^/journal#.*measure=${SLEEP._id}&measureBelow=360$`)),
    );
  });

  it('draws a bedtime after midnight above the evening before, and leads to the nights before it', async () => {
    const bedtime = { ...COFFEE, name: 'Bedtime', kind: 'time' as const };
    const { person } = openDays([asked({ ...SIDES, measure: COFFEE._id, cut: 30 })], [], {
      measures: [SLEEP, bedtime],
      values: [23 * 60 + 30, 30],
    });
    const found = await region();
    await person.selectOptions(found.getByLabelText('Beside the mood'), 'Bedtime');
    expect(await found.findByText(/Bedtime from 23:30 to 00:30 below\./)).toBeInTheDocument();
    expect(found.getByRole('link', { name: 'See these entries: Bedtime before 00:30' })).toHaveAttribute(
      'href',
      expect.stringMatching(/&measureBelow=30$/),
    );
  });

  it('shows the values of the chosen measure alone, also without patterns, after one that is the same each day', async () => {
    const { server, person } = openDays([], [], { values: [1, 1] });
    server.on('GET /api/measures/together', () => problem(400, 'Not now.'));
    const found = await region();
    expect(await found.findByText('Patterns could not be loaded.')).toBeInTheDocument();
    const labels = () => [...document.querySelectorAll('svg text')].map((one) => one.textContent);
    expect(labels().filter((label) => label === '1m')).toHaveLength(1);
    await person.selectOptions(found.getByLabelText('Beside the mood'), 'Coffee');
    expect(labels()).not.toContain('1m');
  });

  it('claims nothing that chance would make, and goes on to another measure by a tap', async () => {
    const few = asked({ measure: COFFEE._id, answer: 'few', strength: null });
    const { person } = openDays([
      asked({}),
      few,
      asked({
        ...{ ...SIDES, measure: HABIT._id, later: 1, strength: -0.4 },
        below: { days: 18, moods: [0, 2, 2, 10, 4] },
      }),
    ]);
    const found = await region();
    expect(
      await found.findByText('Sleep: nothing here is more than chance alone explains.'),
    ).toBeInTheDocument();
    expect(found.queryByText(/^They went together/)).not.toBeInTheDocument();
    expect(found.getByText('A higher value went together with a heavier day after')).toBeInTheDocument();
    await person.click(found.getByRole('button', { name: 'Coffee' }));
    expect(found.getByLabelText('Beside the mood')).toHaveFocus();
    expect(
      found.getByText('Coffee: too few days to compare so far. It takes two weeks at least.'),
    ).toBeInTheDocument();
    await person.click(found.getByRole('button', { name: 'Medication' }));
    expect(
      found.getByText(
        'The day after no Medication, 14 of 18 days were brighter than even. After the others, 30 of 63 were.',
      ),
    ).toBeInTheDocument();
  });

  it('claims only what the counted days show', () => {
    const below = { days: 12, moods: [0, 0, 12, 0, 0] };
    const words = (moods: number[]) =>
      foundInWords(SLEEP, asked({ ...SIDES, below, above: { days: 30, moods } }));
    expect(words([0, 0, 18, 6, 6])).toBe(
      'On days with Sleep under 6h, 0 of 12 were brighter than even. Of the others, 12 of 30 were.',
    );
    expect(words([3, 0, 27, 0, 0])).toBe('Sleep and mood rose and fell together.');
    const dayAfterRain = { measure: HABIT._id, weather: 'rain', tag: null, later: 1 } as const;
    const sides = { with: side(9, 1, 0.9), without: side(9, 0, 0.4) };
    expect(daysInWords(HABIT, { ...dayAfterRain, ...sides })).toMatch(
      /the day after: yes for Medication on 90% of them, and on 40% after other days\.$/,
    );
  });
});
