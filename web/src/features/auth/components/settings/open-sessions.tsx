import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { QueryError } from '../../../../components/page/query-error';
import { Section } from '../../../../components/page/section';
import { Skeleton } from '../../../../components/page/skeleton';
import { messageOf } from '../../../../lib/api/api-error';
import { momentInWords } from '../../../../lib/dates/dates';
import { useEndSessions, useOpenSessions, type OpenSession } from '../../api/sessions';
import styles from './open-sessions.module.css';

/** The account's sessions, with buttons to end one of them or all others. */
export function OpenSessions({ title }: { title: string }) {
  const list = useOpenSessions();
  const end = useEndSessions();
  const sessions = list.data ?? [];
  const isEnding = (id: string | undefined) => end.isPending && end.variables === id;
  return (
    <Section title={title} intro="Don't recognise a device? Sign it out and change your password.">
      {list.isPending && <Skeleton width="60%" height="1.25rem" />}
      <QueryError query={list} />
      {end.isError && <Notice tone="error">{messageOf(end.error)}</Notice>}
      <ul className={styles.list}>
        {sessions.map((session) => (
          <Item
            key={session.id}
            session={session}
            busy={isEnding(session.id)}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button busy={isEnding(undefined)} onClick={() => end.mutate(undefined)}>
          Sign out everywhere else
        </Button>
      )}
    </Section>
  );
}

function Item({ session, busy, onEnd }: { session: OpenSession; busy: boolean; onEnd: () => void }) {
  const { device, current, lastSeenAt, createdAt } = session;
  return (
    <li className={styles.item}>
      <div>
        <p className={styles.device}>{device}</p>
        <p className={styles.times}>
          {current ? 'This browser' : `Last active ${momentInWords(lastSeenAt)}`} · signed in{' '}
          {momentInWords(createdAt)}
        </p>
      </div>
      {!current && (
        <Button variant="plainDanger" busy={busy} aria-label={`Sign out ${device}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}
