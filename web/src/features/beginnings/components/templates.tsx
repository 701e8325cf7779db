import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  BEGINNING_LIMITS,
  type Beginnings,
  type OurTemplate,
} from '@inner-weather/domain/beginnings/beginnings';
import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { useState } from 'react';
import { inOrder } from '@inner-weather/domain/own-lists/own-lists';
import { OwnList } from '../../../components/page/own-list';
import { Button } from '../../../components/forms/button';
import { Checkbox } from '../../../components/forms/choices/checkbox';
import { CopyField } from '../../../components/page/copy-field';
import { NotSaved } from '../../../components/page/notice';
import { useChangeBeginnings } from '../../../lib/beginnings/beginnings';
import { linkOf, ourTemplates } from '../../../lib/beginnings/templates';
import { isolate } from '../../../lib/language/isolate';
import { useFocusWhenClosed } from '../../../lib/use-focus-when-closed';
import styles from './beginnings.module.css';
import { DeleteItem } from './items';
import { useOpenItem } from './open-item';
import { TemplateForm } from './template-form';

const { templatesMax } = BEGINNING_LIMITS;

/** The templates of one's own, and which of ours are offered. */
export function Templates({ beginnings: { templates, hidden } }: { beginnings: Beginnings }) {
  const change = useChangeBeginnings();
  /** The template in the form: a new one, or one of the list. */
  const { item: edited, open, close } = useOpenItem('templates');
  const add = useFocusWhenClosed<HTMLButtonElement>(edited !== undefined);
  const blank = { _id: newUuid7(), name: '', text: '' };
  const turn = (id: OurTemplate) =>
    change.mutate((here) => ({
      ...here,
      hidden: hidden.includes(id)
        ? here.hidden.filter((one) => one !== id)
        : [...new Set([...here.hidden, id])],
    }));
  return (
    <>
      <h3 className={styles.heading}>
        <Trans>Templates</Trans>
      </h3>
      {edited ? (
        <TemplateForm template={edited} onDone={close} />
      ) : (
        <>
          <OwnList
            label={t`Your templates`}
            items={templates}
            nameOf={({ name }) => name}
            isBusy={change.isPending}
            onEdit={open}
            onOrder={(ids) => change.mutate((here) => ({ ...here, templates: inOrder(here.templates, ids) }))}
          >
            {({ _id, name }) => (
              <>
                <DeleteItem id={_id} name={name} />
                <TemplateLink id={_id} name={name} />
              </>
            )}
          </OwnList>
          {templates.length < templatesMax ? (
            <Button ref={add} onClick={() => open(blank)}>
              <Trans>Add a template</Trans>
            </Button>
          ) : (
            <p className={styles.facts}>
              {plural(templatesMax, {
                one: 'There is room for # template. Delete one to add another.',
                other: 'There is room for # templates. Delete one to add another.',
              })}
            </p>
          )}
          <NotSaved error={change.error} />
          <h4 className={styles.archived}>
            <Trans>Also offered</Trans>
          </h4>
          <ul className={styles.list} aria-label={t`Also offered`}>
            {ourTemplates().map(({ id, name }) => (
              <li key={id} className={styles.item}>
                <div className={styles.about}>
                  <Checkbox label={name} checked={!hidden.includes(id)} onChange={() => turn(id)} />
                </div>
                <TemplateLink id={id} name={name} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** The link that opens the form with a template, to copy. */
function TemplateLink({ id, name: asTyped }: { id: string; name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const name = isolate(asTyped);
  return (
    <>
      <Button
        variant="plain"
        aria-label={t`Link to ${name}`}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Trans>Link</Trans>
      </Button>
      {isOpen && (
        <div className={styles.link}>
          <CopyField
            label={t`Opens the form with ${name}`}
            hint={t`As a bookmark, on your home screen or in a calendar. A reminder can open it, too.`}
            value={linkOf(id)}
          />
        </div>
      )}
    </>
  );
}
