import { plural, t } from '@lingui/core/macro';
import { memo } from 'react';
import { GroupChart } from '../../../charts/group-chart';
import { MoodOverTime } from '../../../charts/mood-over-time';
import type { WrittenDay } from '../../../features/days/api/list-days';
import { MoodCounts } from '../../../features/days/components/figures/mood-counts';
import { MeasureOverTime } from '../../../features/days/components/measures/measure-over-time';
import { monthAndYear, monthOf, yearInDigits } from '../../../lib/dates/calendar';
import type { Entry } from '../../../lib/entry/entry';
import type { Choices } from '../choices';
import { MonthGrid } from './month-grid';
import { PaperEntry } from './paper-entry';
import styles from '../report.module.css';
import { SummaryFigures } from './summary-figures';
import type { Material } from '../use-material';
import { WentTogether } from './went-together';

interface BookContentsProps {
  choices: Choices;
  material: Material;
  author: string;
  year: number;
  /** The months that have begun, from 1. */
  months: readonly number[];
}

/** A year for oneself: a title, contents, a summary, and its months with their entries. */
export function BookContents({ choices, material, author, year, months }: BookContentsProps) {
  const { statistics, measures, measured, days, entries, hasWeather, isShown } = material;
  const has = (part: Choices['parts'][number]) => choices.parts.includes(part);
  const written = new Map(days?.map((one) => [one.day, one]));
  const inMonth = <T extends { day: string }>(all: readonly T[], month: number) =>
    all.filter(({ day }) => monthOf(day) === month);
  return (
    <>
      <header className={styles.cover}>
        <h2>{yearInDigits(year)}</h2>
        {author && <p dir="auto">{author}</p>}
        {choices.note.trim() !== '' && (
          <p className={styles.note} dir="auto">
            {choices.note}
          </p>
        )}
      </header>
      <nav aria-label={t`Contents`} className={styles.contents}>
        <h3>{t`Contents`}</h3>
        <ol>
          <li>
            <a href="#book-summary">{t`The year in figures`}</a>
          </li>
          {months.map((month) => (
            <li key={month}>
              <a href={`#book-${month}`}>{monthAndYear(year, month)}</a>
              <span>{days && entriesInWords(inMonth(days, month))}</span>
            </li>
          ))}
        </ol>
      </nav>
      <section id="book-summary" className={styles.chapter}>
        <h3>{t`The year in figures`}</h3>
        {statistics && (
          <>
            <SummaryFigures statistics={statistics} measures={measures} measured={measured} />
            {has('mood') && (
              <>
                <MoodOverTime statistics={statistics} />
                <MoodCounts statistics={statistics} isFoldable={false} />
              </>
            )}
            {measures.map((measure) => {
              const values = measured?.measures.find(({ _id }) => _id === measure._id);
              return (
                values &&
                values.days.length > 0 && (
                  <MeasureOverTime
                    key={measure._id}
                    measure={measure}
                    statistics={statistics}
                    values={values}
                    cut={null}
                  />
                )
              );
            })}
            {hasWeather && <GroupChart title={t`Mood and weather`} kind="skies" groups={statistics.skies} />}
            {has('together') && <WentTogether statistics={statistics} material={material} />}
          </>
        )}
      </section>
      {months.map((month) => (
        <section key={month} id={`book-${month}`} className={styles.chapter}>
          <h3>{monthAndYear(year, month)}</h3>
          {days && <p className={styles.quiet}>{entriesInWords(inMonth(days, month))}</p>}
          {days && (
            <MonthGrid year={year} month={month} title={monthAndYear(year, month)} written={written} />
          )}
          <MonthEntries
            entries={inMonth(entries, month)}
            hasPhotos={choices.photos}
            hasWeather={hasWeather}
            isShown={isShown}
          />
        </section>
      ))}
    </>
  );
}

interface MonthEntriesProps {
  entries: readonly Entry[];
  hasPhotos: boolean;
  hasWeather: boolean;
  isShown: (tag: string) => boolean;
}

const MonthEntries = memo(
  function MonthEntries({ entries, ...rest }: MonthEntriesProps) {
    return entries.map((entry) => <PaperEntry key={entry._id} entry={entry} {...rest} />);
  },
  // The list of a month is a new one for each page of entries that arrives.
  (before, after) =>
    before.hasPhotos === after.hasPhotos &&
    before.hasWeather === after.hasWeather &&
    before.isShown === after.isShown &&
    before.entries.length === after.entries.length &&
    before.entries.every((entry, index) => entry === after.entries[index]),
);

function entriesInWords(days: readonly WrittenDay[]): string {
  const entries = days.reduce((sum, day) => sum + day.entries, 0);
  if (entries === 0) return t`Nothing was written in this month.`;
  return plural(entries, { one: '# entry', other: '# entries' });
}
