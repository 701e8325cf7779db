import { Button } from '../../../components/button';
import { TextField } from '../../../components/field';
import { Notice } from '../../../components/notice';
import { Section } from '../../../components/section';
import { messageOf } from '../../../lib/api-error';
import { momentInWords } from '../../../lib/dates';
import { useInvitations, useInvite, useTakeBackInvitation } from '../api/invitations';
import styles from './open-sessions.module.css';

/** For the administrator: links by which others get an account. Nothing for anybody else. */
export function Invitations() {
  const list = useInvitations();
  const invite = useInvite();
  const takeBack = useTakeBackInvitation();
  if (!list.data) return null;
  const error = invite.error ?? takeBack.error;
  return (
    <Section
      title="Invitations"
      intro="You look after this journal. A link is good for one account, within a week; give it only to the person whom it is for."
    >
      {error && <Notice tone="error">{messageOf(error)}</Notice>}
      {invite.data && (
        <TextField
          label="The new link"
          hint="It is shown only now. Copy it."
          readOnly
          value={`${window.location.origin}/signup#${invite.data.token}`}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <ul className={styles.list}>
        {list.data.map(({ id, createdAt, expiresAt }) => (
          <li key={id} className={styles.item}>
            <div>
              <p className={styles.device}>Made {momentInWords(createdAt)}</p>
              <p className={styles.times}>Good until {momentInWords(expiresAt)}</p>
            </div>
            <Button
              variant="plainDanger"
              busy={takeBack.isPending && takeBack.variables === id}
              onClick={() => takeBack.mutate(id)}
            >
              Take back
            </Button>
          </li>
        ))}
      </ul>
      <Button busy={invite.isPending} onClick={() => invite.mutate()}>
        Make an invitation
      </Button>
    </Section>
  );
}
