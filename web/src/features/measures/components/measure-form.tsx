import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { MEASURE_LIMITS } from '@inner-weather/domain/measures/measures';
import { useState } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { Checkbox } from '../../../components/forms/choices/checkbox';
import { FormEnd } from '../../../components/forms/form-end';
import { Choice } from '../../../components/forms/choices/choice';
import { SelectField, TextField } from '../../../components/forms/field';
import { beyondFields, showAtFields } from '../../../components/forms/form-errors';
import { requiredText } from '../../../components/forms/text-rules';
import MeasureRows from '../../../components/measures/measure-rows';
import { MeasurePicture, PICTURES } from '../../../components/measures/measure-picture';
import { type Measure, usePutMeasure } from '../../../lib/measures/measures';
import { withValue } from '../../../lib/measures/with-value';
import { ForScripts } from './for-scripts';
import styles from './measures.module.css';
import { asking, daySums, kinds } from './words';

interface MeasureFormProps {
  measure: Measure;
  isNew: boolean;
  onDone: () => void;
}

/** Defines a measure, with a preview that can be tried. */
export function MeasureForm({ measure, isNew, onDone }: MeasureFormProps) {
  const put = usePutMeasure();
  const form = useForm<Measure>({ defaultValues: measure });
  const [tried, setTried] = useState({});
  const shown = { ...measure, ...useWatch({ control: form.control }) };
  const { field: picture } = useController({ name: 'picture', control: form.control });
  const { field: daySum } = useController({ name: 'daySum', control: form.control });
  const { field: askedOn } = useController({ name: 'askedOn', control: form.control });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (written) => {
    try {
      await put.mutateAsync({ ...written, unit: written.kind === 'number' ? written.unit : '' });
      onDone();
    } catch (error) {
      showAtFields(form, error);
    }
  });
  const general = beyondFields(form, put.error);
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <div className={styles.preview}>
        <MeasureRows
          key={shown.kind}
          measures={[{ ...shown, name: shown.name || t`Preview` }]}
          values={tried}
          onChange={(id, value) => setTried(withValue(tried, id, value))}
        />
      </div>
      <TextField
        label={t({ message: 'Name', context: 'measure' })}
        autoFocus
        error={errors.name?.message}
        {...form.register('name', {
          validate: requiredText(MEASURE_LIMITS.nameMax, t`Give it a name.`),
        })}
      />
      <SelectField
        label={t`What it counts`}
        disabled={!isNew}
        hint={
          isNew
            ? t`It cannot be changed later, so that old values keep their meaning.`
            : t`It stays, so that old values keep their meaning. For another one, archive this measure.`
        }
        {...form.register('kind')}
      >
        {kinds().map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {shown.kind === 'number' && (
        <TextField
          label={t`Unit`}
          hint={t`Such as kg, cups or steps. It may be empty.`}
          error={errors.unit?.message}
          {...form.register('unit')}
        />
      )}
      {shown.kind === 'duration' && (
        <p className={styles.hint}>
          <Trans>A night belongs to the day on which you wake up.</Trans>
        </p>
      )}
      <fieldset>
        <legend className={styles.legend}>
          <Trans>Picture</Trans>
        </legend>
        <div className={styles.pictures}>
          {Object.keys(PICTURES).map((name) => (
            <button
              key={name}
              type="button"
              className={styles.picture}
              aria-label={pictureInWords(name)}
              aria-pressed={name === picture.value}
              onClick={() => picture.onChange(name)}
            >
              <MeasurePicture picture={name} />
            </button>
          ))}
        </div>
      </fieldset>
      <Choice
        legend={t`When a day has several values, it counts`}
        options={daySums()}
        value={daySum.value}
        onChange={daySum.onChange}
      />
      <Choice legend={t`Asked`} options={asking()} value={askedOn.value} onChange={askedOn.onChange} />
      {!isNew && (
        <Checkbox
          label={t`Archived: not asked any more, and its values stay`}
          {...form.register('archived')}
        />
      )}
      {!isNew && <ForScripts measure={measure} />}
      <FormEnd problem={general} isBusy={put.isPending} onCancel={onDone} />
    </form>
  );
}

function pictureInWords(name: string): string {
  const words: Record<string, string> = {
    moon: t`Moon`,
    bolt: t`Lightning`,
    cup: t`Cup`,
    pill: t`Pill`,
    wave: t`Waves`,
    heart: t`Heart`,
    drop: t`Drop`,
    steps: t`Footsteps`,
  };
  return words[name] ?? name;
}
