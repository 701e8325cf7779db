import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { isApple } from '../../../../components/forms/save-keys';
import { isComposing } from '../../../../lib/screen/composing';
import { isRightToLeft } from '../../../../lib/language/language';
import { replaceText } from '../writing/insert-text';
import styles from './text-buttons.module.css';
import { type Change, type Selected, withLineForm, withLink, withMarks, withNextLine } from './text-form';

type Act = (selected: Selected) => Change | undefined;

const BOLD: Act = (selected) => withMarks(selected, '**');
const EMPHASIS: Act = (selected) => withMarks(selected, '*');

/** With Ctrl, on a Mac with ⌘. */
const KEYS: Record<string, Act> = { b: BOLD, i: EMPHASIS, k: withLink };

function change(area: HTMLTextAreaElement, act: Act): boolean {
  if (area.readOnly) return false;
  const { value: text, selectionStart: from, selectionEnd: until } = area;
  const changed = act({ text, from, until });
  if (changed) replaceText(area, changed);
  return changed !== undefined;
}

/** For the onKeyDown of a text area: the usual keys for bold, emphasis and links, and Enter goes on with a list. */
export function formByKeys(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (isComposing(event) || event.altKey || event.shiftKey) return;
  // On a Mac, Ctrl + K and others are keys of the system.
  const isCommand = isApple() ? event.metaKey : event.ctrlKey;
  if (!isCommand && (event.ctrlKey || event.metaKey)) return;
  const act = isCommand ? KEYS[event.key.toLowerCase()] : event.key === 'Enter' ? withNextLine : undefined;
  if (act && change(event.currentTarget, act)) event.preventDefault();
}

interface Action {
  name: string;
  act: Act;
  keys?: string;
  icon: ReactNode;
}

const actions = (): Action[] => [
  {
    name: t({ message: 'Heading', context: 'form of words' }),
    act: (selected) => withLineForm(selected, 'heading'),
    icon: <path d="M5 4v12M15 4v12M5 10h10" />,
  },
  {
    name: t({ message: 'Bold', context: 'form of words' }),
    act: BOLD,
    keys: 'Control+B Meta+B',
    icon: <path d="M6 4h5a3 3 0 0 1 0 6H6zm0 6h6a3 3 0 0 1 0 6H6z" strokeWidth="2.2" />,
  },
  {
    name: t({ message: 'List', context: 'form of words' }),
    act: (selected) => withLineForm(selected, 'list'),
    icon: <path d="M8 5h9M8 10h9M8 15h9M3.5 5h.01M3.5 10h.01M3.5 15h.01" />,
  },
  {
    name: t({ message: 'Checklist', context: 'form of words' }),
    act: (selected) => withLineForm(selected, 'check'),
    icon: <path d="M3 5.5 4.5 7 7 4M3 14.5 4.5 16 7 13M10 6h7M10 15h7" />,
  },
  {
    name: t({ message: 'Quote', context: 'form of words' }),
    act: (selected) => withLineForm(selected, 'quote'),
    icon: <path d="M4 4v12M8 6h9M8 10h9M8 14h5" />,
  },
  {
    name: t({ message: 'Link', context: 'form of words' }),
    act: withLink,
    keys: 'Control+K Meta+K',
    icon: (
      <path d="M8.5 11.5a3 3 0 0 0 4.5.3l2.5-2.5a3 3 0 0 0-4.2-4.2L10 6.3M11.5 8.5a3 3 0 0 0-4.5-.3l-2.5 2.5a3 3 0 0 0 4.2 4.2l1.3-1.2" />
    ),
  },
];

/** A quiet row right below a text area, for what is selected there. It is one stop of the Tab key, and arrows go through it. */
export function TextButtons() {
  const [current, setCurrent] = useState(0);
  const all = actions();
  const turn = (event: KeyboardEvent<HTMLElement>) => {
    const right = isRightToLeft() ? all.length - 1 : 1;
    const steps: Record<string, number> = { ArrowRight: right, ArrowLeft: all.length - right };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (current + step) % all.length;
    setCurrent(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className={styles.row} role="toolbar" aria-label={t`Formatting`} onKeyDown={turn}>
      {all.map(({ name, act, keys, icon }, index) => (
        <button
          key={name}
          type="button"
          className={styles.button}
          tabIndex={index === current ? 0 : -1}
          aria-label={name}
          title={name}
          aria-keyshortcuts={keys}
          // The keyboard of a phone stays, and so does the selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={({ currentTarget }) => {
            setCurrent(index);
            const area = currentTarget.parentElement?.previousElementSibling;
            if (area instanceof HTMLTextAreaElement) change(area, act);
          }}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            {icon}
          </svg>
        </button>
      ))}
    </div>
  );
}
