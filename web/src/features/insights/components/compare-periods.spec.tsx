import { screen, within } from '@testing-library/react';
import { insight, insightDetails, statistics } from '../../../../test/builders';
import { json } from '../../../../test/fake-server';
import { openApp, serverOfAna } from '../../../../test/render-app';
import { addDays } from '../../../lib/dates/calendar';
import type { Statistics } from '../../../charts/get-statistics';
import { rangeInWords } from '../../../lib/dates/dates';

const STATISTICS = 'GET /api/journal/statistics';

const day = (of: string, score: number | null) => ({ day: of, score, entries: 1 });

/** A period with as many days as scores, the first one on `from`. */
function period(from: string, scores: (number | null)[]): Partial<Statistics> {
  const happy = scores.filter((score) => score === 1).length;
  return {
    entries: scores.length,
    daysWritten: scores.length,
    days: scores.map((score, index) => day(addDays(from, index), score)),
    moods: [{ mood: 'Happy', entries: happy, days: happy }],
    otherMoods: scores.filter((score) => score === null).length,
  };
}

/** Opens an insight about 14 to 21 November 2026. `periods` are the scores of each period, by its first day. */
function open(periods: Record<string, (number | null)[]>) {
  const figures = {
    days: ['2026-11-14', '2026-11-15', '2026-11-16'].map((of) => day(of, 1)),
    weekdays: [],
    skies: [],
  };
  const done = insight({ status: 'done', text: 'Hello.', details: insightDetails({ figures }) });
  const server = serverOfAna()
    .on('GET /api/insights/job-1', () => json(200, done))
    .on(STATISTICS, ({ query }) => {
      const from = query.get('from') ?? '';
      return json(200, statistics(query, period(from, periods[from] ?? [])));
    });
  return { server, ...openApp('/insights/job-1') };
}

const GOOD = [1, 1, 2, 1, 1, 2, 1, 1];
const HEAVY = [-2, -1, -2, -2, -1, -2, -2, -1];

/** The figures load after the page. */
const side = async () =>
  within(await screen.findByRole('region', { name: 'Two periods side by side' }, { timeout: 25_000 }));

describe('two periods side by side', () => {
  it('compares with as many days before, and names a difference that chance alone does not explain', async () => {
    const { server } = open({ '2026-11-14': GOOD, '2026-11-06': HEAVY });
    expect(
      await (await side()).findByText(/^The later period was clearly brighter than the earlier one/),
    ).toBeVisible();
    const ranges = server.requests(STATISTICS).map(({ query }) => `${query.get('from')} ${query.get('to')}`);
    expect(ranges).toEqual(expect.arrayContaining(['2026-11-14 2026-11-21', '2026-11-06 2026-11-13']));
    const [earlier, later] = (await side()).getAllByRole('region');
    expect(earlier).toHaveAccessibleName(rangeInWords('2026-11-06', '2026-11-13'));
    expect(earlier).toHaveTextContent('Mean mood −1.6, from −2 to 2');
    expect(later).toHaveAccessibleName(rangeInWords('2026-11-14', '2026-11-21'));
    expect(later).toHaveTextContent('8 entries on 8 days');
    expect(later).toHaveTextContent('Happy6');
  });

  it('says that the later days were heavier', async () => {
    open({ '2026-11-14': HEAVY, '2026-11-06': GOOD });
    expect(await (await side()).findByText(/^The later period was clearly heavier/)).toBeVisible();
  });

  it('names no difference that chance alone explains', async () => {
    open({ '2026-11-14': [1, -2, 0, 1, -1, 2, 0, 1], '2026-11-06': [0, 1, -1, 2, -2, 1, 0, 0] });
    const words = 'There is no clear difference between the two.';
    expect(await (await side()).findByText(words)).toBeVisible();
  });

  it('compares with the same weekdays a year earlier, and says if too few days have a mood', async () => {
    const { person, server } = open({ '2026-11-14': GOOD, '2025-11-15': [1, 1, null, null] });
    await person.click((await side()).getByRole('button', { name: 'A year earlier' }));
    expect(await (await side()).findByText('15 – 22 Nov 2025')).toBeVisible();
    expect((await side()).getByText('Too few days to compare, so far.')).toBeVisible();
    const [earlier] = (await side()).getAllByRole('region');
    expect(earlier).toHaveTextContent('Too few days for a mean mood');
    expect(earlier).toHaveTextContent('Other, none2');
    expect(server.requests(STATISTICS).at(-1)?.query.get('to')).toBe('2025-11-22');
    expect((await side()).getByRole('button', { name: 'A year earlier' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });
});
