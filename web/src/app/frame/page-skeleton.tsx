import { Trans } from '@lingui/react/macro';
import { PageHead } from '../../components/page/page-head';
import { Skeleton } from '../../components/page/skeleton';
import { VisuallyHidden } from '../../components/page/visually-hidden';
import styles from './layout.module.css';

/** A placeholder for a page that is loading. */
export function PageSkeleton({ title }: { title: string }) {
  return (
    <div className={styles.column} aria-busy="true">
      <PageHead title={title} />
      <p role="status">
        <VisuallyHidden>
          <Trans>Opening…</Trans>
        </VisuallyHidden>
      </p>
      <div className={styles.outlines}>
        <Skeleton width="60%" height="1.125rem" />
        <Skeleton width="85%" height="1.125rem" />
        <Skeleton width="40%" height="1.125rem" />
      </div>
    </div>
  );
}
