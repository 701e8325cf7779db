import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { MOODS, type Mood } from '@inner-weather/domain/entries/moods';
import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { useState } from 'react';
import { OwnFace } from '../../../components/entries/mood-face';
import { PresetFace } from '../../../components/entries/preset-face';
import { Button } from '../../../components/forms/button';
import { NotSaved } from '../../../components/page/notice';
import { OwnList } from '../../../components/page/own-list';
import { QueryError } from '../../../components/page/query-error';
import { Section } from '../../../components/page/section';
import { isolate } from '../../../lib/language/isolate';
import { moodInWords } from '../../../lib/entry/moods';
import {
  type MoodUses,
  type OwnMood,
  type OwnMoods,
  useArrangeMoods,
  useMoodUses,
  useOwnMoods,
} from '../../../lib/own-moods/own-moods';
import { useFocusWhenClosed } from '../../../lib/use-focus-when-closed';
import { MoodForm } from './mood-form';
import styles from './moods.module.css';
import { stepInWords } from './words';

/** Words that are offered as moods. */
const WORDS_MAX = 5;

/** The six and the user's own moods. */
export function OwnMoodsSection({ title }: { title: string }) {
  const list = useOwnMoods();
  const uses = useMoodUses().data;
  /** The mood in the form: a new one, or one of the list. */
  const [edited, setEdited] = useState<OwnMood>();
  const add = useFocusWhenClosed<HTMLButtonElement>(edited !== undefined);
  const moods = list.data?.moods ?? [];
  const archived = moods.filter((mood) => mood.archived);
  const make = (name: string) =>
    setEdited({
      ...{ _id: newUuid7(), name, formerNames: [], score: 0, archived: false },
      ...{ colour: 'apricot', eyes: 'dots', mouth: 'smile', emoji: '' },
    });
  if (edited)
    return (
      <Section title={title}>
        <MoodForm
          mood={edited}
          isNew={!moods.some(({ _id }) => _id === edited._id)}
          onDone={() => setEdited(undefined)}
        />
      </Section>
    );
  return (
    <Section
      title={title}
      intro={t`The six moods, and your own. Yours count in every chart, including the entries you wrote before you added them.`}
    >
      <QueryError query={list} title={t`Your moods could not be loaded.`} />
      {list.data && (
        <>
          <Presets list={list.data} />
          <MoodList moods={moods.filter((mood) => !mood.archived)} uses={uses} isMovable onEdit={setEdited} />
          <Button ref={add} onClick={() => make('')}>
            <Trans>Add a mood</Trans>
          </Button>
        </>
      )}
      {list.data && <OwnWords words={uses?.words ?? []} onMake={make} />}
      {archived.length > 0 && (
        <>
          <h3 className={styles.archived}>
            <Trans>Archived</Trans>
          </h3>
          <MoodList moods={archived} uses={uses} onEdit={setEdited} />
        </>
      )}
    </Section>
  );
}

/** The six as switches: what is not pressed is not offered. */
function Presets({ list: { hidden } }: { list: OwnMoods }) {
  const arrange = useArrangeMoods();
  // As it will be, so that the switch follows at once.
  const hiddenNow = arrange.isPending ? (arrange.variables.hidden ?? hidden) : hidden;
  const toggle = (mood: Mood) =>
    arrange.mutate({
      hidden: hiddenNow.includes(mood) ? hiddenNow.filter((one) => one !== mood) : [...hiddenNow, mood],
    });
  return (
    <>
      <p className={styles.hint} id="hide-moods">
        <Trans>Tap a mood to stop offering it. Its entries stay as they are.</Trans>
      </p>
      <div role="group" aria-labelledby="hide-moods" className={styles.six}>
        {MOODS.map((mood) => {
          const isHidden = hiddenNow.includes(mood);
          return (
            <button
              key={mood}
              type="button"
              className={styles.preset}
              aria-pressed={!isHidden}
              aria-label={moodInWords(mood)}
              onClick={() => toggle(mood)}
            >
              <PresetFace mood={mood} size={34} />
              <span>{moodInWords(mood)}</span>
              {isHidden && (
                <span>
                  <Trans comment="Below a mood that is not offered">hidden</Trans>
                </span>
              )}
            </button>
          );
        })}
      </div>
      <NotSaved error={arrange.error} />
    </>
  );
}

interface MoodListProps {
  moods: readonly OwnMood[];
  uses: MoodUses | undefined;
  /** Whether their order counts. */
  isMovable?: boolean;
  onEdit: (mood: OwnMood) => void;
}

function MoodList({ moods, uses, isMovable = false, onEdit }: MoodListProps) {
  const arrange = useArrangeMoods();
  return (
    <>
      <OwnList
        items={moods}
        nameOf={({ name }) => name}
        pictureOf={(mood) => <OwnFace face={mood} size={36} />}
        factsOf={(mood) => factsOf(mood, uses)}
        {...(isMovable && { onOrder: (ids) => arrange.mutate({ ids }) })}
        isBusy={arrange.isPending}
        onEdit={onEdit}
      />
      <NotSaved error={arrange.error} />
    </>
  );
}

/** `A bright day, 31 entries`. */
function factsOf({ name, score }: OwnMood, uses: MoodUses | undefined): string {
  const step = stepInWords(score);
  if (!uses) return step;
  const entries = uses.moods.find(({ mood }) => mood === name)?.entries ?? 0;
  return t({
    message: plural(entries, { one: `${step}, # entry`, other: `${step}, # entries` }),
    comment: 'A bright day, 31 entries',
  });
}

interface OwnWordsProps {
  words: MoodUses['words'];
  onMake: (name: string) => void;
}

/** Moods in own words, which can become moods with all of their entries. */
function OwnWords({ words, onMake }: OwnWordsProps) {
  if (words.length === 0) return null;
  return (
    <ul className={styles.words}>
      {words.slice(0, WORDS_MAX).map(({ mood, entries }) => {
        const name = isolate(mood);
        return (
          <li key={mood}>
            <span>
              {plural(entries, {
                one: `“${name}”: # entry in your own words`,
                other: `“${name}”: # entries in your own words`,
              })}
            </span>
            <Button variant="plain" aria-label={t`Make “${name}” a mood`} onClick={() => onMake(mood)}>
              <Trans>Make it a mood</Trans>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
