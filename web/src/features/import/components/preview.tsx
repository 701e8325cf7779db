import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { LIMITS } from '@inner-weather/domain/limits';
import { beginningOf, lengthOf } from '@inner-weather/domain/text/length';
import { useDeferredValue, useMemo, useState } from 'react';
import { isolate } from '../../../lib/language/isolate';
import { Button } from '../../../components/forms/button';
import { requiredText } from '../../../components/forms/text-rules';
import { MoodFace } from '../../../components/entries/mood-face';
import { Notice } from '../../../components/page/notice';
import { PageHead } from '../../../components/page/page-head';
import { useUser } from '../../../lib/api/session';
import { dayInWords, dayOfImported, minuteInWords } from '../../../lib/dates/dates';
import { timeZone } from '../../../lib/dates/zone';
import { moodInWords } from '../../../lib/moods';
import { useMakeLists } from '../api/make-lists';
import { TooManyMeasures } from '../api/make-measures';
import { startJob } from '../job';
import { partsOf, photosIn } from '../parts';
import { type Choices, type Prepared, toEntries } from '../understand/to-entries';
import type { Reading, Refused, Understood } from '../understand/understood';
import {
  hintInWords,
  notImportedInWords,
  reasonInWords,
  remarkInWords,
  tooManyInWords,
  wordsOfEntries,
} from '../words';
import { Columns } from './columns';
import styles from './import.module.css';
import { Listed, NotTakenList } from './listed';
import { MeasuresFound } from './measures-found';
import { keptWordsOf, Moods } from './moods';
import { needsOrder, WhereAndWhen } from './where-and-when';

interface PreviewProps {
  /** What was chosen. */
  files: File[];
  understood: Understood;
  /** Reads the file again. */
  onRead: (how: Reading) => void;
  onStart: () => void;
  onCancel: () => void;
}

