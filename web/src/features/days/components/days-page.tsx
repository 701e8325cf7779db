import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../../components/forms/button';
import { SelectField } from '../../../components/forms/field';
import { OnThisDay } from '../../../components/entries/on-this-day';
import { PageHead } from '../../../components/page/page-head';
import { PrintLinks } from '../../../components/page/print-links';
import { FromDevice } from '../../../components/page/from-device';
import { QueryError } from '../../../components/page/query-error';
import { Skeleton } from '../../../components/page/skeleton';
import { useOwnMoods } from '../../../lib/own-moods/own-moods';
import { useUser, type SessionUser } from '../../../lib/api/session';
import { useToday } from '../../../lib/dates/today';
import { useStatistics } from '../../../charts/get-statistics';
import { type Days as DaysOfYear, useDays } from '../api/list-days';
import { monthOf, MONTHS, yearInDigits, yearOf } from '../../../lib/dates/calendar';
import { useMeasuredYear } from '../measured-year';
import { everything } from '../ranges';
import { useIsNarrow } from '../../../lib/screen/use-is-narrow';
import { type EntryChangeProps, DayPanel } from './day-panel';
import styles from './days-page.module.css';
import { Figures } from './figures/figures';
import { Legend } from './calendar/legend';
import { MeasureLegend, MeasureTable } from './measures/year-of-measure';
import { MonthCalendar } from './calendar/month-calendar';
import { StandsOut } from './figures/stands-out';
import { YearGrid, YearKeys } from './calendar/year-grid';
import { YearMonths } from './calendar/year-months';
import { YearTable } from './calendar/year-table';

/** The charts and their library load after the year is shown. */
const Together = lazy(async () => ({ default: (await import('./figures/together')).Together }));

export function DaysPage(changeProps: EntryChangeProps) {
  const user = useUser();
  return (
    <div className={styles.column}>
      <PageHead title={t`Your days`}>
        <Trans>Every square is a day, in the colour of its mood.</Trans>
      </PageHead>
      {user && <Days user={user} {...changeProps} />}
      <PrintLinks />
    </div>
  );
}

/** The address holds what the page shows: `year`, `month` and `day`, and the measure that colours them, `of`. */
function usePlace(today: string) {
  const [params, setParams] = useSearchParams();
  const dayParam = params.get('day') ?? '';
  const day =
    /^\d{4}-\d\d-\d\d$/.test(dayParam) && !Number.isNaN(Date.parse(dayParam)) ? dayParam : undefined;
  const numberOf = (name: string, min: number, max: number, fallback: number): number => {
    const value = Number(params.get(name));
    return Number.isInteger(value) && value >= min && value <= max ? value : fallback;
  };
  const year = numberOf('year', 1900, 9999, yearOf(day ?? today));
  const defaultMonth =
    day && yearOf(day) === year ? monthOf(day) : year === yearOf(today) ? monthOf(today) : 12;
  const month = numberOf('month', 1, 12, defaultMonth);
  const of = params.get('of') ?? '';
  const go = (place: { year?: number; month?: number; day?: string }) => {
    const next = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...place, ...(of && { of }) }))
      next.set(name, String(value));
    setParams(next, { preventScrollReset: true });
  };
  const colourBy = (measure: string) => {
    const next = new URLSearchParams(params);
    if (measure) next.set('of', measure);
    else next.delete('of');
    setParams(next, { preventScrollReset: true, replace: true });
  };
  return { year, month, day, of, go, colourBy };
}

