import type { Beginnings } from '@inner-weather/domain/beginnings/beginnings';
import { BEGINNING_PROBLEMS } from '@inner-weather/domain/problems/beginning-problems';
import { useRef } from 'react';
import { ApiError } from '../../../lib/api/api-error';
import { useChangeBeginnings } from '../../../lib/beginnings/beginnings';
import { useUser } from '../../../lib/api/session';
import { dropUnsaved, keepUnsaved, readUnsaved } from '../../../lib/drafts/unsaved';
import { words } from '../../../lib/language/words';
import { type Items, type OpenItem, placeOf } from './open-item';

/** An item when its form opened, as the server has it now, and merged. */
interface Versions<T> {
  opened: T;
  current: T;
  next: T;
}

/** The same field was changed in the form and in another place. */
class ChangedElsewhere extends ApiError {
  constructor(readonly versions: Versions<unknown>) {
    super(409, [{ msg: words(BEGINNING_PROBLEMS.beginnings_changed) }]);
  }
}

interface SaveItem<T> {
  onSaved: () => void;
  /** The same field was changed in another place. Returns what the form goes on with; the next attempt wins. */
  onChangedElsewhere: (versions: Versions<T>) => T;
}

/**
 * Saves the item of a form. What another place has changed since the form opened is kept. Until then, `keep` keeps what is
 * written, which survives another page and the end of a session.
 */
export function useSaveItem<L extends keyof Items>(
  list: L,
  opened: Items[L],
  { onSaved, onChangedElsewhere }: SaveItem<Items[L]>,
) {
  const userId = useUser()?.id ?? '';
  const place = placeOf(list);
  const change = useChangeBeginnings();
  // Versions that this form knows: the one it opened with, and those it sent, since a request without an answer may have arrived.
  const known = useRef<[Items[L], ...Items[L][]]>([opened]);
  const keep = (written: Items[L]) => {
    const open: OpenItem<Items[L]> = { opened: known.current[0], written };
    if (differing(open.opened, written).length === 0) dropUnsaved(userId, place);
    else keepUnsaved(userId, place, JSON.stringify(open));
  };
  const save = (written: Items[L]) => {
    const edit = (here: Beginnings): Beginnings => ({
      ...here,
      [list]: withItem<Items[L]>(here[list] as Items[L][], written, known.current),
    });
    const onError = (error: Error) => {
      if (!(error instanceof ChangedElsewhere)) {
        known.current.push(written);
        return;
      }
      const versions = error.versions as Versions<Items[L]>;
      known.current = [versions.current];
      keep(onChangedElsewhere(versions));
    };
    const kept = readUnsaved(userId, place);
    // The page may have been left meanwhile, and then `onSaved` is not called.
    const dropKept = () => {
      if (readUnsaved(userId, place) === kept) dropUnsaved(userId, place);
    };
    change.mutateAsync(edit, { onSuccess: onSaved, onError }).then(dropKept, () => undefined);
  };
  return { keep, save, isPending: change.isPending, error: change.error };
}

/** The items with this one in its place, or behind them if it is new. @throws ChangedElsewhere */
function withItem<T extends { _id: string }>(items: readonly T[], item: T, known: readonly [T, ...T[]]): T[] {
  return items.some(({ _id }) => _id === item._id)
    ? items.map((one) => (one._id === item._id ? withChanges(one, item, known) : one))
    : [...items, item];
}

/** The current item with the fields that the form has changed. */
function withChanges<T extends object>(current: T, written: T, known: readonly [T, ...T[]]): T {
  const opened = known.find((one) => differing(one, current).length === 0) ?? known[0];
  const changed = differing(opened, written);
  const next = { ...current, ...Object.fromEntries(changed.map((field) => [field, written[field]])) };
  const changedElsewhere = new Set(differing(opened, current));
  if (differing(current, next).some((field) => changedElsewhere.has(field)))
    throw new ChangedElsewhere({ opened, current, next });
  return next;
}

const differing = <T extends object>(one: T, other: T): (keyof T)[] =>
  (Object.keys(one) as (keyof T)[]).filter(
    (field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]),
  );
