import { lazy, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../../components/button';
import { OnThisDay } from '../../../components/on-this-day';
import { PageHead } from '../../../components/page-head';
import { QueryError } from '../../../components/query-error';
import { Skeleton } from '../../../components/skeleton';
import { useUser, type SessionUser } from '../../../lib/session';
import { useToday } from '../../../lib/today';
import { useStatistics } from '../../../charts/get-statistics';
import { useDays } from '../api/list-days';
import { monthOf, MONTHS, yearOf } from '../../../charts/calendar';
import { everything } from '../ranges';
import { useIsNarrow } from '../use-is-narrow';
import { type ChangingProps, DayPanel } from './day-panel';
import styles from './days-page.module.css';
import { Figures } from './figures';
import { Legend } from './legend';
import { MonthCalendar } from './month-calendar';
import { StandsOut } from './stands-out';
import { YearGrid, YearKeys } from './year-grid';
import { YearMonths } from './year-months';
import { YearTable } from './year-table';

/** The charts and their library come after the year is there. */
const Together = lazy(async () => ({ default: (await import('./together')).Together }));

export function DaysPage(changing: ChangingProps) {
  const user = useUser();
  return (
    <div className={styles.column}>
      <PageHead title="Your days">Every square is a day, in the colour of its mood.</PageHead>
      {user && <Days key={user.id} user={user} {...changing} />}
    </div>
  );
}

/** What is shown is in the address: `year`, `month`, `day` and, of that day, `entry`: the id of one to begin with. */
function usePlace(today: string) {
  const [params, setParams] = useSearchParams();
  const given = params.get('day') ?? '';
  const day = /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : undefined;
  const numberOf = (name: string, min: number, max: number, otherwise: number): number => {
    const value = Number(params.get(name));
    return Number.isInteger(value) && value >= min && value <= max ? value : otherwise;
  };
  const year = numberOf('year', 1900, 9999, yearOf(day ?? today));
  const shownMonth =
    day && yearOf(day) === year ? monthOf(day) : year === yearOf(today) ? monthOf(today) : 12;
  const month = numberOf('month', 1, 12, shownMonth);
  const go = (place: { year?: number; month?: number; day?: string }) => {
    const next = new URLSearchParams();
    for (const [name, value] of Object.entries(place)) next.set(name, String(value));
    setParams(next, { preventScrollReset: true });
  };
  const entryId = (day && params.get('entry')) || undefined;
  return { year, month, day, entryId, go };
}

function Days({ user, ...changing }: ChangingProps & { user: SessionUser }) {
  const today = useToday();
  const [asTable, setAsTable] = useState(false);
  const { year, month, day, entryId, go } = usePlace(today);
  const days = useDays(user.id, year);
  // The year that was asked for may still be on its way.
  const written = useMemo(() => new Map((days.data?.days ?? []).map((one) => [one.day, one])), [days.data]);
  // What was written farther east may belong to a day that begins here tomorrow.
  const lastDay = days.data?.lastDay ?? today;
  const newest = lastDay > today ? lastDay : today;
  const whole = useStatistics(user.id, days.data && everything(days.data.firstDay, newest));
  const narrow = useIsNarrow();
  const choose = (chosen: string) => go({ day: chosen });
  const firstYear = yearOf(days.data?.firstDay ?? today);
  const lastYear = yearOf(newest);
  const firstMonth = year === firstYear && days.data ? monthOf(days.data.firstDay ?? today) : 1;

  const panel = day && (
    <DayPanel
      key={day}
      user={user}
      day={day}
      today={today}
      entryId={entryId}
      {...changing}
      onClose={() => go({ year, month })}
    />
  );
  const ofMonth = (
    <MonthCalendar
      year={year}
      month={month}
      written={written}
      today={today}
      chosen={day}
      first={`${firstYear}-01-01`}
      onChoose={choose}
      onMonth={(place) => go(place)}
    />
  );

  return (
    <>
      <StandsOut days={days.data} whole={whole.data} />
      <QueryError query={days} title="Your days could not be counted." />
      {narrow && (
        <>
          {ofMonth}
          {panel}
        </>
      )}
      <nav aria-label="Years" className={styles.years}>
        {year > firstYear && <Button onClick={() => go({ year: year - 1 })}>‹ {year - 1}</Button>}
        <span className={styles.year} aria-current="true">
          {year}
        </span>
        {year < lastYear && <Button onClick={() => go({ year: year + 1 })}>{year + 1} ›</Button>}
      </nav>
      <section className={styles.card} aria-label={`The year ${year}`} aria-busy={days.isPending}>
        {narrow ? (
          <YearMonths
            year={year}
            months={MONTHS.filter((one) => one >= firstMonth)}
            written={written}
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
              written={written}
              today={today}
              chosen={day}
              onChoose={choose}
            />
          </>
        )}
        <Legend />
        <Button variant="plain" aria-expanded={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Hide the table' : 'Show as a table'}
        </Button>
        {asTable && <YearTable year={year} days={days.data?.days ?? []} onChoose={choose} />}
      </section>
      {!narrow && panel}
      {days.data && <Figures days={days.data} whole={whole.data} />}
      <div className={styles.pair}>
        {!narrow && ofMonth}
        <OnThisDay user={user} today={today} deleted={changing.deleted} />
      </div>
      {days.data?.firstDay && (
        <Suspense fallback={<Skeleton width="100%" height="20rem" />}>
          <Together user={user} firstDay={days.data.firstDay} today={newest} />
        </Suspense>
      )}
    </>
  );
}
