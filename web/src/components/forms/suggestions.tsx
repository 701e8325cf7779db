import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { cn } from '../../lib/cn';
import styles from './suggestions.module.css';

/**
 * Suggestions of a text field, following the combobox pattern (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/): the
 * focus stays in the text, and the arrow keys cycle through the list. `options` are those that match the text; they are
 * `shown` while the list is open.
 */
export function useSuggestions<T>(options: readonly T[]) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = open ? options : [];
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
    /** Keeps the list open, with no option active. */
    rest: () => setActive(-1),
    /** Moves within the list, or closes it. Returns true if it handled the key. */
    onKeyDown(event: KeyboardEvent): boolean {
      const count = shown.length;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        setOpen(true);
        const down = event.key === 'ArrowDown';
        // From the text, the up key goes to the last option.
        if (count > 0) setActive(down ? (active + 1) % count : (Math.max(active, 0) + count - 1) % count);
        return true;
      }
      if (event.key !== 'Escape' || count === 0) return false;
      // Escape closes only the list, not the form around it.
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

/** The ARIA attributes of the text field with this id. */
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
  /** A unique key for an option. */
  keyOf: (one: T) => string;
  onChoose: (one: T) => void;
  /** Positions the list. */
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
