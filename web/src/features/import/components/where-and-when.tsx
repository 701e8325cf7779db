import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Checkbox } from '../../../components/forms/choices/checkbox';
import { Choice } from '../../../components/forms/choices/choice';
import { CityField } from '../../../components/forms/place/city-field';
import { SelectField } from '../../../components/forms/field';
import { ZoneOptions } from '../../../components/forms/zone-options';
import { dayInWords } from '../../../lib/dates/dates';
import { type Choices, isWanted } from '../understand/to-entries';
import { localOf } from '../understand/dates/when';
import type { DayInNumbers, Overview } from '../understand/overview';
import { optionalInWords } from '../words';
import styles from './import.module.css';

interface WhereAndWhenProps {
  overview: Overview;
  choices: Choices;
  onChange: (part: Partial<Choices>) => void;
  lookUpWeather: boolean;
  onLookUpWeather: (value: boolean) => void;
}

/** What only the person can know: the zone, the city, the order of dates, and which entries come along. */
export function WhereAndWhen({
  overview,
  choices,
  onChange,
  lookUpWeather,
  onLookUpWeather,
}: WhereAndWhenProps) {
  const { asked } = overview;
  const { example } = asked;
  if (!asked.zone && !asked.city && !asked.weather && asked.optional.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2>
        <Trans>Where and when</Trans>
      </h2>
      <div className={styles.fields}>
        {asked.zone && (
          <SelectField
            label={t`Time zone of these entries`}
            value={choices.zone}
            onChange={({ currentTarget }) => onChange({ zone: currentTarget.value })}
          >
            <ZoneOptions chosen={choices.zone} />
          </SelectField>
        )}
        {example && (
          <Choice
            legend={orderQuestion(example)}
            options={[true, false].map((isDayFirst) => ({
              value: String(isDayFirst),
              label: dayInWords(localOf(example, isDayFirst).slice(0, 10)),
            }))}
            value={String(choices.isDayFirst)}
            onChange={(value) => onChange({ isDayFirst: value === 'true' })}
          />
        )}
        {asked.city && (
          <CityField
            label={t`City of entries that have none`}
            value={choices.city}
            onChange={(city) => onChange({ city })}
          />
        )}
        {asked.optional.map(([kind, count]) => (
          <Checkbox
            key={kind}
            label={optionalInWords(kind, count)}
            checked={isWanted(kind, overview, choices)}
            onChange={({ currentTarget }) =>
              onChange({ optional: { ...choices.optional, [kind]: currentTarget.checked } })
            }
          />
        ))}
        {asked.weather && (
          <Checkbox
            label={t`Look up the weather of these days. Their cities and dates go to the weather service, no words.`}
            checked={lookUpWeather}
            onChange={({ currentTarget }) => onLookUpWeather(currentTarget.checked)}
          />
        )}
      </div>
    </section>
  );
}

function orderQuestion({ numbers }: DayInNumbers): string {
  const date = numbers.join('/');
  return t`Which day is ${date}?`;
}
