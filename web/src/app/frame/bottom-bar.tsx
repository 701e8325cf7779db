import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, type ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { useIsTyping } from '../../lib/screen/keyboard';
import { useIsNarrow } from '../../lib/screen/use-is-narrow';
import styles from './bottom-bar.module.css';
import type { Menu } from './use-menu';

const PAGES: [path: string, name: MessageDescriptor, glyph: string][] = [
  [
    '/journal',
    msg`Journal`,
    'M6 3.500h10a1.500 1.500 0 0 1 1.500 1.500v12.500a1 1 0 0 1-1 1H6A1.500 1.500 0 0 1 4.500 17V5A1.500 1.500 0 0 1 6 3.500zM8 8h6M8 11.500h4',
  ],
  [
    '/days',
    msg`Days`,
    'M3.500 3.500h6v6h-6zM12.500 3.500h6v6h-6zM3.500 12.500h6v6h-6zM12.500 12.500h6v6h-6z',
  ],
  ['/insights', msg`Insights`, 'M3.500 17.500l5-6 4 3 6-8M14.500 6.500h4v4'],
];

/** The main pages under the thumb, on a phone. The menu has the rest. */
export function BottomBar({ menu }: { menu: Menu }) {
  const isNarrow = useIsNarrow();
  const isTyping = useIsTyping();
  const { isBelow } = menu;
  // The menu comes first in the page, so the focus would go on behind it.
  useEffect(() => {
    if (isBelow) document.querySelector<HTMLElement>('#menu a')?.focus();
  }, [isBelow]);
  if (!isNarrow) return null;
  return (
    <>
      {/* The end of the page is not behind the bar, and stays where it is while the bar is hidden. */}
      <div className={styles.room} />
      {!isTyping && (
        <nav
          className={styles.bar}
          aria-label={t({ message: 'Pages', comment: 'The bar at the bottom, for screen readers' })}
        >
          {PAGES.map(([path, name, glyph]) => (
            <NavLink key={path} to={path} className={styles.item}>
              <Glyph path={glyph} />
              <Label>{i18n._(name)}</Label>
            </NavLink>
          ))}
          <button
            type="button"
            className={styles.item}
            aria-expanded={menu.isOpen}
            aria-controls="menu"
            onClick={({ currentTarget }) => menu.toggle(currentTarget, true)}
          >
            <Glyph path="M4.500 11h.01M11 11h.01M17.500 11h.01" />
            <Label>
              <Trans comment="The button that opens the menu with the other pages">More</Trans>
            </Label>
          </button>
        </nav>
      )}
    </>
  );
}

const Label = ({ children }: { children: ReactNode }) => <span className={styles.label}>{children}</span>;

function Glyph({ path }: { path: string }) {
  return (
    <svg className={styles.glyph} viewBox="0 0 22 22" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
