import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { isolate } from '../../lib/language/isolate';
import { Button } from '../forms/button';
import styles from './own-list.module.css';

interface OwnListProps<T extends { _id: string }> {
  label?: string;
  items: readonly T[];
  nameOf: (item: T) => string;
  pictureOf?: (item: T) => ReactNode;
  /** Below the name. */
  factsOf?: (item: T) => string;
  /** Absent: their order does not count. */
  onOrder?: (ids: string[]) => void;
  isBusy: boolean;
  onEdit: (item: T) => void;
  /** More buttons of an item. */
  children?: (item: T) => ReactNode;
}

/** A list of measures, moods, questions or templates, with buttons to reorder and to change them. */
export function OwnList<T extends { _id: string }>({
  label,
  items,
  nameOf,
  pictureOf,
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
            {pictureOf?.(item)}
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
                  aria-label={t`Move ${name} up`}
                  // Not disabled: that would take the focus from who has just moved it there.
                  busy={isBusy || index === 0}
                  onClick={() => move(index, -1)}
                >
                  ↑
                </Button>
                <Button
                  variant="plain"
                  aria-label={t`Move ${name} down`}
                  busy={isBusy || index === items.length - 1}
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
