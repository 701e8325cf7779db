import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { bytesInWords } from '../../../lib/language/bytes';
import { isolate } from '../../../lib/language/isolate';
import { Button } from '../../../components/forms/button';
import { QueryError } from '../../../components/page/query-error';
import { Section } from '../../../components/page/section';
import { Skeleton } from '../../../components/page/skeleton';
import { dayInWords, dayOfMomentInWords } from '../../../lib/dates/dates';
import { useUser } from '../../../lib/api/session';
import { type Account, type Installation, useAccounts } from '../api/admin';
import { AccountActions } from './account-actions';
import styles from './admin.module.css';

/** Who has an account, with what is needed to help them, and nothing that they wrote. */
export function Accounts({ installation }: { installation: Installation }) {
  const list = useAccounts();
  const accounts = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Section title={t`Accounts`} intro={countInWords(installation)}>
      {list.isPending && <Skeleton width="60%" height="1.25rem" />}
      <QueryError query={list} />
      <ul className={styles.list}>
        {accounts.map((account) => (
          <AccountLine key={account.id} account={account} sendsMail={installation.mail} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          <Trans>Show more accounts</Trans>
        </Button>
      )}
    </Section>
  );
}

function countInWords({ accounts, since }: Installation): string {
  const firstDay = since === null ? '' : dayOfMomentInWords(since);
  return plural(accounts, {
    one: `# account, since ${firstDay}. You see no entries here, and nothing else that its user wrote.`,
    other: `# accounts, the first since ${firstDay}. You see no entries here, and nothing else that their users wrote.`,
  });
}

function AccountLine({ account, sendsMail }: { account: Account; sendsMail: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const isOwn = useUser()?.id === account.id;
  const { email } = account;
  const name = isolate(account.name);
  return (
    <li className={styles.item}>
      <div className={styles.body}>
        <p className={styles.line}>
          <bdi className={styles.name}>{account.name}</bdi>
          <bdi className={styles.quiet}>{email}</bdi>
        </p>
        <p className={styles.quiet}>
          {lastSeenInWords(account)}
          {account.isAdmin && ` · ${roleInWords(account)}`}
          {account.photos && account.photos.photos > 0 && ` · ${photosInWords(account.photos)}`}
          {account.hasSecondFactor && ` · ${t`second factor`}`}
        </p>
        {isOpen && <AccountActions account={account} isOwn={isOwn} sendsMail={sendsMail} />}
      </div>
      <Button
        variant="plain"
        aria-expanded={isOpen}
        aria-label={isOpen ? t`Close ${name}` : t`Manage ${name}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? t({ message: 'Close', context: 'account' }) : t({ message: 'Manage', context: 'account' })}
      </Button>
    </li>
  );
}

/** `12 photos, 3.4 MB`. */
function photosInWords({ photos, usedBytes }: NonNullable<Account['photos']>): string {
  const size = bytesInWords(usedBytes);
  return plural(photos, { one: `# photo, ${size}`, other: `# photos, ${size}` });
}

/** By the day only. */
function lastSeenInWords({ lastSeen }: Account): string {
  if (lastSeen === null) return t`Not signed in`;
  const day = dayInWords(lastSeen);
  return t`Last here on ${day}`;
}

/** From where the account has the role, so that no one has it unseen. */
function roleInWords({ roleSources }: Account): string {
  return roleSources.length === 0 ? t`administers` : roleSources.map(sourceInWords).join(' · ');
}

function sourceInWords({ from, since, ...source }: Account['roleSources'][number]): string {
  const name = isolate(source.name ?? '');
  const day = since === null ? '' : dayOfMomentInWords(since);
  switch (from) {
    case 'first_account':
      return t`administrator, as the first account`;
    case 'command':
      return t`administrator since ${day}, by a command on the server`;
    case 'administrator':
      return t`administrator since ${day}, made one by ${name}`;
    case 'group':
      return t`administrator through a group at ${name}`;
    default:
      return t`administers`;
  }
}
