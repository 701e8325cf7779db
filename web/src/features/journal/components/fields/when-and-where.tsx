import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { PlacedMinute } from '@inner-weather/domain/time/local-time';
import { useId, useState } from 'react';
import { useController, type UseFormReturn } from 'react-hook-form';
import { Button } from '../../../../components/forms/button';
import { LIMITS } from '@inner-weather/domain/limits';
import { CityField } from '../../../../components/forms/place/city-field';
import { requiredText } from '../../../../components/forms/text-rules';
import { TextField } from '../../../../components/forms/field';
import { VisuallyHidden } from '../../../../components/page/visually-hidden';
import { addDays } from '../../../../lib/dates/calendar';
import { minuteInWords, placedHere, skippedInWords } from '../../../../lib/dates/dates';
import type { EntryValues } from '../../../../lib/entry/entry-values';
import { useLocalDate, useToday } from '../../../../lib/dates/today';
import styles from './when-and-where.module.css';

interface WhenAndWhereProps {
  form: UseFormReturn<EntryValues>;
  /** Whether the fields are shown from the beginning. */
  unfolded: boolean;
}

/** The time and the city of a new entry, as one line that unfolds to two fields. */
export function WhenAndWhere({ form: { control }, unfolded }: WhenAndWhereProps) {
  const id = useId();
  const localDate = useLocalDate();
  const [isOpened, setIsOpened] = useState(unfolded);
  const date = useController({
    name: 'date',
    control,
    rules: { validate: (value) => value === '' || momentProblem(value, placedHere) },
  });
  const location = useController({
    name: 'location',
    control,
    rules: { validate: requiredText(LIMITS.locationMax, t`Enter a city so we can add the weather.`) },
  });
  const [dateError, locationError] = [date.fieldState.error?.message, location.fieldState.error?.message];
  // An error must be visible.
  const open = isOpened || dateError !== undefined || locationError !== undefined;
  const minute = date.field.value;
  // At one in the morning, today may be the day that has not ended.
  const yesterday = addDays(useToday(), -1);
  return (
    <div className={styles.fold}>
      <div className={styles.ways}>
        <Button
          className={styles.way}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setIsOpened(!open)}
        >
          <span>
            <VisuallyHidden>
              <Trans>When and where:</Trans>{' '}
            </VisuallyHidden>
            {minute === ''
              ? t({ message: 'Now', comment: 'The time of a new entry' })
              : minuteInWords(minute)}{' '}
            · <bdi>{location.field.value}</bdi>
          </span>
        </Button>
        <Button
          className={styles.yesterday}
          aria-pressed={minute.startsWith(yesterday)}
          onClick={() => {
            date.field.onChange(minute.startsWith(yesterday) ? '' : `${yesterday}T12:00`);
            setIsOpened(true);
          }}
        >
          {t({ message: 'Yesterday', comment: 'Writes a new entry for that day' })}
        </Button>
      </div>
      {open && (
        <div id={id} className={styles.fields}>
          <TextField
            label={t`Date and time`}
            type="datetime-local"
            max={`${localDate}T23:59`}
            hint={(minute && skippedInWords(minute, placedHere(minute))) || t`Empty means now.`}
            error={dateError}
            {...date.field}
          />
          <CityField label={t`City`} error={locationError} {...location.field} />
        </div>
      )}
    </div>
  );
}

/**
 * True for a time that an entry can have, otherwise the problem.
 * @param minute YYYY-MM-DDTHH:mm
 * @param place converts a local minute to a moment
 */
export function momentProblem(minute: string, place: (minute: string) => PlacedMinute): true | string {
  if (Number.isNaN(Date.parse(minute)) || minute < '1900-01-01') return t`Choose a day from 1900 on.`;
  return place(minute).moment <= Date.now() || t`This moment is still to come.`;
}