/** What was understood, and what only the person can decide. Nothing is stored before they start. */
export function Preview({ files, understood, onRead, onStart, onCancel }: PreviewProps) {
  const user = useUser();
  const makeLists = useMakeLists();
  const [choices, setChoices] = useState<Choices>({
    zone: timeZone(),
    city: user?.location ?? '',
    moods: {},
    optional: {},
  });
  const [isKept, setIsKept] = useState(false);
  const [lookUpWeather, setLookUpWeather] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isStarting, setIsStarting] = useState(false);
  // A change of a letter must not wait for thousands of entries.
  const settled = useDeferredValue(choices);
  const prepared = useMemo(() => prepare(understood, settled), [understood, settled]);
  const count = prepared.entries.length;
  const source = isolate(understood.source);
  const ends = useMemo(() => endsOf(prepared), [prepared]);
  const along = useMemo(() => alongInWords(prepared), [prepared]);
  const [firstDay, lastDay] = ends ? [dayInWords(ends.first.day), dayInWords(ends.last.day)] : [];
  const change = (part: Partial<Choices>) => {
    setProblem(undefined);
    setChoices({ ...choices, ...part });
  };
  const start = async () => {
    if (needsOrder(understood) && choices.isDayFirst === undefined) {
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
    // What is shown may still be of the choices before the last one.
    const { entries, ...rest } = settled === choices ? prepared : prepare(understood, choices);
    setIsStarting(true);
    try {
      const words = isKept ? keptWordsOf(understood, withDefaults(choices, understood).moods) : [];
      const { parts, refused } = partsOf(await makeLists(understood, entries, words));
      const job = {
        id: newUuid7(),
        source: beginningOf(understood.source, LIMITS.importSourceMax),
        options: { lookUpWeather, restoreDeleted: false },
        entries: entries.length - refused.length,
        labelsInText: rest.labelsInText,
        labelsLeftOut: rest.labelsLeftOut,
        refused: [...rest.refused, ...refused].map(refusalOf),
      };
      const outcome = await startJob(parts, job, files);
      if (outcome === 'started') onStart();
      if (outcome === 'elsewhere')
        setProblem(t`An import is going on in another tab. Start this one when it has ended.`);
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
            {ends.first.day === ends.last.day ? (
              <Trans>From {firstDay}.</Trans>
            ) : (
              <Trans>
                From {firstDay} to {lastDay}.
              </Trans>
            )}
          </strong>
        )}
        <span className={styles.promise}>
          <Trans>Nothing is written until you start. Entries you already have stay as they are.</Trans>
        </span>
      </PageHead>
      <div className={styles.sides}>
        <div>
          {understood.table && (
            <Columns
              table={understood.table}
              onChange={(roles) => onRead({ roles, measures: understood.measures })}
            />
          )}
          {ends && (
            <section className={styles.section}>
              <h2>
                <Trans>First and last day</Trans>
              </h2>
              <div className={styles.ends}>
                {(ends.first === ends.last ? [ends.first] : [ends.first, ends.last]).map((end, n) => (
                  <Example key={n} {...end} />
                ))}
              </div>
              <p className={styles.along}>{along}</p>
            </section>
          )}
          <MeasuresFound
            understood={understood}
            leftOut={choices.leftOut}
            onChange={(leftOut) => change({ leftOut })}
          />
          <Moods
            understood={understood}
            moods={withDefaults(choices, understood).moods}
            isKept={isKept}
            onChange={(moods, kept) => {
              change({ moods });
              setIsKept(kept);
            }}
          />
        </div>
        <div>
          <WhereAndWhen
            understood={understood}
            choices={choices}
            onChange={change}
            lookUpWeather={lookUpWeather}
            onLookUpWeather={setLookUpWeather}
          />
          <NotTakenList notTaken={prepared.notTaken} />
          {understood.hints.map((hint) => (
            <Notice key={hint} tone="info">
              {hintInWords(hint)}
            </Notice>
          ))}
          <Listed
            title={notImportedInWords(prepared.refused, false)}
            items={prepared.refused.map(({ at, reason, detail }) => ({
              at,
              text: reasonInWords(reason),
              ...(detail !== undefined && { detail }),
            }))}
          />
          <Listed
            title={plural(prepared.remarks.length, { one: '# thing to know', other: '# things to know' })}
            items={prepared.remarks.map(({ at, remark, detail }) => ({
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
        <Button variant="plain" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="primary" disabled={count === 0} busy={isStarting} onClick={() => void start()}>
          <Trans>Start</Trans>
        </Button>
      </div>
    </div>
  );
}

const prepare = (understood: Understood, choices: Choices): Prepared =>
  toEntries(understood, withDefaults(choices, understood), wordsOfEntries());

/** What the person has chosen, and what the file means where they have not. A table that is read again may have new moods. */
const withDefaults = (choices: Choices, { moods }: Understood): Choices => ({
  ...choices,
  moods: { ...moods, ...choices.moods },
});

const refusalOf = ({ at, reason, detail }: Refused) => ({
  at,
  reasons: [detail === undefined ? reasonInWords(reason) : `${reasonInWords(reason)} (${detail})`],
});

interface End {
  day: string;
  createdAt: string;
  mood: string;
  content: string;
}

/** The first and the last entry in time, so that a day that is off by one is seen. */
function endsOf({ entries }: Prepared): { first: End; last: End } | undefined {
  let first: [moment: number, end: End] | undefined;
  let last: [moment: number, end: End] | undefined;
  for (const { entry } of entries) {
    const { createdAt, content, inputMood } = entry;
    if (typeof createdAt !== 'string') continue;
    const moment = Date.parse(createdAt);
    if (Number.isNaN(moment)) continue;
    const end = {
      day: dayOfImported(createdAt, entry.day),
      createdAt,
      mood: typeof inputMood === 'string' ? inputMood : '',
      content: typeof content === 'string' ? content : '',
    };
    if (!first || moment < first[0]) first = [moment, end];
    if (!last || moment >= last[0]) last = [moment, end];
  }
  return first && last && { first: first[1], last: last[1] };
}

/** How much comes along with the words: photos, places, tags and weather. */
function alongInWords({ entries }: Prepared): string {
  const places = new Set<unknown>();
  const tags = new Set<unknown>();
  let weather = 0;
  const photos = photosIn(entries);
  for (const { entry } of entries) {
    places.add(entry.location);
    if (Array.isArray(entry.tags)) for (const tag of entry.tags) tags.add(tag);
    if (entry.weatherData) weather += 1;
  }
  return [
    ...(photos > 0 ? [plural({ count: photos }, { one: '# photo', other: '# photos' })] : []),
    plural({ count: places.size }, { one: '# place', other: '# places' }),
    ...(tags.size > 0 ? [plural({ count: tags.size }, { one: '# tag', other: '# tags' })] : []),
    ...(weather > 0 ? [plural(weather, { one: 'weather of # entry', other: 'weather of # entries' })] : []),
  ].join(' · ');
}

/** Characters of an entry that are shown. */
const EXAMPLE_MAX = 160;

function Example({ createdAt, mood, content }: End) {
  const text = lengthOf(content) > EXAMPLE_MAX ? `${beginningOf(content, EXAMPLE_MAX)}…` : content;
  return (
    <div className={styles.example}>
      <MoodFace mood={mood} size={32} />
      <p className={styles.quiet}>
        {mood && <b>{moodInWords(mood)}</b>} {minuteInWords(createdAt)}
      </p>
      {text !== '' && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
    </div>
  );
}