function Days({ user, ...changeProps }: EntryChangeProps & { user: SessionUser }) {
  useOwnMoods();
  const today = useToday();
  const [asTable, setAsTable] = useState(false);
  const { year, month, day, of, go, colourBy } = usePlace(today);
  const days = useDays(user.id, year, changeProps.deleted);
  // A year that could not be read must not look like one in which nothing was written.
  const isUnknown = days.isError && !days.data;
  // The requested year may still be loading.
  const writtenDays = useMemo(
    () => days.data && new Map(days.data.days.map((one) => [one.day, one])),
    [days.data],
  );
  // The answer for any year has the first and the last day, which stay while another year loads.
  const [ends, setEnds] = useState<Pick<DaysOfYear, 'firstDay' | 'lastDay'>>();
  if (days.data && (days.data.firstDay !== ends?.firstDay || days.data.lastDay !== ends.lastDay))
    setEnds(days.data);
  const firstDay = ends?.firstDay ?? today;
  // An entry from farther east may belong to a day that begins here tomorrow.
  const lastDay = ends?.lastDay ?? today;
  const newest = lastDay > today ? lastDay : today;
  const all = ends && everything(ends.firstDay, newest);
  const whole = useStatistics(user.id, all, { isEarlierEndShown: true });
  const isNarrow = useIsNarrow();
  const { measures, shown: measured, query: ofMeasure } = useMeasuredYear(of, year);
  const choose = (chosenDay: string) => go({ day: chosenDay });
  const firstYear = yearOf(firstDay);
  const lastYear = yearOf(newest);
  const yearName = yearInDigits(year);
  const firstMonth = year === firstYear && ends ? monthOf(firstDay) : 1;

  const panel = day && (
    <DayPanel
      user={user}
      day={day}
      today={today}
      first={firstDay}
      last={newest}
      onChoose={choose}
      {...changeProps}
      onClose={() => go({ year, month })}
    />
  );
  const monthCalendar = !isUnknown && (
    <MonthCalendar
      year={year}
      month={month}
      written={writtenDays}
      measured={measured}
      today={today}
      chosen={day}
      first={firstDay}
      onChoose={choose}
      onMonth={(place) => go(place)}
    />
  );

  return (
    <>
      <StandsOut days={days.data} whole={whole.data} />
      {days.data?.fromDevice && (
        <FromDevice since={days.data.since}>
          {days.data.since === undefined && (
            <Trans>This is what this device keeps: your days as they were last seen here.</Trans>
          )}
        </FromDevice>
      )}
      <QueryError query={days} title={t`Your days could not be counted.`} />
      {isNarrow && (
        <>
          {monthCalendar}
          {panel}
        </>
      )}
      <nav aria-label={t`Years`} className={styles.years}>
        <h2 className={styles.year}>{t`The year ${yearName}`}</h2>
        {year > firstYear && (
          <Button onClick={() => go({ year: year - 1 })}>‹ {yearInDigits(year - 1)}</Button>
        )}
        {year < lastYear && (
          <Button onClick={() => go({ year: year + 1 })}>{yearInDigits(year + 1)} ›</Button>
        )}
      </nav>
      {!isUnknown && (
        <section className={styles.card} aria-label={t`The year ${yearName}`} aria-busy={days.isPending}>
          {measures.length > 0 && (
            <div className={styles.colour}>
              <SelectField
                label={t`In the colour of`}
                value={measured ? of : ''}
                onChange={({ target }) => colourBy(target.value)}
              >
                <option value="">{t`Mood`}</option>
                {measures.map(({ _id, name }) => (
                  <option key={_id} value={_id}>
                    {name}
                  </option>
                ))}
              </SelectField>
            </div>
          )}
          {measured && <QueryError query={ofMeasure} />}
          {isNarrow ? (
            <YearMonths
              year={year}
              months={MONTHS.filter((one) => one >= firstMonth)}
              written={writtenDays}
              measured={measured}
              today={today}
              chosen={month}
              onChoose={(one) => {
                go({ year, month: one });
                document.getElementById('month')?.scrollIntoView({ block: 'start' });
              }}
            />
          ) : (
            <>
              <YearKeys />
              <YearGrid
                key={year}
                year={year}
                firstMonth={firstMonth}
                written={writtenDays}
                measured={measured}
                today={today}
                chosen={day}
                onChoose={choose}
              />
            </>
          )}
          {measured ? ofMeasure.data && <MeasureLegend year={year} shown={measured} /> : <Legend />}
          <Button variant="plain" aria-expanded={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? t`Hide the table` : t`Show as a table`}
          </Button>
          {asTable && measured && <MeasureTable year={year} shown={measured} onChoose={choose} />}
          {asTable && !measured && <YearTable year={year} days={days.data?.days ?? []} onChoose={choose} />}
        </section>
      )}
      {!isNarrow && panel}
      {days.data && <Figures days={days.data} whole={whole.data} />}
      <div className={styles.pair}>
        {!isNarrow && monthCalendar}
        <OnThisDay user={user} today={today} deleted={changeProps.deleted} />
      </div>
      {ends?.firstDay && (
        <Suspense fallback={<Skeleton width="100%" height="20rem" />}>
          <Together user={user} firstDay={ends.firstDay} today={newest} />
        </Suspense>
      )}
    </>
  );
}
