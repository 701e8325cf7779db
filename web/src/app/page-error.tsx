import { useRouteError } from 'react-router-dom';
import { Button } from '../components/button';
import { PageHead } from '../components/page-head';
import styles from './layout.module.css';

/** Shown when rendering a page failed, usually because a newer version has replaced its files. */
export function PageError() {
  const error = useRouteError();
  // For whoever looks for the cause in the console.
  // eslint-disable-next-line no-console
  console.error(error);
  return (
    <main className={styles.column}>
      <PageHead title="This page did not open">
        Nothing you have saved is lost, and your draft is still there. Please reload the page.
      </PageHead>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </main>
  );
}
