import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMemo } from 'react';
import { Checkbox } from '../../../components/forms/checkbox';
import { Choice } from '../../../components/forms/choice';
import { CityField } from '../../../components/forms/city-field';
import { SelectField } from '../../../components/forms/field';
import { ZoneOptions } from '../../../components/forms/zone-options';
import { dayInWords } from '../../../lib/dates/dates';
import { optionsOf } from '../understand/files/reading';
import { type Choices, isWanted } from '../understand/to-entries';
import type { Optional, Understood, When } from '../understand/understood';
import { isLocalTime, localOf } from '../understand/dates/when';
import { optionalInWords } from '../words';
import styles from './import.module.css';

interface WhereAndWhenProps {
  understood: Understood;
  choices: Choices;
  onChange: (part: Partial<Choices>) => void;
  lookUpWeather: boolean;
  onLookUpWeather: (value: boolean) => void;
}

type Numbers = Extract<When, { numbers: unknown }>;

const isOpen = (when: When): when is Numbers => 'numbers' in when;

/** Whether the file has dates such as 03/04/2024, of which only the person knows the order. */
export const needsOrder = ({ entries }: Understood): boolean => entries.some(({ when }) => isOpen(when));

const hasNoZone = (when: When): boolean =>
  !('zone' in when && when.zone !== undefined) && !('offset' in when && when.offset !== undefined);

/** What only the person can know: the zone, the city, the order of dates, and which entries come along. */
export function WhereAndWhen({
  understood,
  choices,
  onChange,
  lookUpWeather,
  onLookUpWeather,
}: WhereAndWhenProps) {
  const asked = useMemo(() => askedOf(understood), [understood]);
  const { order } = asked;
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
        {order && (
          <Choice
            legend={orderQuestion(order)}
            options={[true, false].map((isDayFirst) => ({
              value: String(isDayFirst),
              label: dayInWords(localOf(order, isDayFirst).slice(0, 10)),
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
            checked={isWanted(kind, understood, choices)}
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

function orderQuestion({ numbers }: Numbers): string {
  const date = numbers.join('/');
  return t`Which day is ${date}?`;
}

function askedOf({ entries }: Understood) {
  const foreign = entries.filter(({ own }) => !own);
  const optional = new Map<Optional, number>();
  for (const kind of foreign.flatMap(optionsOf)) optional.set(kind, (optional.get(kind) ?? 0) + 1);
  const order = foreign
    .map(({ when }) => when)
    .filter(isOpen)
    // An example that exists in both orders.
    .find((when) => isLocalTime(localOf(when, true)) && isLocalTime(localOf(when, false)));
  return {
    zone: foreign.some(({ when }) => hasNoZone(when)),
    city: foreign.some(({ city }) => city === undefined),
    weather: entries.some(({ weather, own }) => weather === undefined && !own?.weatherData),
    optional: [...optional],
    order,
  };
}
