import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { DocumentTitle } from '../../../../components/page/page-head';
import { useSession } from '../../../../lib/api/session';
import { useAskedPage } from './asked-page';
import styles from './auth-layout.module.css';
import { Landscape } from './landscape';

/**
 * A picture on the left, a form on the right. Redirects signed-in people to the page that they asked for, or to the
 * journal, unless the page allows them.
 */
export function AuthLayout({
  title,
  heading,
  children,
  isAlsoForSignedIn = false,
}: {
  title: string;
  heading: string;
  children: ReactNode;
  /** Whether signed-in people may see the page too. */
  isAlsoForSignedIn?: boolean;
}) {
  const session = useSession();
  const asked = useAskedPage();
  if (!isAlsoForSignedIn && session.status === 'authenticated')
    return <Navigate to={asked ?? '/journal'} state={asked?.state} replace />;
  return (
    <div className={styles.layout}>
      <DocumentTitle>{title}</DocumentTitle>
      <Landscape />
      <div className={styles.side}>
        <div className={styles.form}>
          <h1 className={styles.heading}>{heading}</h1>
          {children}
        </div>
      </div>
    </div>
  );
}
