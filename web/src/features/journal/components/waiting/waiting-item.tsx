import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { MoodFace } from '../../../../components/entries/mood-face';
import { Button, ButtonLink } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { moodInWords } from '../../../../lib/entry/moods';
import { momentInWords } from '../../../../lib/dates/dates';
import { entryPath } from '../../../../lib/entry/entry-path';
import { isRefused, type Waiting } from '../../../../lib/outbox/changes';
import { useEntriesCache } from '../../../../lib/entries/entries-cache';
import { editionOf, sinceOf } from '../../waiting';
import { TO_EDIT } from '../editing/use-edit-entry';
import { useDecision } from './use-decision';
import styles from './waiting.module.css';

interface WaitingItemProps {
  one: Waiting;
  waiting: Waiting[];
  /** Shows both versions of an entry that was also changed elsewhere. */
  onCompare: () => void;
}

/** A change that waits: what it is, its first words and, if it cannot be sent, why and what to do. */
export function WaitingItem(props: WaitingItemProps) {
  const { one, waiting } = props;
  const cache = useEntriesCache();
  const current = one.problem && 'current' in one.problem ? one.problem.current : undefined;
  const saved = current ?? cache.find(one.entryId);
  const edition = editionOf(one, waiting);
  const shown = edition ?? saved;
  const moment = edition?.date ?? saved?.createdAt ?? sinceOf(one);
  return (
    <li className={one.problem ? styles.troubled : styles.item}>
      <MoodFace mood={shown?.inputMood ?? ''} size={36} />
      <div className={styles.body}>
        <p className={styles.meta}>
          {one.problem && <strong className={styles.mark}>{t`Needs your attention`}</strong>}{' '}
          <strong>{kindInWords(one)}</strong> {moment && <span>{momentInWords(moment)}</span>}
          {shown?.content === '' && shown.inputMood && <bdi> {moodInWords(shown.inputMood)}</bdi>}
        </p>
        {shown && shown.content !== '' && (
          <p className={styles.words} dir="auto">
            {shown.content}
          </p>
        )}
        {one.problem && <Trouble {...props} />}
      </div>
    </li>
  );
}

function kindInWords({ change }: Waiting): string {
  if (change.kind === 'create') return t`New entry`;
  return change.kind === 'update' ? t`Changed entry` : t`Deleted entry`;
}

/** Why a change cannot be sent, and the ways out of it. The filled button loses nothing. */
function Trouble({ one, onCompare }: WaitingItemProps) {
  const decision = useDecision(one);
  const [isDiscarding, setIsDiscarding] = useState(false);
  const { problem, change } = one;
  const reason = problem?.kind === 'refused' ? problem.message : '';
  const discardButton = (
    <Button variant="plainDanger" onClick={() => setIsDiscarding(true)}>
      <Trans>Discard</Trans>
    </Button>
  );

  if (isDiscarding)
    return (
      <Ways text={t`These words are nowhere else. Discard them for good?`}>
        <Button autoFocus onClick={() => setIsDiscarding(false)}>
          <Trans>Keep them</Trans>
        </Button>
        <Button variant="danger" onClick={() => void decision.discard()}>
          <Trans>Discard for good</Trans>
        </Button>
      </Ways>
    );
  return (
    <>
      {isRefused(one) && (
        <Ways
          text={
            <>
              {problem?.kind === 'stopped' ? (
                t`Something in front of the journal, such as a firewall, does not let this through.`
              ) : (
                <Trans>
                  The server rejected it: <bdi>{reason}</bdi>
                </Trans>
              )}{' '}
              {change.kind === 'delete'
                ? t`The entry is still in your journal.`
                : t`It stays here until you change it, send it again or discard it.`}
            </>
          }
        >
          {change.kind !== 'delete' && (
            <ButtonLink variant="primary" to={entryPath(one.entryId)} state={TO_EDIT}>
              <Trans>Edit</Trans>
            </ButtonLink>
          )}
          <Button onClick={() => void decision.sendAgain()}>
            <Trans>Send again</Trans>
          </Button>
          {change.kind === 'delete' ? (
            <Button variant="plain" onClick={() => void decision.discard()}>
              <Trans>Keep the entry</Trans>
            </Button>
          ) : (
            discardButton
          )}
        </Ways>
      )}
      {problem?.kind === 'changed' && change.kind !== 'delete' && (
        <Ways text={t`This entry was changed here and in another place.`}>
          <Button variant="primary" onClick={onCompare}>
            <Trans>See both versions</Trans>
          </Button>
        </Ways>
      )}
      {problem?.kind === 'changed' && change.kind === 'delete' && (
        <Ways text={t`You deleted this entry here, and it was changed in another place since.`}>
          <Button variant="primary" onClick={() => void decision.discard()}>
            <Trans>Keep the newer version</Trans>
          </Button>
          <Button variant="plainDanger" onClick={() => void decision.keepMine()}>
            <Trans>Delete anyway</Trans>
          </Button>
        </Ways>
      )}
      {problem?.kind === 'restored' && change.kind !== 'delete' && (
        <Ways text={t`The server was restored from a backup and no longer has this entry.`}>
          <Button variant="primary" onClick={() => void decision.sendAgain()}>
            <Trans>Send again</Trans>
          </Button>
          {discardButton}
        </Ways>
      )}
      {problem?.kind === 'restored' && change.kind === 'delete' && (
        <Ways text={t`You deleted this entry. It is back because the server was restored from a backup.`}>
          <Button variant="primary" onClick={() => void decision.discard()}>
            <Trans>Keep the entry</Trans>
          </Button>
          <Button variant="plainDanger" onClick={() => void decision.sendAgain()}>
            <Trans>Delete it again</Trans>
          </Button>
        </Ways>
      )}
      {problem?.kind === 'gone' && (
        <Ways text={t`You changed this entry here, and it was deleted in another place.`}>
          <Button variant="primary" onClick={() => void decision.keepAsNew()}>
            <Trans>Make it a new entry</Trans>
          </Button>
          {discardButton}
        </Ways>
      )}
      {decision.error !== undefined && <Notice tone="error">{decision.error}</Notice>}
    </>
  );
}

function Ways({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <>
      <p className={styles.reason}>{text}</p>
      <div className={styles.ways}>{children}</div>
    </>
  );
}
