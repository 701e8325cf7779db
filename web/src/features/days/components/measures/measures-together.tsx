import { inNight } from '@inner-weather/domain/measures/measures';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Statistics } from '../../../../charts/get-statistics';
import { Button } from '../../../../components/forms/button';
import { SelectField } from '../../../../components/forms/field';
import { QueryError } from '../../../../components/page/query-error';
import { measuredPath } from '../../../../lib/entry/entry-path';
import { numberInWords } from '../../../../lib/language/formats';
import { useMeasured } from '../../../../lib/measures/measured';
import { belowInWords, entriesInWords } from '../../../../lib/measures/bounds-in-words';
import { type Measure, useMeasures } from '../../../../lib/measures/measures';
import { useTogether } from '../../api/together';
import { MeasureOverTime } from './measure-over-time';
import styles from './measures-together.module.css';
import { MoodSides } from './mood-sides';
import { answerInWords, daysInWords, foundInWords } from './together-in-words';

interface MeasuresTogetherProps {
  userId: string;
  /** Its range is the one that is asked about. */
  statistics: Statistics;
}

/** The mood and a measure on one axis of time, and what goes together by more than chance. */
export default function MeasuresTogether({ userId, statistics }: MeasuresTogetherProps) {
  const { from, to } = statistics;
  const measures = useMeasures().data ?? [];
  const measured = useMeasured(from, to);
  const together = useTogether(userId, { from, to });
  const [chosen, setChosen] = useState<string>();
  const choice = useRef<HTMLSelectElement>(null);
  const withValues = measures.filter(({ _id }) =>
    measured.data?.measures.some((one) => one._id === _id && one.days.length > 0),
  );
  const measure = withValues.find(({ _id }) => _id === chosen) ?? withValues[0];
  if (!measure || !measured.data) return <QueryError query={measured} />;
  const values = measured.data.measures.find(({ _id }) => _id === measure._id);
  const found = together.data;
  const ofMeasure = found?.moods.filter((one) => one.measure === measure._id) ?? [];
  const standing = ofMeasure.filter(({ answer }) => answer === 'stands');
  const cut = standing[0]?.cut;
  const marks = found?.days.filter((one) => one.measure === measure._id) ?? [];
  return (
    <section className={styles.measures} aria-labelledby="mood-and">
      <h3 id="mood-and">
        <Trans>Mood and what you measure</Trans>
      </h3>
      <SelectField
        ref={choice}
        label={t`Beside the mood`}
        value={measure._id}
        onChange={({ target }) => setChosen(target.value)}
      >
        {withValues.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </SelectField>
      {values && (
        <MeasureOverTime
          key={measure._id}
          measure={measure}
          statistics={statistics}
          values={values}
          cut={cut === undefined || cut === null ? null : inNight(measure.kind, cut)}
        />
      )}
      <div aria-live="polite">
        {standing.map((one) => (
          <div key={one.later} className={styles.found}>
            <div>
              <p className={styles.sentence}>{foundInWords(measure, one)}</p>
              {one.cut !== null && (
                <Link to={measuredPath({ from, to, measure: measure._id, measureBelow: one.cut })}>
                  {entriesInWords(belowInWords(measure, one.cut))}
                </Link>
              )}
            </div>
            <MoodSides measure={measure} found={one} />
          </div>
        ))}
        {marks.map((one) => (
          <p key={`${one.weather ?? ''} ${one.tag ?? ''} ${one.later}`} className={styles.sentence}>
            {daysInWords(measure, one)}
          </p>
        ))}
        {standing.length + marks.length > 0 && (
          <p className={styles.quiet}>
            <Trans>They went together. That does not mean that one caused the other.</Trans>
          </p>
        )}
        {found && standing.length + marks.length === 0 && (
          <p className={styles.sentence}>{nothingInWords(measure, ofMeasure)}</p>
        )}
      </div>
      <QueryError query={together} title={t`Patterns could not be loaded.`} />
      {found && (
        <Others
          measures={withValues.filter((one) => one !== measure)}
          found={found.moods}
          onChoose={(id) => {
            setChosen(id);
            choice.current?.focus();
          }}
        />
      )}
      {found && (
        <details className={styles.quiet}>
          <summary>
            <Trans>How this is counted</Trans>
          </summary>
          <p>{askedInWords(found.asked)}</p>
          <p>
            <Trans>
              Days are compared only with days of the same week, so that a season does not look like a
              pattern, and with what shuffled days would show. Of all that is said here, at most one in twenty
              is expected to be chance (Benjamini and Hochberg). With fewer than two weeks of days, nothing is
              claimed.
            </Trans>
          </p>
        </details>
      )}
    </section>
  );
}

function nothingInWords({ name }: Measure, asked: readonly { answer: string }[]): string {
  return asked.every(({ answer }) => answer === 'few')
    ? t`${name}: too few days to compare so far. It takes two weeks at least.`
    : t`${name}: nothing here is more than chance alone explains.`;
}

function askedInWords(asked: number): string {
  const number = numberInWords(asked);
  return plural(asked, {
    one: `${number} question was asked of these days.`,
    other: `${number} questions were asked of these days.`,
  });
}

interface OthersProps {
  measures: readonly Measure[];
  found: Parameters<typeof answerInWords>[0];
  onChoose: (id: string) => void;
}

/** The other measures in a line each. */
function Others({ measures, found, onChoose }: OthersProps) {
  if (measures.length === 0) return null;
  return (
    <ul className={styles.others}>
      {measures.map(({ _id, name }) => (
        <li key={_id}>
          <Button variant="plain" onClick={() => onChoose(_id)}>
            <bdi>{name}</bdi>
          </Button>{' '}
          <span>{answerInWords(found.filter((one) => one.measure === _id))}</span>
        </li>
      ))}
    </ul>
  );
}
