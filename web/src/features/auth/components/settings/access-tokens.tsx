import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { isolate } from '../../../../lib/language/isolate';
import { Button } from '../../../../components/forms/button';
import { ConfirmDialog } from '../../../../components/page/confirm-dialog';
import { QueryError } from '../../../../components/page/query-error';
import { Section } from '../../../../components/page/section';
import { Skeleton } from '../../../../components/page/skeleton';
import { messageOf } from '../../../../lib/api/api-error';
import { momentInWords } from '../../../../lib/dates/dates';
import { useFocusWhenClosed } from '../../../../lib/use-focus-when-closed';
import {
  useAccessTokens,
  useRevokeAccessToken,
  type AccessToken,
  type NewAccessToken,
} from '../../api/access-tokens';
import { AccessTokenForm } from './access-token-form';
import styles from './access-tokens.module.css';
import { NewAccessTokenView } from './new-access-token';

/** The account's access tokens, which the page calls keys. */
export function AccessTokens({ title }: { title: string }) {
  const list = useAccessTokens();
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<NewAccessToken>();
  const create = useFocusWhenClosed<HTMLButtonElement>(isCreating || created !== undefined);
  return (
    <Section
      title={title}
      intro={t`With a key, a script of yours can read or write entries. A key can never change your password, your settings or another key.`}
    >
      {list.isPending && <Skeleton width="60%" height="1.25rem" />}
      <QueryError query={list} />
      <ul className={styles.list}>
        {list.data?.map((token) => (
          <Item key={token.id} token={token} />
        ))}
      </ul>
      {created && <NewAccessTokenView created={created} onKept={() => setCreated(undefined)} />}
      {isCreating && (
        <AccessTokenForm
          onCreated={(token) => {
            setCreated(token);
            setIsCreating(false);
          }}
          onCancel={() => setIsCreating(false)}
        />
      )}
      {!created && !isCreating && (
        <Button ref={create} onClick={() => setIsCreating(true)}>
          <Trans>Create a key</Trans>
        </Button>
      )}
    </Section>
  );
}

function Item({ token }: { token: AccessToken }) {
  return (
    <li className={styles.item}>
      <div>
        <p className={styles.name}>
          <bdi>{token.name}</bdi>
        </p>
        <p className={styles.facts}>
          <span>{scopesInWords(token)}</span>
          <span>{lastUseInWords(token)}</span>
          <span>{endInWords(token)}</span>
        </p>
      </div>
      <Revoke token={token} />
    </li>
  );
}

function Revoke({ token }: { token: AccessToken }) {
  const revoke = useRevokeAccessToken();
  const [isAsking, setIsAsking] = useState(false);
  const name = isolate(token.name);
  return (
    <ConfirmDialog
      trigger={
        <Button variant="plainDanger" aria-label={t`Revoke ${name}`}>
          {t({
            message: 'Revoke',
            comment: 'Makes a key for scripts, or the link of an invitation, useless.',
          })}
        </Button>
      }
      title={t`Revoke ${name}?`}
      text={t`Scripts that use this key stop working at once. It cannot be brought back.`}
      confirmLabel={t`Revoke the key`}
      open={isAsking}
      busy={revoke.isPending}
      error={revoke.isError ? messageOf(revoke.error) : undefined}
      onOpenChange={setIsAsking}
      onConfirm={() => revoke.mutate(token.id, { onSuccess: () => setIsAsking(false) })}
    />
  );
}

function scopesInWords({ scopes }: AccessToken): string {
  if (!scopes.includes('entries:write')) return t`Reads entries`;
  return scopes.includes('entries:read') ? t`Reads and writes entries` : t`Adds entries`;
}

function lastUseInWords({ lastUsedAt }: AccessToken): string {
  if (lastUsedAt === null) return t`Never used`;
  const moment = momentInWords(lastUsedAt);
  return t`Last used ${moment}`;
}

function endInWords({ expiresAt }: AccessToken): string {
  if (expiresAt === null) return t`Does not expire`;
  const moment = momentInWords(expiresAt);
  return Date.parse(expiresAt) > Date.now() ? t`Valid until ${moment}` : t`Expired ${moment}`;
}
