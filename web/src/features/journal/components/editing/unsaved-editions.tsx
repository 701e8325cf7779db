import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { toApiError } from '../../../../lib/api/api-error';
import { dayInWords, placedHere } from '../../../../lib/dates/dates';
import { dropEdition, listEditions } from '../../../../lib/drafts/drafts';
import { getEntry } from '../../../../lib/entries/saved-entries';
import { bodyOf, EMPTY, ENTRY_FIELDS, type EntryField } from '../../../../lib/entry/entry-values';
import { changesOf, isNewId } from '../../../../lib/outbox/changes';
import { editOutbox } from '../../../../lib/outbox/outbox';
import { editGone } from '../../waiting';
import styles from '../entries/entry-list.module.css';

interface UnsavedEditionsProps {
  userId: string;
  /** The ids of the entries on the screen, whose cards already show unsaved changes. */
  shown: string[];
  /** YYYY-MM-DD. */
  onShow: (day: string) => void;
}

const isGone = (entryId: string): Promise<boolean> =>
  getEntry(entryId).then(
    () => false,
    (error: unknown) => toApiError(error).status === 404,
  );

/** Lists unsaved edits of entries that are not on the screen. */
export function UnsavedEditions({ userId, shown, onShow }: UnsavedEditionsProps) {
  const [, setDropped] = useState(0);
  const elsewhere = listEditions(userId).filter(({ entryId }) => !shown.includes(entryId));
  const drop = (entryId: string) => {
    dropEdition(userId, entryId);
    setDropped((count) => count + 1);
  };
  const continueEditing = async ({ entryId, day, ...edition }: (typeof elsewhere)[number]) => {
    if (!isNewId(entryId) && !(await isGone(entryId))) return onShow(day);
    // Deleted in another place: what waits has the words then, and the way to a new entry.
    const values = { ...EMPTY, ...edition };
    const names = (Object.keys(ENTRY_FIELDS) as EntryField[]).filter(
      (name) => name !== 'date' || values.date,
    );
    const body = bodyOf(values, names, placedHere);
    let isLeft = false;
    await editOutbox((waiting) => {
      isLeft = !isNewId(entryId) || changesOf(waiting, entryId).length === 0;
      return isLeft ? editGone(waiting, entryId, body) : { put: [], remove: [] };
    });
    if (isLeft) drop(entryId);
    else onShow(day);
  };
  return elsewhere.map((edition) => {
    const { entryId, day } = edition;
    const when = dayInWords(day);
    return (
      <div key={entryId} className={styles.unsaved}>
        <Notice
          tone="info"
          action={
            <>
              <Button variant="plain" onClick={() => void continueEditing(edition).catch(() => onShow(day))}>
                <Trans>Continue editing</Trans>
              </Button>
              <Button variant="plainDanger" onClick={() => drop(entryId)}>
                <Trans>Discard</Trans>
              </Button>
            </>
          }
        >
          <Trans>You have unsaved changes to your entry of {when}.</Trans>
        </Notice>
      </div>
    );
  });
}
