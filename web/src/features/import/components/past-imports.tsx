import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { isolate } from '../../../lib/language/isolate';
import { Button } from '../../../components/forms/button';
import { ConfirmDialog } from '../../../components/page/confirm-dialog';
import { Notice } from '../../../components/page/notice';
import { QueryError } from '../../../components/page/query-error';
import { Section } from '../../../components/page/section';
import { messageOf } from '../../../lib/api/api-error';
import { momentInWords } from '../../../lib/dates/dates';
import { type PastImport, usePastImports, useTakeBack } from '../api/past-imports';
import styles from './import.module.css';

/** The imports of the last 30 days, each of which can be taken back. */
export function PastImports() {
  const query = usePastImports();
  const takeBack = useTakeBack();
  const { data: deleted } = takeBack;
  const imports = query.data ?? [];
  if (imports.length === 0 && deleted === undefined) return <QueryError query={query} />;
  return (
    <div className={styles.past}>
      <Section
        title={t`Imports you can take back`}
        intro={t`For 30 days. Taking one back deletes its entries, except those that you have edited since.`}
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
              <TakeBack one={one} takeBack={takeBack} />
            </li>
          ))}
        </ul>
        {deleted !== undefined && (
          <Notice tone="success">
            <Plural value={deleted} one="# entry was taken back." other="# entries were taken back." />
          </Notice>
        )}
      </Section>
    </div>
  );
}

function TakeBack({ one, takeBack }: { one: PastImport; takeBack: ReturnType<typeof useTakeBack> }) {
  const [isOpen, setIsOpen] = useState(false);
  const source = isolate(one.source);
  return (
    <ConfirmDialog
      trigger={
        <Button variant="quietDanger">
          <Trans>Take back</Trans>
        </Button>
      }
      title={t`Take back the import from ${source}?`}
      text={plural(one.entries, {
        one: '# entry is deleted. Entries that you have edited since stay.',
        other: '# entries are deleted. Entries that you have edited since stay.',
      })}
      confirmLabel={
        takeBack.isPending && takeBack.deleted > 0
          ? plural(takeBack.deleted, { one: '# deleted…', other: '# deleted…' })
          : t`Take back`
      }
      open={isOpen}
      busy={takeBack.isPending}
      error={takeBack.error ? messageOf(takeBack.error) : undefined}
      onOpenChange={setIsOpen}
      onConfirm={() => takeBack.mutate(one, { onSuccess: () => setIsOpen(false) })}
    />
  );
}
