import { t } from '@lingui/core/macro';
import type { MeasureKind } from '@inner-weather/domain/measures/measures';
import { useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { SelectField, TextField } from '../../../../components/forms/field';
import { inField, ofField } from '../../../../lib/measures/clock';
import type { Measure } from '../../../../lib/measures/measures';
import type { DayRange } from '../../../../lib/entry/entry';
import type { Wishes } from '../../search';

type FormControl = Control<DayRange & Wishes>;

/** In a bound, what cannot be read. */
const UNREADABLE = String(NaN);

interface MeasureFilterProps {
  control: FormControl;
  measures: readonly Measure[];
}

/** A measure, and the values of it that are searched. */
export default function MeasureFilter({ control, measures }: MeasureFilterProps) {
  const { field: measure } = useController({ control, name: 'measure' });
  const { field: below } = useController({ control, name: 'measureBelow' });
  const { field: from } = useController({ control, name: 'measureFrom' });
  const chosen = measures.find(({ _id }) => _id === measure.value);
  const search = (measureBelow: string, measureFrom: string) => {
    below.onChange(measureBelow);
    from.onChange(measureFrom);
  };
  return (
    <>
      <SelectField
        label={t`What you measure`}
        {...measure}
        onChange={(event) => {
          measure.onChange(event);
          search('', '');
        }}
      >
        <option value="">{t({ message: 'Anything', context: 'filter by what is measured' })}</option>
        {measures.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
        {measure.value !== '' && !chosen && (
          <option value={measure.value}>{t`A measure that is not here`}</option>
        )}
      </SelectField>
      {chosen?.kind === 'yes-no' && (
        <SelectField
          label={t`Noted as`}
          value={below.value ? 'no' : from.value ? 'yes' : ''}
          onChange={({ target }) =>
            search(target.value === 'no' ? '1' : '', target.value === 'yes' ? '1' : '')
          }
        >
          <option value="">{t`Yes or no`}</option>
          <option value="yes">{t({ message: 'Yes', context: 'measure' })}</option>
          <option value="no">{t({ message: 'No', context: 'measure' })}</option>
        </SelectField>
      )}
      {chosen && chosen.kind !== 'yes-no' && (
        <>
          <Bound
            key={`from ${chosen._id}`}
            {...{ control, kind: chosen.kind, name: 'measureFrom' }}
            label={chosen.kind === 'time' ? t`At this time or later` : t`At least`}
          />
          <Bound
            key={`below ${chosen._id}`}
            {...{ control, kind: chosen.kind, name: 'measureBelow' }}
            label={
              chosen.kind === 'time'
                ? t`Before this time`
                : t({ message: 'Under', comment: 'A value of a measure under the one that follows' })
            }
          />
        </>
      )}
    </>
  );
}

interface BoundProps {
  control: FormControl;
  name: 'measureBelow' | 'measureFrom';
  kind: MeasureKind;
  label: string;
}

function Bound({ control, name, kind, label }: BoundProps) {
  const example = inField(kind, EXAMPLES[kind] ?? 5);
  const {
    field: { ref, value, onChange, onBlur },
    fieldState: { error },
  } = useController({
    control,
    name,
    rules: { validate: (one) => one !== UNREADABLE || t`Write a value such as ${example}.` },
  });
  /** What is typed, until it is left, or as long as it cannot be read. */
  const [typed, setTyped] = useState<string>();
  const inWords = value === '' ? '' : inField(kind, Number(value));
  return (
    <TextField
      label={label}
      error={error?.message}
      placeholder={t({ message: `such as ${example}`, comment: 'An example of a value' })}
      autoComplete="off"
      ref={ref}
      value={typed ?? inWords}
      onChange={({ target }) => {
        setTyped(target.value);
        const isEmpty = target.value.trim() === '';
        onChange(isEmpty ? '' : String(ofField(kind, target.value) ?? UNREADABLE));
      }}
      onBlur={() => {
        onBlur();
        if (value !== UNREADABLE) setTyped(undefined);
      }}
    />
  );
}

/** In minutes. */
const EXAMPLES: Partial<Record<MeasureKind, number>> = { duration: 450, time: 420 };
