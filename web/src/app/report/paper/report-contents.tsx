import { plural, t } from '@lingui/core/macro';
import { GroupChart } from '../../../charts/group-chart';
import { MoodOverTime } from '../../../charts/mood-over-time';
import { MoodCounts } from '../../../features/days/components/figures/mood-counts';
import { MeasureOverTime } from '../../../features/days/components/measures/measure-over-time';
import type { Profile } from '../../../lib/account/profile';
import { daysBetween } from '../../../lib/dates/calendar';
import { rangeInWords } from '../../../lib/dates/dates';
import { numberInWords } from '../../../lib/language/formats';
import type { Choices } from '../choices';
import { PaperEntry } from './paper-entry';
import { PaperInsight } from './paper-insight';
import styles from '../report.module.css';
import { SummaryFigures } from './summary-figures';
import type { Material } from '../use-material';
import { WentTogether } from './went-together';

interface ReportContentsProps {
  profile: Profile;
  choices: Choices;
  material: Material;
  title: string;
}

/** A few pages for another person: the figures first, then charts, findings and what else was chosen. */
export function ReportContents({ profile, choices, material, title }: ReportContentsProps) {
  const { statistics, measures, measured, insights, entries, hasWeather, isShown } = material;
  const has = (part: Choices['parts'][number]) => choices.parts.includes(part);
  return (
    <>
      <header className={styles.title}>
        <h2 dir="auto">{title}</h2>
        {statistics && <p>{writtenInWords(statistics)}</p>}
      </header>
      {choices.note.trim() !== '' && (
        <p className={styles.note} dir="auto">
          {choices.note}
        </p>
      )}
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
          {hasWeather && (
            <>
              <GroupChart title={t`Mood and weather`} kind="skies" groups={statistics.skies} />
              {statistics.tags.length > 0 && (
                <GroupChart
                  title={t`Mood and tag`}
                  kind="tags"
                  groups={statistics.tags}
                  others={statistics.otherTags}
                />
              )}
            </>
          )}
          {has('together') && <WentTogether statistics={statistics} material={material} />}
        </>
      )}
      {insights.map((insight) => (
        <PaperInsight key={insight.id} insight={insight} profile={profile} choices={choices} />
      ))}
      {entries.length > 0 && (
        <section className={styles.part}>
          <h3>{t`Entries`}</h3>
          {entries.map((entry) => (
            <PaperEntry
              key={entry._id}
              entry={entry}
              hasPhotos={choices.photos}
              hasWeather={hasWeather}
              isShown={isShown}
            />
          ))}
        </section>
      )}
      <p className={styles.quiet}>
        {t`Moods are put on a scale from −2 (sad, angry) to 2 (very happy). It compares these days with each other and measures nothing else.`}
      </p>
    </>
  );
}

function writtenInWords({
  from,
  to,
  daysWritten,
}: {
  from: string;
  to: string;
  daysWritten: number;
}): string {
  const [range, written] = [rangeInWords(from, to), numberInWords(daysWritten)];
  const days = daysBetween(from, to) + 1;
  return plural(days, {
    one: `${range}. Written on ${written} of # day.`,
    other: `${range}. Written on ${written} of # days.`,
  });
}
