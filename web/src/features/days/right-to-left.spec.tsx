import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { YearGrid } from './components/calendar/year-grid';
import { GroupChart } from '../../charts/group-chart';
import { MoodOverTime } from '../../charts/mood-over-time';
import { addDays } from '../../lib/dates/calendar';

const GROUPS = [{ name: '1', days: 9, mean: 1, low: 0, high: 2, differs: null }];
const DAYS = Array.from({ length: 10 }, (_, index) => ({ day: addDays('2026-03-01', index), score: 1 }));

describe.each(['en', 'ar'])('charts, in %s', (language) => {
  const isMirrored = language === 'ar';

  beforeEach(() => {
    document.documentElement.lang = language;
  });
  afterEach(() => {
    document.documentElement.lang = 'en';
  });

  it('have bars that grow in the direction of reading', () => {
    const { container } = render(
      <I18nProvider i18n={i18n}>
        <GroupChart title="Mood and weekday" kind="weekdays" groups={GROUPS} />
      </I18nProvider>,
    );
    const bar = container.querySelector('rect');
    expect([bar?.getAttribute('x'), bar?.getAttribute('width')]).toEqual([isMirrored ? '25%' : '50%', '25%']);
  });

  it('let time run in the direction of reading', () => {
    const statistics = { from: '2026-03-01', to: '2026-03-10', days: DAYS };
    const { container } = render(<MoodOverTime statistics={statistics} />);
    const places = [...container.querySelectorAll('circle')].map((dot) => Number(dot.getAttribute('cx')));
    const byTime = places.toSorted((a, b) => (isMirrored ? b - a : a - b));
    expect(places).toEqual(byTime);
    expect(new Set(places).size).toBe(10);
  });

  it('have a year whose arrow keys go where they point', async () => {
    const written = new Map();
    const day = '2026-03-11';
    render(
      <YearGrid
        year={2026}
        firstMonth={1}
        written={written}
        today="2026-11-25"
        chosen={day}
        onChoose={() => undefined}
      />,
    );
    const cell = (name: string) => document.querySelector<HTMLElement>(`[data-day="${name}"]`);
    cell(day)?.focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(cell(addDays(day, isMirrored ? 7 : -7)));
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    expect(document.activeElement).toBe(cell(addDays(day, 1)));
    expect(screen.getAllByRole('gridcell')).toHaveLength(365);
  });
});
