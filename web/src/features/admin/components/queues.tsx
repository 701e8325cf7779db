import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { isolate } from '../../../lib/language/isolate';
import { Button } from '../../../components/forms/button';
import { Notice } from '../../../components/page/notice';
import { QueryError } from '../../../components/page/query-error';
import { Section } from '../../../components/page/section';
import { messageOf } from '../../../lib/api/api-error';
import { listInWords } from '../../../lib/language/formats';
import { momentInWords } from '../../../lib/dates/dates';
import { type QueueState, useDeadLetters, useReplay } from '../api/admin';
import styles from './admin.module.css';
import { StateMark } from './state-mark';
import { queueInWords } from './words';

/** The queues of events, and those that were given up. */
export function Queues({ queues }: { queues: QueueState[] }) {
  const replay = useReplay();
  // A queue whose events were just tried again keeps its place when it is empty by now, to show that.
  const isQuiet = (queue: QueueState) => isEmpty(queue) && replay.variables !== queue.name;
  const empty = queues.filter(isQuiet);
  const busy = queues.filter((queue) => !isQuiet(queue));
  const names = listInWords(empty.map(({ name }) => isolate(name)));
  return (
    <Section
      title={t`Queues`}
      intro={t`Work that services still have to do for each other. An event that failed on every attempt is set aside: find the cause first, then try again.`}
    >
      <ul className={styles.list}>
        {busy.map((queue) => (
          <Queue key={queue.name} queue={queue} replay={replay} />
        ))}
      </ul>
      {empty.length > 0 && (
        <p className={styles.quiet}>
          <Trans>Empty: {names}</Trans>
        </p>
      )}
    </Section>
  );
}

type Replay = ReturnType<typeof useReplay>;

const isEmpty = ({ waiting, retrying, dead }: QueueState): boolean =>
  waiting === 0 && retrying === 0 && dead === 0;

function Queue({ queue, replay }: { queue: QueueState; replay: Replay }) {
  const { name, waiting, retrying, dead } = queue;
  const hasDead = dead !== null && dead > 0;
  const isKnown = waiting !== null && retrying !== null && dead !== null;
  return (
    <li className={styles.item}>
      <StateMark
        tone={hasDead ? 'bad' : isKnown ? 'good' : 'unknown'}
        label={hasDead ? t`Has events that were set aside` : isKnown ? t`In order` : t`Not known`}
      />
      <div className={styles.body}>
        <p className={styles.line}>
          <code>{name}</code>
          <span className={styles.quiet}>{queueInWords(name)}</span>
        </p>
        <p className={styles.quiet}>
          {isKnown ? (
            <Counts waiting={waiting} retrying={retrying} dead={dead} />
          ) : (
            <Trans>The numbers are not available right now.</Trans>
          )}
        </p>
        {hasDead && <DeadLetters queueName={name} replay={replay} />}
        {replay.variables === name && (
          <>
            {replay.isError && <Notice tone="error">{messageOf(replay.error)}</Notice>}
            {replay.data && <Notice tone="success">{replayedInWords(replay.data)}</Notice>}
          </>
        )}
      </div>
    </li>
  );
}

function Counts({ waiting, retrying, dead }: { waiting: number; retrying: number; dead: number }) {
  return (
    <Trans>
      {waiting} waiting, {retrying} between attempts, {dead} set aside
    </Trans>
  );
}

function DeadLetters({ queueName, replay }: { queueName: string; replay: Replay }) {
  const queue = isolate(queueName);
  const [isShown, setIsShown] = useState(false);
  const id = useId();
  const list = useDeadLetters(queueName, isShown);
  const letters = list.data?.letters ?? [];
  const more = (list.data?.total ?? 0) - letters.length;
  return (
    <>
      <div className={styles.actions}>
        <Button
          variant="plain"
          aria-expanded={isShown}
          aria-controls={id}
          aria-label={isShown ? t`Hide the events of ${queue}` : t`Show the events of ${queue}`}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? t({ message: 'Hide', context: 'events' }) : t({ message: 'Show', context: 'events' })}
        </Button>
        <Button
          aria-label={t`Try the events of ${queue} again`}
          busy={replay.isPending}
          onClick={() => replay.mutate(queueName)}
        >
          {t({ message: 'Try again', context: 'events' })}
        </Button>
      </div>
      <div id={id} hidden={!isShown}>
        <QueryError query={list} />
        <ul className={styles.letters}>
          {letters.map(({ eventId, type, attempts, reason, failedAt }) => (
            <li key={eventId}>
              <code>{type}</code>
              <p className={styles.quiet}>{attemptsInWords(attempts, failedAt && momentInWords(failedAt))}</p>
              <p className={styles.reason} lang="en" dir="ltr">
                {reason}
              </p>
            </li>
          ))}
        </ul>
        {more > 0 && (
          <p className={styles.quiet}>{plural(more, { one: 'and # more', other: 'and # more' })}</p>
        )}
      </div>
    </>
  );
}

function attemptsInWords(attempts: number, when: string): string {
  if (when === '') return plural(attempts, { one: 'After # attempt', other: 'After # attempts' });
  return plural(attempts, {
    one: `On ${when}, after # attempt`,
    other: `On ${when}, after # attempts`,
  });
}

function replayedInWords({ replayed, left }: { replayed: number; left: number }): string {
  const done = plural(replayed, { one: '# event is tried again.', other: '# events are tried again.' });
  if (left === 0) return done;
  return `${done} ${plural(left, { one: '# is left.', other: '# are left.' })}`;
}
