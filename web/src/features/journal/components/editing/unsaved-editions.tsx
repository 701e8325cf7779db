import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { dayInWords } from '../../../../lib/dates/dates';
import { dropEdition, listEditions } from '../../../../lib/drafts/drafts';
import styles from '../entries/entry-list.module.css';

interface UnsavedEditionsProps {
  userId: string;
  /** The ids of the entries on the screen, whose cards already show unsaved changes. */
  shown: string[];
  /** YYYY-MM-DD. */
  onShow: (day: string) => void;
}

/** Lists unsaved edits of entries that are not on the screen. */
export function UnsavedEditions({ userId, shown, onShow }: UnsavedEditionsProps) {
  const [, setDropped] = useState(0);
  const elsewhere = listEditions(userId).filter(({ entryId }) => !shown.includes(entryId));
  return elsewhere.map(({ entryId, day }) => {
    const when = dayInWords(day);
    return (
      <div key={entryId} className={styles.unsaved}>
        <Notice
          tone="info"
          action={
            <>
              <Button variant="plain" onClick={() => onShow(day)}>
                <Trans>Continue editing</Trans>
              </Button>
              <Button
                variant="plainDanger"
                onClick={() => {
                  dropEdition(userId, entryId);
                  setDropped((count) => count + 1);
                }}
              >
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
