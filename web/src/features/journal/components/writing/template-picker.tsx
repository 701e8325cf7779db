import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { useOwnBeginnings } from '../../../../lib/beginnings/beginnings';
import { type OfferedTemplate, templatesOf } from '../../../../lib/beginnings/templates';
import { NEW_TEXT_ID } from '../entries/entry-text';
import { insertText } from './insert-text';
import { useAskedTemplate } from './use-asked-template';
import styles from './writing-page.module.css';

/** Opens the templates from anywhere on the page. With Alt, letters are typed by the key: on a Mac this one types †. */
const isTemplateKey = (event: KeyboardEvent): boolean =>
  !event.isComposing &&
  event.altKey &&
  !(event.ctrlKey || event.metaKey || event.shiftKey) &&
  (event.code === 'KeyT' || event.key.toLowerCase() === 't');

const textArea = () => document.getElementById(NEW_TEXT_ID) as HTMLTextAreaElement | null;

/** On a phone, this opens the form, which is one line until it is touched. */
const focusText = () => textArea()?.focus();

/** Fills the form of a new entry, or adds to what is written. */
function fill({ text }: OfferedTemplate): void {
  const area = textArea();
  if (area && !area.readOnly) insertText(area, text);
}

/** The templates, behind a quiet button, and the one that the address names. */
export function TemplatePicker() {
  const missing = useAskedTemplate(fill, focusText);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { own, isExpected } = useOwnBeginnings();
  const templates = templatesOf(own);
  const hasAny = templates.length > 0;
  useEffect(() => {
    if (!hasAny) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (!isTemplateKey(event)) return;
      event.preventDefault();
      focusText();
      setIsOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [hasAny]);
  return (
    <>
      {missing && (
        <Notice tone="info">
          {missing === 'unknown'
            ? t`This template is not here any more. You can write without it, or choose another.`
            : t`This template could not be loaded. You can write without it, or open its link again later.`}
        </Notice>
      )}
      {hasAny && (
        <Button
          ref={button}
          variant="plain"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-keyshortcuts="Alt+T"
          onClick={() => setIsOpen(!isOpen)}
        >
          <Trans>Templates</Trans>
        </Button>
      )}
      {isOpen && (
        <div
          id={id}
          role="group"
          aria-label={t`Templates`}
          className={styles.templates}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            setIsOpen(false);
            button.current?.focus();
          }}
        >
          {/* One's own come first; those of the journal would move under the finger that taps them. */}
          {!isExpected &&
            templates.map((template, index) => (
              <Button
                key={template.id}
                autoFocus={index === 0}
                onClick={() => {
                  setIsOpen(false);
                  fill(template);
                }}
              >
                <bdi>{template.name}</bdi>
              </Button>
            ))}
          <Link to="/settings#section-beginnings">
            <Trans>Make your own</Trans>
          </Link>
          <kbd className={styles.templateKeys} aria-hidden="true" dir="ltr">
            {t({ message: 'Alt + T', comment: 'The keys that open the templates' })}
          </kbd>
        </div>
      )}
    </>
  );
}
