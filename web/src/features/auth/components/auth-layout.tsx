import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { DocumentTitle } from '../../../components/page-head';
import { useSession } from '../../../lib/session';
import styles from './auth-layout.module.css';
import { Landscape } from './landscape';

/** The picture at the left, a form at the right. Whoever is signed in goes on to the journal. */
export function AuthLayout({
  title,
  heading,
  children,
}: {
  title: string;
  heading: string;
  children: ReactNode;
}) {
  const session = useSession();
  if (session.status === 'authenticated') return <Navigate to="/journal" replace />;
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
