import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { useRef, useState, type FormEvent } from 'react';
import { Button } from '../../../../components/forms/button';
import { TextField } from '../../../../components/forms/field';
import { lengthProblem } from '../../../../components/forms/text-rules';
import { ConfirmDialog } from '../../../../components/page/confirm-dialog';
import { Notice } from '../../../../components/page/notice';
import { messageOf } from '../../../../lib/api/api-error';
import { isComposing } from '../../../../lib/screen/composing';
import { useCopy } from '../../../../lib/use-copy';
import { useFocusWhenClosed } from '../../../../lib/use-focus-when-closed';
import { useChangeInsight, useDeleteInsight } from '../../api/change-insight';
import type { Insight } from '../../api/insight';
import styles from './insight-actions.module.css';

interface InsightActionsProps {
  insight: Insight;
  onDeleted: () => void;
}

/** The actions for an insight: rate, copy, print, rename and delete it. */
export function InsightActions({ insight, onDeleted }: InsightActionsProps) {
  const { id, useful, title, text } = insight;
  const change = useChangeInsight(id);
  const { copied, copy } = useCopy(text);
  const [isNaming, setIsNaming] = useState(false);
  const rename = useFocusWhenClosed<HTMLButtonElement>(isNaming);
  const judge = (judgement: boolean) => change.mutate({ useful: useful === judgement ? null : judgement });
  return (
    <div className={styles.actions}>
      <div className={styles.row} role="group" aria-label={t`Was this useful?`}>
        <span aria-hidden="true">
          <Trans>Was this useful?</Trans>
        </span>
        <Button aria-pressed={useful === true} onClick={() => judge(true)}>
          <Trans>Yes</Trans>
        </Button>
        <Button aria-pressed={useful === false} onClick={() => judge(false)}>
          <Trans>No</Trans>
        </Button>
      </div>
      <div className={styles.row}>
        <Button variant="plain" onClick={copy}>
          <Trans>Copy</Trans>
        </Button>
        <Button variant="plain" onClick={() => window.print()}>
          <Trans>Print</Trans>
        </Button>
        <Button variant="plain" aria-expanded={isNaming} ref={rename} onClick={() => setIsNaming(!isNaming)}>
          <Trans>Rename</Trans>
        </Button>
        <Delete id={id} onDeleted={onDeleted} />
      </div>
      <p role="status" className={styles.said}>
        {copied !== undefined && (copied ? t`Copied.` : t`Your browser does not allow copying here.`)}
      </p>
      {isNaming && (
        <Naming
          title={title}
          busy={change.isPending}
          onName={(name) => change.mutate({ title: name }, { onSuccess: () => setIsNaming(false) })}
          onCancel={() => setIsNaming(false)}
        />
      )}
      {change.isError && (
        <Notice tone="error" title={t`This was not saved.`}>
          {messageOf(change.error)}
        </Notice>
      )}
    </div>
  );
}

interface NamingProps {
  title: string;
  busy: boolean;
  onName: (title: string) => void;
  onCancel: () => void;
}

function Naming({ title, busy, onName, onCancel }: NamingProps) {
  const [name, setName] = useState(title);
  const problem = lengthProblem(name, LIMITS.insightTitleMax);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && problem === undefined) onName(name);
  };
  return (
    <form
      className={styles.naming}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isComposing(event)) onCancel();
      }}
    >
      <div className={styles.name}>
        <TextField
          label={t`A name of your own`}
          autoFocus
          value={name}
          error={problem}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <Button type="submit" variant="primary" busy={busy}>
        <Trans>Save the name</Trans>
      </Button>
      <Button onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </form>
  );
}

function Delete({ id, onDeleted }: { id: string; onDeleted: () => void }) {
  const remove = useDeleteInsight();
  const [isAsking, setIsAsking] = useState(false);
  const isDeleted = useRef(false);
  const confirm = () => {
    remove.mutate(id, {
      onSuccess: () => {
        isDeleted.current = true;
        setIsAsking(false);
      },
    });
  };
  return (
    <ConfirmDialog
      trigger={<Button variant="plainDanger">{t`Delete`}</Button>}
      title={t`Delete this insight?`}
      text={t`Your entries stay. The insight cannot be brought back.`}
      confirmLabel={t`Delete the insight`}
      open={isAsking}
      busy={remove.isPending}
      error={remove.isError ? messageOf(remove.error) : undefined}
      onOpenChange={setIsAsking}
      onConfirm={confirm}
      onCloseAutoFocus={(event) => {
        if (!isDeleted.current) return;
        event.preventDefault();
        // Only now, because an open dialog holds the focus.
        onDeleted();
      }}
    />
  );
}
