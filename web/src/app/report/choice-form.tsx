import { t } from '@lingui/core/macro';
import { useId, type ReactNode } from 'react';
import { Checkbox } from '../../components/forms/choices/checkbox';
import { Choice } from '../../components/forms/choices/choice';
import { Field, SelectField, TextField } from '../../components/forms/field';
import { lengthProblem } from '../../components/forms/text-rules';
import { useTags } from '../../features/journal/api/list-tags';
import { yearInDigits } from '../../lib/dates/calendar';
import type { Measure } from '../../lib/measures/measures';
import type { Entry } from '../../lib/entry/entry';
import { type Choices, isTooLong, type Kind, type Part, type Span, SPANS, toggled } from './choices';
import { EntryPicker } from './entry-picker';
import { InsightPicker } from './insight-picker';
import styles from './report.module.css';

interface ChoiceFormProps {
  kind: Kind;
  userId: string;
  choices: Choices;
  change: (some: Partial<Choices>) => void;
  /** The years that can be printed, the latest first. */
  years: readonly number[];
  /** What can be on the paper beside the mood. */
  measures: readonly Measure[];
  /** The ids of those that are on it. */
  chosenMeasures: readonly string[];
  /** Of the days, as far as they are loaded. */
  entries: readonly Entry[];
}

/** The longest note, in characters: about half a page. */
const NOTE_MAX = 1_500;

/** What is on the paper. */
export function ChoiceForm({ kind, choices, change, years, entries, ...rest }: ChoiceFormProps) {
  return (
    <form
      className={styles.choices}
      aria-label={t`What is on the paper`}
      onSubmit={(event) => event.preventDefault()}
    >
      {kind === 'book' ? (
        <SelectField
          label={t`Year`}
          value={choices.year || years[0]}
          onChange={({ target }) => change({ year: Number(target.value), chosen: [] })}
        >
          {years.map((year) => (
            <option key={year} value={year}>
              {yearInDigits(year)}
            </option>
          ))}
        </SelectField>
      ) : (
        <Days choices={choices} change={change} />
      )}
      <Contents kind={kind} choices={choices} change={change} {...rest} />
      <Choice
        legend={t`Entries`}
        hint={kind === 'report' && choices.entries === 'none' ? t`None unless you choose them.` : undefined}
        options={[
          { value: 'none', label: t({ message: 'None', context: 'entries' }) },
          { value: 'chosen', label: t({ message: 'Some', context: 'entries' }) },
          { value: 'all', label: t({ message: 'All', context: 'entries' }) },
        ]}
        value={choices.entries}
        onChange={(entriesShown) => change({ entries: entriesShown })}
      />
      {choices.entries === 'chosen' && <EntryPicker entries={entries} choices={choices} change={change} />}
      {choices.entries !== 'none' && (
        <Checkbox
          label={t`Photos of these entries`}
          checked={choices.photos}
          onChange={({ target }) => change({ photos: target.checked })}
        />
      )}
      <Names userId={rest.userId} choices={choices} change={change} />
      <Field label={t`A note from you`} error={lengthProblem(choices.note, NOTE_MAX)}>
        {(wiring) => (
          <textarea
            dir="auto"
            rows={3}
            value={choices.note}
            onChange={({ target }) => change({ note: target.value })}
            {...wiring}
          />
        )}
      </Field>
      <Choice
        legend={t`Paper`}
        options={[
          { value: 'a4', label: 'A4' },
          { value: 'letter', label: 'Letter' },
        ]}
        value={choices.paper}
        onChange={(paper) => change({ paper })}
      />
    </form>
  );
}

type ChangeProps = Pick<ChoiceFormProps, 'choices' | 'change'>;

function spanInWords(span: Span): string {
  switch (span) {
    case 'weeks':
      return t`Last 4 weeks`;
    case 'quarter':
      return t`Last 3 months`;
    case 'year':
      return t`This year`;
    case 'own':
      return t({ message: 'Other days', comment: 'A range that the user chooses' });
  }
}

function daysProblem(from: string, to: string): string | undefined {
  if (from === '' || to === '') return undefined;
  if (to < from) return t`The last day comes before the first`;
  return isTooLong(from, to) ? t`At most ten years` : undefined;
}

function Days({ choices, change }: ChangeProps) {
  const { span, from, to } = choices;
  return (
    <>
      <Choice
        legend={t`From when`}
        options={SPANS.map((value) => ({ value, label: spanInWords(value) }))}
        value={span}
        onChange={(value) => change({ span: value })}
      />
      {span === 'own' && (
        <div className={styles.dates}>
          <TextField
            label={t`Date From`}
            type="date"
            value={from}
            onChange={({ target }) => change({ from: target.value })}
          />
          <TextField
            label={t`Date To`}
            type="date"
            value={to}
            error={daysProblem(from, to)}
            onChange={({ target }) => change({ to: target.value })}
          />
        </div>
      )}
    </>
  );
}

type ContentsProps = Pick<ChoiceFormProps, 'kind' | 'choices' | 'change' | 'measures' | 'chosenMeasures'>;

function Contents({ kind, choices, change, measures, chosenMeasures }: ContentsProps) {
  const part = (name: Part, label: string) => (
    <Checkbox
      label={label}
      checked={choices.parts.includes(name)}
      onChange={() => change({ parts: toggled(choices.parts, name) })}
    />
  );
  return (
    <Group legend={t`What is on it`}>
      {part('mood', t`Mood over time`)}
      {measures.map(({ _id, name }) => (
        <Checkbox
          key={_id}
          label={name}
          checked={chosenMeasures.includes(_id)}
          onChange={() =>
            // One without values in these days stays chosen for others.
            change({
              measures: toggled(choices.measures === 'first' ? chosenMeasures : choices.measures, _id),
            })
          }
        />
      ))}
      {part('weather', t`Weather and tags`)}
      {part('together', t`What goes together`)}
      {kind === 'report' && <InsightPicker choices={choices} change={change} />}
    </Group>
  );
}

function Names({ userId, choices, change }: ChangeProps & { userId: string }) {
  const tags = useTags(userId).data ?? [];
  return (
    <>
      <Choice
        legend={t`Your name`}
        options={[
          { value: 'full', label: t({ message: 'In full', comment: 'How the own name is written' }) },
          { value: 'initials', label: t({ message: 'Initials', comment: 'How the own name is written' }) },
          { value: 'none', label: t({ message: 'Not at all', comment: 'How the own name is written' }) },
        ]}
        value={choices.name}
        onChange={(name) => change({ name })}
      />
      {tags.length > 0 && (
        <details className={styles.tags}>
          <summary>{t`Tags to leave out`}</summary>
          {tags.map(({ tag }) => (
            <Checkbox
              key={tag}
              label={tag}
              checked={choices.hiddenTags.includes(tag)}
              onChange={() => change({ hiddenTags: toggled(choices.hiddenTags, tag) })}
            />
          ))}
        </details>
      )}
      <p className={styles.quiet}>
        {t`Names inside your entries and your note are not hidden. They stay as you wrote them.`}
      </p>
    </>
  );
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={styles.group}>
      <p id={id} className={styles.legend}>
        {legend}
      </p>
      {children}
    </div>
  );
}
