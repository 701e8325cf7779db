import { Button } from '../../../components/button';
import { CopyField } from '../../../components/copy-field';
import { Notice } from '../../../components/notice';
import { Section } from '../../../components/section';
import { messageOf } from '../../../lib/api-error';
import { momentInWords } from '../../../lib/dates';
import { useInvitations, useInvite, useTakeBackInvitation } from '../api/invitations';
import styles from './open-sessions.module.css';

/** The administrator's invitation links. Renders nothing for other people. */
export function Invitations() {
  const list = useInvitations();
  const invite = useInvite();
  const takeBack = useTakeBackInvitation();
  if (!list.data) return null;
  const error = invite.error ?? takeBack.error;
  return (
    <Section
      title="Invitations"
      intro="You run this journal. Each link creates one account and works for a week. Share it only with the person it is for."
    >
      {error && <Notice tone="error">{messageOf(error)}</Notice>}
      {invite.data && (
        <CopyField
          label="The new link"
          hint="Copy it now. It will not be shown again."
          value={`${window.location.origin}/signup#${invite.data.token}`}
        />
      )}
      <ul className={styles.list}>
        {list.data.map(({ id, createdAt, expiresAt }) => (
          <li key={id} className={styles.item}>
            <div>
              <p className={styles.device}>Created {momentInWords(createdAt)}</p>
              <p className={styles.times}>Valid until {momentInWords(expiresAt)}</p>
            </div>
            <Button
              variant="plainDanger"
              busy={takeBack.isPending && takeBack.variables === id}
              onClick={() => takeBack.mutate(id)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      <Button busy={invite.isPending} onClick={() => invite.mutate()}>
        Create an invitation
      </Button>
    </Section>
  );
}
