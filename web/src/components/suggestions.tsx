import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { cn } from '../lib/cn';
import styles from './suggestions.module.css';

/**
 * What a text field proposes while somebody types, by the combobox pattern (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/):
 * the focus stays in the text, and the arrow keys go round the list. `proposed` is what fits the text; it is `shown` while
 * the list is open.
 */
export function useSuggestions<T>(proposed: readonly T[]) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = open ? proposed : [];
  const show = () => {
    setOpen(true);
    setActive(-1);
  };
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  return {
    shown,
    active,
    show,
    close,
    /** Leaves the list as it is, with none of it active. */
    rest: () => setActive(-1),
    /** Moves within the list, or closes it. True where the key was meant for that. */
    onKeyDown(event: KeyboardEvent): boolean {
      const count = shown.length;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        setOpen(true);
        const down = event.key === 'ArrowDown';
        // From the text, up goes to the last one.
        if (count > 0) setActive(down ? (active + 1) % count : (Math.max(active, 0) + count - 1) % count);
        return true;
      }
      if (event.key !== 'Escape' || count === 0) return false;
      // It closes the list, and not also the form around it.
      event.preventDefault();
      event.stopPropagation();
      close();
      return true;
    },
  };
}

type Suggestions<T> = Pick<ReturnType<typeof useSuggestions<T>>, 'shown' | 'active'>;

const listId = (id: string) => `${id}-list`;
const optionId = (id: string, index: number) => `${id}-option-${index}`;

/** What the text field with this id says of its list. */
export function comboboxOf<T>(id: string, { shown, active }: Suggestions<T>) {
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': shown.length > 0,
    'aria-controls': listId(id),
    'aria-activedescendant': shown[active] === undefined ? undefined : optionId(id, active),
  } as const;
}

interface SuggestionListProps<T> {
  /** The id of the text field. */
  id: string;
  label: string;
  suggestions: Suggestions<T>;
  /** Tells one from another. */
  keyOf: (one: T) => string;
  onChoose: (one: T) => void;
  /** Says where the list is. */
  className?: string;
  children: (one: T) => ReactNode;
}

/** The list of a text field with suggestions. */
export function SuggestionList<T>({
  id,
  label,
  suggestions: { shown, active },
  keyOf,
  onChoose,
  className,
  children,
}: SuggestionListProps<T>) {
  return (
    <ul
      id={listId(id)}
      role="listbox"
      aria-label={label}
      className={cn(styles.list, className)}
      hidden={shown.length === 0}
    >
      {shown.map((one, index) => (
        <li
          key={keyOf(one)}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          className={styles.option}
          // A press must not take the focus from the text.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(one)}
        >
          {children(one)}
        </li>
      ))}
    </ul>
  );
}
