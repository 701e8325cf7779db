import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { LIMITS } from '@inner-weather/domain/limits';
import { beginningOf } from '@inner-weather/domain/text/length';
import { useId, useState } from 'react';
import { isolate } from '../../../lib/language/isolate';
import { Button } from '../../../components/forms/button';
import { requiredText } from '../../../components/forms/text-rules';
import { MoodFace } from '../../../components/entries/mood-face';
import { Notice } from '../../../components/page/notice';
import { PageHead } from '../../../components/page/page-head';
import { dayInWords, timeInWords } from '../../../lib/dates/dates';
import { moodInWords } from '../../../lib/entry/moods';
import { useMakeLists } from '../api/make-lists';
import { TooManyMeasures, withIdsHere } from '../api/make-measures';
import { startJob } from '../job';
import type { OpenFile } from '../read-files';
import type { End, Outlook } from '../understand/outlook';
import type { Overview } from '../understand/overview';
import type { Choices } from '../understand/to-entries';
import type { Reading, Refused } from '../understand/understood';
import { hintInWords, notImportedInWords, reasonInWords, remarkInWords, tooManyInWords } from '../words';
import { Columns } from './columns';
import { Foreseen } from './foreseen';
import styles from './import.module.css';
import { Listed, NotTakenList } from './listed';
import { MeasuresFound } from './measures-found';
import { keptWordsOf, Moods } from './moods';
import { useCheck } from './use-check';
import { useOutlook } from './use-outlook';
import { WhereAndWhen } from './where-and-when';

interface PreviewProps {
  file: OpenFile;
  /** What the columns should be, while the file is read again for it. */
  wantedRoles?: Reading['roles'];
  /** Reads the file again. */
  onRead: (how: Reading, choices: Choices) => void;
  onStart: () => void;
  onCancel: () => void;
  /** The worker that has the entries is gone. */
  onFail: (error: unknown) => void;
}

