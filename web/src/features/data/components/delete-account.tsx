import { useState } from 'react';
import { Button } from '../../../components/button';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { messageOf } from '../../../lib/api-error';
import { useDeleteAccount } from '../api/delete-account';
import styles from './your-data.module.css';

export function DeleteAccount() {
  const [asking, setAsking] = useState(false);
  const remove = useDeleteAccount();
  return (
    <div className={styles.part}>
      <h3 className={styles.title}>Delete</h3>
      <p className={styles.words}>Your account goes, and with it every entry and every insight.</p>
      <ConfirmDialog
        trigger={<Button variant="plainDanger">Delete my account</Button>}
        title="Delete your account?"
        text="Everything that you wrote will be gone for good. Export it first if you want to keep it."
        confirmLabel="Delete everything"
        open={asking}
        busy={remove.isPending}
        error={remove.error ? messageOf(remove.error) : undefined}
        onOpenChange={(open) => {
          remove.reset();
          setAsking(open);
        }}
        onConfirm={() => remove.mutate()}
      />
    </div>
  );
}
