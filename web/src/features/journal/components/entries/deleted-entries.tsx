import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { flushSync } from 'react-dom';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { dayInWords } from '../../../../lib/dates/dates';
import { canBeUndone, type Deletion, undoDeletion, useDeletions } from '../../api/deletions';
import { cardId } from './card-id';
import styles from './deleted-entries.module.css';
import { useFinishDeletions } from './use-finish-deletions';

interface DeletedEntriesProps {
  userId: string;
}

/** Shows what was deleted, with an Undo button for ten seconds, and what could not be deleted. */
export function DeletedEntries({ userId }: DeletedEntriesProps) {
  const deletions = useDeletions(userId);
  const refused = useFinishDeletions(userId, deletions);
  const when = ({ day }: Deletion) => dayInWords(day);

  const undo = (deletion: Deletion) => {
    flushSync(() => undoDeletion(userId, deletion));
    document.getElementById(cardId(deletion.entryId))?.focus();
  };

  return (
    <>
      <div role="status" className={styles.place}>
        {deletions.filter(canBeUndone).map((deletion) => (
          <div key={deletion.entryId} className={styles.deleted}>
            <p>
              <DeletedEntry day={when(deletion)} words={deletion.words} />
            </p>
            <Button variant="plain" onClick={() => undo(deletion)}>
              <Trans>Undo</Trans>
            </Button>
          </div>
        ))}
      </div>
      {refused.map((one) => {
        const day = when(one);
        return (
          <div key={one.entryId} className={styles.refused}>
            <Notice tone="error" title={t`Your entry of ${day} was not deleted.`}>
              {one.reason}
            </Notice>
          </div>
        );
      })}
    </>
  );
}

function DeletedEntry({ day, words }: { day: string; words: string }) {
  if (words === '') return <Trans>Entry deleted ({day}).</Trans>;
  return (
    <Trans>
      Entry deleted ({day}): “<bdi>{words}</bdi>”.
    </Trans>
  );
}
