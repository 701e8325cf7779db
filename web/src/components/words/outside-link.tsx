import type { ReactNode } from 'react';
import styles from './markdown.module.css';

interface OutsideLinkProps {
  href: string | undefined;
  children: ReactNode;
}

/** A link in words that anybody may have written. It says where it leads, and the other side does not learn from where. */
export function OutsideLink({ href, children }: OutsideLinkProps) {
  if (!href || !/^https?:\/\//i.test(href)) return <span>{children}</span>;
  return (
    <>
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
      {!isAddress(children, href) && (
        <span className={styles.where}>
          {' '}
          <bdi>({hostOf(href)})</bdi>
        </span>
      )}
    </>
  );
}

/** Whether the link is an address alone, maybe without its scheme. */
function isAddress(children: ReactNode, href: string): boolean {
  return typeof children === 'string' && (children === href || href === `http://${children}`);
}

function hostOf(href: string): string {
  try {
    return new URL(href).host;
  } catch {
    return href;
  }
}
