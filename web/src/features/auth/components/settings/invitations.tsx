import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '../../../../components/forms/button';
import { CopyOnceField } from '../../../../components/page/copy-once-field';
import { Notice } from '../../../../components/page/notice';
import { QueryError } from '../../../../components/page/query-error';
import { Section } from '../../../../components/page/section';
import { Skeleton } from '../../../../components/page/skeleton';
import { latestError, messageOf } from '../../../../lib/api/api-error';
import { momentInWords } from '../../../../lib/dates/dates';
import { useInvitations, useInvite, useRevokeInvitation } from '../../api/invitations';
import styles from './open-sessions.module.css';

/** An administrator's invitation links. */
export function Invitations({ title }: { title: string }) {
  const list = useInvitations();
  const invite = useInvite();
  const revoke = useRevokeInvitation();
  const error = latestError(invite, revoke);
  return (
    <Section
      title={title}
      intro={t`You run this journal. Each link creates one account and works for a week. Share it only with the person it is for.`}
    >
      {list.isPending && <Skeleton width="60%" height="1.25rem" />}
      <QueryError query={list} />
      {error && <Notice tone="error">{messageOf(error)}</Notice>}
      {invite.data && (
        <CopyOnceField
          label={t`The new link`}
          value={`${window.location.origin}/signup#${invite.data.token}`}
        />
      )}
      <ul className={styles.list}>
        {list.data?.map(({ id, createdAt, expiresAt, by }) => (
          <li key={id} className={styles.item}>
            <Validity created={momentInWords(createdAt)} end={momentInWords(expiresAt)} by={by} />
            <Button
              variant="plainDanger"
              busy={revoke.isPending && revoke.variables === id}
              onClick={() => revoke.mutate(id, { onSuccess: () => invite.data?.id === id && invite.reset() })}
            >
              {t({
                message: 'Revoke',
                comment: 'Makes a key for scripts, or the link of an invitation, useless.',
              })}
            </Button>
          </li>
        ))}
      </ul>
      <Button busy={invite.isPending} onClick={() => invite.mutate()}>
        <Trans>Create an invitation</Trans>
      </Button>
    </Section>
  );
}

/** @param by the administrator who made it; null: a command on the server */
function Validity({ created, end, by }: { created: string; end: string; by: string | null }) {
  return (
    <div>
      <p className={styles.device}>
        {by === null ? (
          <Trans>Created {created} by a command on the server</Trans>
        ) : (
          <Trans>
            Created {created} by <bdi>{by}</bdi>
          </Trans>
        )}
      </p>
      <p className={styles.times}>
        <Trans>Valid until {end}</Trans>
      </p>
    </div>
  );
}
