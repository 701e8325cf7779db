import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { isolate } from '../../../../lib/language/isolate';
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
    <Section
      title={title}
      intro={t`Don't recognise a device? Sign it out, change your password, and remove passkeys that are not yours: signing out leaves them.`}
    >
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
          <Trans>Sign out everywhere else</Trans>
        </Button>
      )}
    </Section>
  );
}

function Item({ session, busy, onEnd }: { session: OpenSession; busy: boolean; onEnd: () => void }) {
  const { current } = session;
  const device = deviceInWords(session);
  const signedIn = momentInWords(session.createdAt);
  const lastActive = momentInWords(session.lastSeenAt);
  return (
    <li className={styles.item}>
      <div>
        <p className={styles.device}>{device}</p>
        <p className={styles.times}>
          {current
            ? t`This browser · signed in ${signedIn}`
            : t`Last active ${lastActive} · signed in ${signedIn}`}
        </p>
      </div>
      {!current && (
        <Button variant="plainDanger" busy={busy} aria-label={t`Sign out ${device}`} onClick={onEnd}>
          <Trans>Sign out</Trans>
        </Button>
      )}
    </li>
  );
}

function deviceInWords(device: OpenSession): string {
  if (device.browser === undefined) return t`Unknown device`;
  const browser = isolate(device.browser);
  if (device.system === undefined) return browser;
  const system = isolate(device.system);
  return t({ message: `${browser} on ${system}`, comment: 'For example "Firefox on Linux".' });
}
