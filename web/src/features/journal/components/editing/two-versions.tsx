import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../../../components/forms/button';
import { MoodFace } from '../../../../components/entries/mood-face';
import { Notice } from '../../../../components/page/notice';
import { MeasuresOf } from '../../../../components/measures/measures-of';
import { Photos } from '../../../../components/photos/photos';
import { VisuallyHidden } from '../../../../components/page/visually-hidden';
import { cn } from '../../../../lib/cn';
import { minuteInWords, momentInWords } from '../../../../lib/dates/dates';
import { differingFields, type EntryValues, valuesOf } from '../../../../lib/entry/entry-values';
import type { Entry } from '../../../../lib/entry/entry';
import { differencesOf, type Part } from '../../differences';
import { EntryDetails } from '../entries/entry-details';
import styles from './edit-conflict.module.css';

interface TwoVersionsProps {
  here: EntryValues;
  /** The entry as it is stored now; `updatedAt` is '' if another tab's change of it waits. */
  current: Entry;
  busy: boolean;
  /** Why the last choice was not saved. */
  error?: string;
  onKeepThis: () => void;
  onKeepThat: () => void;
  onKeepBoth: () => void;
  onLater: () => void;
}

/** Both versions of an entry that was also changed elsewhere, side by side, until the user chooses. */
export function TwoVersions(props: TwoVersionsProps) {
  const { here, current, busy, error } = props;
  // The view replaces the focused button, so it takes the focus.
  const view = useRef<HTMLElement>(null);
  useEffect(() => view.current?.focus(), []);
  const there = valuesOf(current);
  const words = differencesOf(here.content, current.content);
  const savedAt = current.updatedAt && momentInWords(current.updatedAt);

  return (
    <section ref={view} tabIndex={-1} aria-label={t`One entry, two versions`}>
      <Notice tone="info" title={t`One entry, two versions`}>
        <Trans>This entry was also changed in another place. Both versions are safe until you choose.</Trans>
      </Notice>
      <p className={styles.key}>
        <span className={styles.here}>
          <Trans>Only on this device</Trans>
        </span>
        <span className={styles.saved}>
          <Trans>Only in the saved one</Trans>
        </span>
      </p>
      <div className={styles.pair}>
        <section className={styles.version} aria-label={t`On this device`}>
          <h3>
            <Trans>On this device</Trans>
          </h3>
          <VersionText of={current._id} values={here} words={words.mine} other={there} from="here" />
          <Button aria-label={t`Keep my version: on this device`} busy={busy} onClick={props.onKeepThis}>
            <Trans>Keep my version</Trans>
          </Button>
        </section>
        <section className={styles.version} aria-label={t`Saved elsewhere`}>
          <h3>{savedAt ? t`Saved on ${savedAt}` : t`Saved elsewhere`}</h3>
          <VersionText of={current._id} values={there} words={words.theirs} other={here} from="saved" />
          <Button
            aria-label={savedAt ? t`Keep the other version: saved on ${savedAt}` : t`Keep the other version`}
            busy={busy}
            onClick={props.onKeepThat}
          >
            <Trans>Keep the other version</Trans>
          </Button>
        </section>
      </div>
      {error !== undefined && (
        <Notice tone="error" title={t`Your choice was not saved.`}>
          {error}
        </Notice>
      )}
      <div className={styles.both}>
        <p>
          <Trans>
            <strong>Not sure?</strong> Keep both, and they are two entries of the same day.
          </Trans>
        </p>
        <Button variant="plain" onClick={props.onLater}>
          <Trans>Decide later</Trans>
        </Button>
        <Button variant="primary" busy={busy} onClick={props.onKeepBoth}>
          <Trans>Keep both</Trans>
        </Button>
      </div>
    </section>
  );
}

/** The version that a marked passage is from. */
type From = 'here' | 'saved';

interface VersionTextProps {
  /** The id of the entry. */
  of: string;
  values: EntryValues;
  /** The parts of its content. */
  words: Part[];
  other: EntryValues;
  from: From;
}

/** A version, with everything marked that the other version lacks. */
function VersionText({ of, values, words, other, from }: VersionTextProps) {
  const { inputMood, tags, photos, measures, date } = values;
  const mark = (text: ReactNode, differs: boolean) =>
    differs ? <OnlyHere from={from}>{text}</OnlyHere> : text;
  const differing = differingFields(values, other);
  const otherTags = new Set(other.tags);
  return (
    <>
      <p className={styles.about}>
        <MoodFace mood={inputMood} size={32} />
        <EntryDetails values={values} mark={(text, name) => mark(text, differing.includes(name))} />
      </p>
      <p className={styles.text}>
        {words.map(({ text, differs }, index) => (
          // Parts have no other key than their position.
          <span key={index}>{mark(text, differs)}</span>
        ))}
      </p>
      {mark(<Photos of={of} ids={photos} about={minuteInWords(date)} />, differing.includes('photos'))}
      {mark(<MeasuresOf measured={measures} />, differing.includes('measures'))}
      {tags.length > 0 && (
        <ul className={styles.tags} aria-label={t`Tags`}>
          {tags.map((tag) => (
            <li key={tag}>{mark(<bdi>{tag}</bdi>, !otherTags.has(tag))}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function OnlyHere({ from, children }: { from: From; children: ReactNode }) {
  return (
    <ins className={cn(styles[from])}>
      <VisuallyHidden>
        {from === 'here' ? t`only on this device:` : t`only in the saved one:`}{' '}
      </VisuallyHidden>
      {children}
    </ins>
  );
}
