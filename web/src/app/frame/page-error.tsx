import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { Button } from '../../components/forms/button';
import { PageHead } from '../../components/page/page-head';
import styles from './layout.module.css';
import { forgetFailures } from './lazy-page';

/** Shown when rendering a page failed, usually because its files could not be fetched. */
export function PageError() {
  const error = useRouteError();
  useEffect(forgetFailures, []);
  // React Router swallows the error, so log it for debugging.
  // oxlint-disable-next-line no-console
  console.error(error);
  return (
    <div className={styles.column}>
      <PageHead title={t`This page did not open`}>
        <Trans>
          You may be offline, or a newer version has replaced it. Nothing you have saved is lost, and your
          draft is still there.
        </Trans>
      </PageHead>
      <Button variant="primary" onClick={() => window.location.reload()}>
        <Trans>Reload</Trans>
      </Button>
    </div>
  );
}
