import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../../../components/forms/button';
import { MoodFace } from '../../../../components/entries/mood-face';
import { Notice } from '../../../../components/page/notice';
import { VisuallyHidden } from '../../../../components/page/visually-hidden';
import { cn } from '../../../../lib/cn';
import { messageOf } from '../../../../lib/api/api-error';
import { momentInWords, placedThere } from '../../../../lib/dates/dates';
import {
  bodyOf,
  differingFields,
  ENTRY_FIELDS,
  type EntryField,
  type EntryValues,
  valuesOf,
} from '../../../../lib/drafts/entry-values';
import { useUser } from '../../../../lib/api/session';
import { useCreateEntry } from '../../api/create-entry';
import { replaceEntry } from '../../api/entries-cache';
import type { Entry } from '../../api/entry';
import { currentEntryOf, useUpdateEntry } from '../../api/update-entry';
import { differencesOf, type Part } from '../../differences';
import { EntryDetails } from '../entries/entry-details';
import styles from './edit-conflict.module.css';

interface EditConflictProps {
  edited: EntryValues;
  /** The entry as it is stored now. */
  current: Entry;
  /** Called if the entry was changed once more while the user was choosing. */
  onChanged: (current: Entry) => void;
  onDone: () => void;
  onLater: () => void;
}

/** Shows both versions of an entry that was also changed elsewhere, until the user chooses. */
export function EditConflict({ edited, current, onChanged, onDone, onLater }: EditConflictProps) {
  const queryClient = useQueryClient();
  const email = useUser()?.email ?? '';
  const update = useUpdateEntry();
  const create = useCreateEntry();
  const [idempotencyKey] = useState(newUuid7);
  const mine = bodyOf(edited, Object.keys(ENTRY_FIELDS) as EntryField[], (minute) =>
    placedThere(minute, current.createdAt),
  );
  // The field shows minutes only. A time that the user did not change must keep its seconds.
  if (edited.date === ENTRY_FIELDS.date.of(current)) mine.date = current.createdAt;
  // The view replaces the focused button, so it takes the focus.
  const view = useRef<HTMLElement>(null);
  useEffect(() => view.current?.focus(), []);
  const { _id: id, updatedAt } = current;
  const busy = update.isPending || create.isPending;
  const error = update.error ?? create.error;

  const keepThis = async () => {
    try {
      await update.mutateAsync({ id, updatedAt, body: mine });
      onDone();
    } catch (reason) {
      const latest = currentEntryOf(reason);
      if (latest) onChanged(latest);
    }
  };
  const keepThat = () => {
    replaceEntry(queryClient, current);
    onDone();
  };
  const keepBoth = async () => {
    try {
      await create.mutateAsync({ body: { ...mine, email }, idempotencyKey });
      keepThat();
    } catch {
      // The error is shown below, from the mutation.
    }
  };

  const here = valuesOf({ ...current, ...mine, createdAt: mine.date });
  const there = valuesOf(current);
  const words = differencesOf(mine.content, current.content);
  const savedAt = momentInWords(updatedAt);

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
          <VersionText values={here} words={words.mine} other={there} from="here" />
          <Button aria-label={t`Keep this: on this device`} busy={busy} onClick={() => void keepThis()}>
            <Trans>Keep this</Trans>
          </Button>
        </section>
        <section className={styles.version} aria-label={t`Saved elsewhere`}>
          <h3>
            <Trans>Saved on {savedAt}</Trans>
          </h3>
          <VersionText values={there} words={words.theirs} other={here} from="saved" />
          <Button aria-label={t`Keep that: saved on ${savedAt}`} busy={busy} onClick={keepThat}>
            <Trans>Keep that</Trans>
          </Button>
        </section>
      </div>
      {error !== null && !currentEntryOf(error) && (
        <Notice tone="error" title={t`Your choice was not saved.`}>
          {messageOf(error)}
        </Notice>
      )}
      <div className={styles.both}>
        <p>
          <Trans>
            <strong>Not sure?</strong> Keep both, and they are two entries of the same day.
          </Trans>
        </p>
        <Button variant="plain" onClick={onLater}>
          <Trans>Decide later</Trans>
        </Button>
        <Button variant="primary" busy={busy} onClick={() => void keepBoth()}>
          <Trans>Keep both</Trans>
        </Button>
      </div>
    </section>
  );
}

/** The version that a marked passage is from. */
type From = 'here' | 'saved';

interface VersionTextProps {
  values: EntryValues;
  /** The parts of its content. */
  words: Part[];
  other: EntryValues;
  from: From;
}

/** A version, with everything marked that the other version lacks. */
function VersionText({ values, words, other, from }: VersionTextProps) {
  const { inputMood, tags } = values;
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
