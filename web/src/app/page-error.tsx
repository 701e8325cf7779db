import { useRouteError } from 'react-router-dom';
import { Button } from '../components/button';
import { PageHead } from '../components/page-head';
import styles from './layout.module.css';

/** What is left when drawing a page failed, mostly because a newer version has replaced its parts. */
export function PageError() {
  const error = useRouteError();
  // For whoever looks for the cause: nobody else sees it.
  // eslint-disable-next-line no-console
  console.error(error);
  return (
    <main className={styles.column}>
      <PageHead title="This page did not open">
        Nothing that you have saved is lost, and a draft is still there. Load the page again.
      </PageHead>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Load again
      </Button>
    </main>
  );
}
