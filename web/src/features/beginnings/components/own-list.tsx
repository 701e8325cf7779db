import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Button } from '../../../components/forms/button';
import { ConfirmDialog } from '../../../components/page/confirm-dialog';
import { messageOf } from '../../../lib/api/api-error';
import { useChangeBeginnings } from '../../../lib/beginnings/beginnings';
import { isolate } from '../../../lib/language/isolate';
import styles from './beginnings.module.css';

interface OwnListProps<T extends { _id: string }> {
  label: string;
  items: readonly T[];
  nameOf: (item: T) => string;
  /** Below the name. */
  factsOf?: (item: T) => string;
  /** Absent: their order does not count. */
  onOrder?: (ids: string[]) => void;
  isBusy: boolean;
  onEdit: (item: T) => void;
  /** More buttons of an item. */
  children?: (item: T) => ReactNode;
}

/** Questions or templates of one's own, with the ways to put them in order and to change them. */
export function OwnList<T extends { _id: string }>({
  label,
  items,
  nameOf,
  factsOf,
  onOrder,
  isBusy,
  onEdit,
  children,
}: OwnListProps<T>) {
  if (items.length === 0) return null;
  const move = (index: number, by: -1 | 1) => {
    const ids = items.map(({ _id }) => _id);
    const [id = ''] = ids.splice(index, 1);
    ids.splice(index + by, 0, id);
    onOrder?.(ids);
  };
  return (
    <ul className={styles.list} aria-label={label}>
      {items.map((item, index) => {
        const name = isolate(nameOf(item));
        return (
          <li key={item._id} className={styles.item}>
            <div className={styles.about}>
              <p className={styles.name}>
                <bdi>{nameOf(item)}</bdi>
              </p>
              {factsOf && <p className={styles.facts}>{factsOf(item)}</p>}
            </div>
            {onOrder && items.length > 1 && (
              <>
                <Button
                  variant="plain"
                  aria-label={t`Earlier: ${name}`}
                  disabled={index === 0}
                  busy={isBusy}
                  onClick={() => move(index, -1)}
                >
                  ↑
                </Button>
                <Button
                  variant="plain"
                  aria-label={t`Later: ${name}`}
                  disabled={index === items.length - 1}
                  busy={isBusy}
                  onClick={() => move(index, 1)}
                >
                  ↓
                </Button>
              </>
            )}
            <Button variant="plain" aria-label={t`Change ${name}`} onClick={() => onEdit(item)}>
              <Trans>Change</Trans>
            </Button>
            {children?.(item)}
          </li>
        );
      })}
    </ul>
  );
}

/** The items in the order of these ids; those that are not named follow. */
export function inOrder<T extends { _id: string }>(items: readonly T[], ids: readonly string[]): T[] {
  const named = ids.flatMap((id) => items.find(({ _id }) => _id === id) ?? []);
  return [...named, ...items.filter(({ _id }) => !ids.includes(_id))];
}

/** The items with this one in its place, or behind them if it is new. */
export const withItem = <T extends { _id: string }>(items: readonly T[], item: T): T[] =>
  items.some(({ _id }) => _id === item._id)
    ? items.map((one) => (one._id === item._id ? item : one))
    : [...items, item];

interface DeleteItemProps {
  id: string;
  name: string;
}

/** Deletes a question or a template. */
export function DeleteItem({ id, name: asTyped }: DeleteItemProps) {
  const change = useChangeBeginnings();
  const [isAsking, setIsAsking] = useState(false);
  const name = isolate(asTyped);
  const without = <T extends { _id: string }>(items: readonly T[]) => items.filter(({ _id }) => _id !== id);
  return (
    <ConfirmDialog
      trigger={
        <Button variant="plainDanger" aria-label={t`Delete ${name}`}>
          <Trans>Delete</Trans>
        </Button>
      }
      title={t`Delete ${name}?`}
      text={t`Entries that began with it stay as they are.`}
      confirmLabel={t`Delete it`}
      open={isAsking}
      busy={change.isPending}
      error={change.isError ? messageOf(change.error) : undefined}
      onOpenChange={setIsAsking}
      onConfirm={() =>
        change.mutate(
          (here) => ({ ...here, questions: without(here.questions), templates: without(here.templates) }),
          { onSuccess: () => setIsAsking(false) },
        )
      }
    />
  );
}
