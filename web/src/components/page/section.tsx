import { createContext, type FocusEvent, use, useEffect, useId, useRef, type ReactNode } from 'react';
import styles from './section.module.css';

interface Fold {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** Around a section that can be folded. */
export const Folding = createContext<Fold | undefined>(undefined);

/** A section of a page: a heading, a short text, and the contents. */
export function Section({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
  const id = useId();
  const fold = use(Folding);
  const { heading: headingRef, ...focusHandlers } = useKeepFocus();
  const heading = (
    <h2 id={id} ref={headingRef} className={styles.title} tabIndex={-1}>
      {title}
    </h2>
  );
  const contents = (
    <>
      {intro && <p className={styles.intro}>{intro}</p>}
      {children}
    </>
  );
  return (
    <section aria-labelledby={id} {...focusHandlers}>
      {fold ? (
        <details open={fold.isOpen} onToggle={({ currentTarget }) => fold.onToggle(currentTarget.open)}>
          <summary className={styles.summary}>{heading}</summary>
          {contents}
        </details>
      ) : (
        <>
          {heading}
          {contents}
        </>
      )}
    </section>
  );
}

/** Moves the focus to the heading when what had it is removed, such as an item that was deleted from a list. */
function useKeepFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  const focused = useRef<Element>(null);
  useEffect(() => {
    if (focused.current?.isConnected !== false) return;
    // Later, because a dialog that closes returns the focus itself, in a task of its own.
    const timer = setTimeout(() => {
      focused.current = null;
      // Without scrolling: a person who deletes with a finger or a mouse is at work further down.
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  });
  return {
    heading,
    // React passes events of a dialog on to the section that opened it, and has none for an element that it removes.
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target;
    },
    onBlur: () => {
      focused.current = null;
    },
  };
}
