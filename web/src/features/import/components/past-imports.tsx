import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { isolate } from '../../../lib/language/isolate';
import { Button } from '../../../components/forms/button';
import { ConfirmDialog } from '../../../components/page/confirm-dialog';
import { Notice } from '../../../components/page/notice';
import { QueryError } from '../../../components/page/query-error';
import { Section } from '../../../components/page/section';
import { messageOf } from '../../../lib/api/api-error';
import { momentInWords } from '../../../lib/dates/dates';
import {
  type PastImport,
  type TakingBack,
  forgetTakenBack,
  usePastImports,
  useTakeBack,
  useTakingBack,
} from '../api/past-imports';
import styles from './past-imports.module.css';

/** The imports of the last 30 days, each of which can be taken back. */
export function PastImports() {
  const query = usePastImports();
  const now = useTakingBack();
  useEffect(() => forgetTakenBack, []);
  const { deleted = 0 } = now ?? {};
  const imports = query.data ?? [];
  if (imports.length === 0 && now?.state !== 'done') return <QueryError query={query} />;
  return (
    <div className={styles.past}>
      <Section
        title={t`Imports you can undo`}
        intro={t`For 30 days. Undoing one deletes its entries, except those that you have edited since.`}
      >
        <ul className={styles.imports}>
          {imports.map((one) => (
            <li key={one.id}>
              <span>
                <bdi>{one.source}</bdi>
                <span className={styles.quiet}>
                  {momentInWords(one.startedAt)} ·{' '}
                  <Plural value={one.entries} one="# entry" other="# entries" />
                </span>
              </span>
              <TakeBack one={one} isBusy={now?.state === 'on'} />
              {now?.id === one.id && now.state !== 'done' && <HowFar {...now} />}
            </li>
          ))}
        </ul>
        {now?.state === 'done' && (
          <Notice tone="success">
            <Plural value={deleted} one="# entry was removed." other="# entries were removed." />
          </Notice>
        )}
      </Section>
    </div>
  );
}

function HowFar({ deleted, all: entries, state, trouble }: TakingBack) {
  const finished = i18n.number(deleted);
  return (
    <div className={styles.far}>
      <progress aria-label={t`Undoing`} value={deleted} max={Math.max(1, entries)} />
      <span>{plural(entries, { one: `${finished} of # entry`, other: `${finished} of # entries` })}</span>
      {trouble !== undefined && <Notice tone="info">{messageOf(trouble)}</Notice>}
      {typeof state === 'object' ? (
        <Notice tone="error">{messageOf(state.error)}</Notice>
      ) : (
        <span role="status">
          <Trans>You can leave this page. If you close it, what is left stays in this list.</Trans>
        </span>
      )}
    </div>
  );
}

function TakeBack({ one, isBusy }: { one: PastImport; isBusy: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const takeBack = useTakeBack();
  const source = isolate(one.source);
  return (
    <ConfirmDialog
      trigger={
        <Button variant="quietDanger" busy={isBusy}>
          <Trans>Undo import</Trans>
        </Button>
      }
      title={t`Undo the import from ${source}?`}
      text={plural(one.entries, {
        one: '# entry is deleted. Entries that you have edited since stay.',
        other: '# entries are deleted. Entries that you have edited since stay.',
      })}
      confirmLabel={t`Undo import`}
      open={isOpen}
      busy={false}
      onOpenChange={(isWanted) => setIsOpen(isWanted && !isBusy)}
      onConfirm={() => {
        setIsOpen(false);
        void takeBack(one);
      }}
    />
  );
}