/** What was understood, and what only the person can decide. Nothing is stored before they start. */
export function Preview({ file, wantedRoles, onRead, onStart, onCancel, onFail }: PreviewProps) {
  const { overview } = file;
  const makeLists = useMakeLists();
  const [choices, setChoices] = useState(file.choices);
  const [isKept, setIsKept] = useState(false);
  const [lookUpWeather, setLookUpWeather] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isStarting, setIsStarting] = useState(false);
  const { outlook, isStale: isLookedAtAgain } = useOutlook(file, choices, onFail);
  const isReadAgain = wantedRoles !== undefined;
  const isStale = isLookedAtAgain || isReadAgain;
  const shortSource = beginningOf(overview.source, LIMITS.importSourceMax);
  const check = useCheck({
    file,
    choices,
    source: shortSource,
    count: isStale || isStarting ? undefined : outlook.count,
  });
  const reasonId = useId();
  const { count, ends, split, refused, remarks } = outlook;
  const isEmpty = count === 0 && !isStale;
  const source = isolate(overview.source);
  const { moods } = withDefaults(choices, overview);
  const [firstDay, lastDay] = ends
    ? [dayInWords(ends.first.day), dayInWords((ends.last ?? ends.first).day)]
    : [];
  const change = (part: Partial<Choices>) => {
    setProblem(undefined);
    setChoices({ ...choices, ...part });
  };
  const start = async () => {
    if (overview.asked.example && choices.isDayFirst === undefined) {
      setProblem(t`Choose which date is meant.`);
      return;
    }
    const cityProblem = requiredText(
      LIMITS.locationMax,
      t`Enter the city of entries that have none.`,
    )(choices.city);
    if (cityProblem !== true) {
      setProblem(cityProblem);
      return;
    }
    setIsStarting(true);
    try {
      const { parts, measures, refused: notTaken, ...counts } = await file.take(choices);
      const ids = await makeLists(overview, measures, isKept ? keptWordsOf(overview, moods) : []);
      const job = {
        id: newUuid7(),
        source: shortSource,
        options: { lookUpWeather, restoreDeleted: false },
        ...counts,
        refused: notTaken.map(refusalOf),
      };
      const named = parts.map((part) => withIdsHere(part, ids));
      const outcome = await startJob(named, job, file.files);
      if (outcome === 'started') onStart();
      if (outcome === 'elsewhere')
        setProblem(t`An import is running in another tab. Start this one when it has ended.`);
    } catch (error) {
      setProblem(
        error instanceof TooManyMeasures
          ? tooManyInWords(error.count)
          : t`No entries were imported. Try again in a moment.`,
      );
    } finally {
      setIsStarting(false);
    }
  };
  return (
    <div>
      <PageHead title={plural(count, { one: `# entry from ${source}`, other: `# entries from ${source}` })}>
        {ends && (
          <strong className={styles.range}>
            {firstDay === lastDay ? (
              <Trans>From {firstDay}.</Trans>
            ) : (
              <Trans>
                From {firstDay} to {lastDay}.
              </Trans>
            )}
          </strong>
        )}
        {split.entries > 0 && <span className={styles.promise}>{splitInWords(split)}</span>}
        <span className={styles.promise}>
          <Trans>Nothing is written until you start. Entries you already have stay as they are.</Trans>
        </span>
        {check && <Foreseen {...check} />}
      </PageHead>
      <div className={styles.sides} aria-busy={isStale}>
        <div>
          {overview.table && (
            <Columns
              table={overview.table}
              roles={wantedRoles ?? overview.table.roles}
              onChange={(roles) => onRead({ roles, measures: overview.measures }, choices)}
            />
          )}
          {ends && (
            <section className={styles.section}>
              <h2>
                <Trans>First and last day</Trans>
              </h2>
              <div className={styles.ends}>
                <Example {...ends.first} />
                {ends.last && <Example {...ends.last} />}
              </div>
              <p className={styles.along}>{alongInWords(outlook)}</p>
            </section>
          )}
          <MeasuresFound
            overview={overview}
            leftOut={choices.leftOut}
            onChange={(leftOut) => change({ leftOut })}
          />
          <Moods
            overview={overview}
            moods={moods}
            isKept={isKept}
            onChange={(changed, kept) => {
              change({ moods: changed });
              setIsKept(kept);
            }}
          />
        </div>
        <div>
          <WhereAndWhen
            overview={overview}
            choices={choices}
            onChange={change}
            lookUpWeather={lookUpWeather}
            onLookUpWeather={setLookUpWeather}
          />
          <NotTakenList notTaken={outlook.notTaken} />
          {overview.hints.map((hint) => (
            <Notice key={hint} tone="info">
              {hintInWords(hint)}
            </Notice>
          ))}
          <Listed
            count={refused.count}
            title={notImportedInWords(refused.first, false, refused.count)}
            items={refused.first.map(({ at, reason, detail }) => ({
              at,
              text: reasonInWords(reason),
              ...(detail !== undefined && { detail }),
            }))}
          />
          {check && <Listed title={notImportedInWords(check.refused, false)} items={check.refused} />}
          <Listed
            count={remarks.count}
            title={plural(remarks.count, { one: '# thing to know', other: '# things to know' })}
            items={remarks.first.map(({ at, remark, detail }) => ({
              at,
              text: remarkInWords(remark),
              ...(detail !== undefined && { detail }),
            }))}
          />
        </div>
      </div>
      <div className={styles.foot}>
        {problem && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        {isEmpty && (
          <p id={reasonId} className={styles.reason}>
            <Trans>There is nothing to import: no entry comes in with these choices.</Trans>
          </p>
        )}
        <Button variant="plain" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          variant="primary"
          busy={isStarting || isEmpty || isReadAgain}
          className={isEmpty ? styles.off : undefined}
          aria-describedby={isEmpty ? reasonId : undefined}
          onClick={() => void start()}
        >
          <Trans>Start</Trans>
        </Button>
      </div>
    </div>
  );
}

/** What the person has chosen, and what the file means where they have not. A table that is read again may have new moods. */
const withDefaults = (choices: Choices, { moods }: Overview): Choices => ({
  ...choices,
  moods: { ...moods, ...choices.moods },
});

const refusalOf = ({ at, reason, detail }: Refused) => ({
  at,
  reasons: [detail === undefined ? reasonInWords(reason) : `${reasonInWords(reason)} (${detail})`],
});

function splitInWords({ entries, parts }: Outlook['split']): string {
  const total = i18n.number(parts);
  return plural(entries, {
    one: `# entry of the file is too long for one here and becomes ${total}.`,
    other: `# entries of the file are too long for one each here and become ${total}.`,
  });
}

/** How much comes along with the words: photos, places, tags and weather. */
function alongInWords({ along: { photos, places, tags, weather } }: Outlook): string {
  return [
    ...(photos > 0 ? [plural({ count: photos }, { one: '# photo', other: '# photos' })] : []),
    plural({ count: places }, { one: '# place', other: '# places' }),
    ...(tags > 0 ? [plural({ count: tags }, { one: '# tag', other: '# tags' })] : []),
    ...(weather > 0 ? [plural(weather, { one: 'weather of # entry', other: 'weather of # entries' })] : []),
  ].join(' · ');
}

function Example({ day, createdAt, mood, content }: End) {
  return (
    <div className={styles.example}>
      <MoodFace mood={mood} size={32} />
      <p className={styles.quiet}>
        {mood && <b>{moodInWords(mood)}</b>} {dayInWords(day)}, {timeInWords(createdAt)}
      </p>
      {content !== '' && (
        <p className={styles.text} dir="auto">
          {content}
        </p>
      )}
    </div>
  );
}
