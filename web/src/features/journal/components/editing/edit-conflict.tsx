import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { useState } from 'react';
import { latestError, messageOf } from '../../../../lib/api/api-error';
import { placedThere } from '../../../../lib/dates/dates';
import {
  bodyOf,
  checkInOf,
  ENTRY_FIELDS,
  type EntryField,
  type EntryValues,
  valuesOf,
} from '../../../../lib/entry/entry-values';
import { useUser } from '../../../../lib/api/session';
import { useCreateEntry } from '../../api/create-entry';
import { useEntriesCache } from '../../../../lib/entries/entries-cache';
import type { Entry } from '../../../../lib/entry/entry';
import { currentEntryOf, useUpdateEntry } from '../../api/update-entry';
import { TwoVersions } from './two-versions';

interface EditConflictProps {
  edited: EntryValues;
  /** The entry as it is stored now; `updatedAt` is '' if another tab's change of it waits. */
  current: Entry;
  /** Called if the entry was changed once more while the user was choosing. */
  onChanged: (current: Entry) => void;
  onDone: () => void;
  onLater: () => void;
}

/** Shows both versions of an entry that was also changed elsewhere, until the user chooses. */
export function EditConflict({ edited, current, onChanged, onDone, onLater }: EditConflictProps) {
  const cache = useEntriesCache();
  const email = useUser()?.email ?? '';
  const update = useUpdateEntry();
  const create = useCreateEntry();
  const [idempotencyKey] = useState(newUuid7);
  const mine = {
    ...bodyOf(edited, Object.keys(ENTRY_FIELDS) as EntryField[], (minute) =>
      placedThere(minute, current.createdAt),
    ),
    ...checkInOf(current, edited.content),
  };
  // The field shows minutes only. A time that the user did not change must keep its seconds.
  if (edited.date === ENTRY_FIELDS.date.of(current)) mine.date = current.createdAt;
  // The other version may have got a mood since, which an entry then keeps.
  mine.inputMood ||= current.inputMood;
  const { _id: id, updatedAt } = current;
  const error = latestError(update, create);

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
    if (updatedAt !== '') cache.seen(current);
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

  return (
    <TwoVersions
      here={valuesOf({ ...current, ...mine, createdAt: mine.date })}
      current={current}
      busy={update.isPending || create.isPending}
      error={error === null || currentEntryOf(error) ? undefined : messageOf(error)}
      onKeepThis={() => void keepThis()}
      onKeepThat={keepThat}
      onKeepBoth={() => void keepBoth()}
      onLater={onLater}
    />
  );
}
