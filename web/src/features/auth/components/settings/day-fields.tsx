import { t } from '@lingui/core/macro';
import { DAY_ENDS_AT_MAX } from '@inner-weather/domain/time/local-time';
import { LANGUAGE_TAGS, LANGUAGES, type Language } from '@inner-weather/languages/languages';
import { useFormContext } from 'react-hook-form';
import { isolate } from '../../../../lib/language/isolate';
import { SelectField } from '../../../../components/forms/field';
import { ZoneOptions } from '../../../../components/forms/zone-options';
import type { Profile } from '../../../../lib/account/profile';
import { deviceTimeZone, isDeviceZoneKnown } from '../../../../lib/dates/zone';
import { timeZoneInWords } from '../../../../lib/dates/time-zones';
import { dateFormat } from '../../../../lib/language/formats';
import { currentLanguage } from '../../../../lib/language/language';
import type { ProfileChanges } from '../../api/profile';

/** The fields' values. An empty time zone means that of the device. */
export interface DayValues {
  timeZone: string;
  dayEndsAt: string;
  language: Language;
}

/** When the days of the user begin and end, and their language, registered with the form around them. */
export function DayFields({ chosenZone }: { chosenZone: string | null | undefined }) {
  const { register, formState } = useFormContext<DayValues>();
  const { errors } = formState;
  return (
    <>
      <SelectField
        label={t`Time zone`}
        hint={t`When your days begin and end. Entries keep the day on which you lived them.`}
        error={errors.timeZone?.message}
        {...register('timeZone')}
      >
        <option value="">{asThisDevice()}</option>
        <ZoneOptions chosen={chosenZone} />
      </SelectField>
      <SelectField
        label={t`My day ends at`}
        hint={t`What you write before this hour counts for the day before.`}
        error={errors.dayEndsAt?.message}
        {...register('dayEndsAt')}
      >
        {DAY_ENDS.map((hour) => (
          <option key={hour} value={hour}>
            {hour === 0 ? t`Midnight` : hourInWords(hour)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t`Language`}
        hint={t`The language of the page, mails and insights.`}
        error={errors.language?.message}
        {...register('language')}
      >
        {LANGUAGE_TAGS.map((tag) => (
          <option key={tag} value={tag} lang={tag}>
            {LANGUAGES[tag]}
          </option>
        ))}
      </SelectField>
    </>
  );
}

export const dayValuesOf = ({ timeZone, dayEndsAt = 0, language }: Profile): DayValues => ({
  timeZone: timeZone ?? '',
  dayEndsAt: String(dayEndsAt),
  // An older account has none until it is saved here.
  language: language ?? currentLanguage(),
});

export const changesOfDay = ({ timeZone, dayEndsAt, language }: DayValues): ProfileChanges => ({
  timeZone: timeZone || null,
  dayEndsAt: Number(dayEndsAt),
  language,
});

const DAY_ENDS = Array.from({ length: DAY_ENDS_AT_MAX + 1 }, (_, hour) => hour);

/** `3:00`, or `3:00 AM`. */
const hourInWords = (hour: number): string =>
  dateFormat({ hour: 'numeric', minute: '2-digit' }).format(new Date(Date.UTC(2026, 0, 1, hour)));

function asThisDevice(): string {
  const zone = isolate(timeZoneInWords(deviceTimeZone()));
  return isDeviceZoneKnown()
    ? t`As this device: ${zone}`
    : t`As this device: ${zone}, because it names no time zone`;
}
