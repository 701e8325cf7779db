import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type PlacedMinute, toLocalText } from '@inner-weather/domain/time/local-time';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Button } from '../../../../components/forms/button';
import { acceptedNow } from '../../../../lib/api/server-clock';
import { minuteIn, minuteInWords } from '../../../../lib/dates/dates';
import type { EntryValues } from '../../../../lib/entry/entry-values';
import { isolate } from '../../../../lib/language/isolate';
import { momentProblem } from '../fields/when-and-where';
import { useCityNear } from './city-near';
import styles from './photo-field.module.css';
import type { Taken } from '../../../../components/photos/taken';

const MINUTE_MS = 60_000;
/** Weather is looked up by the hour, so a smaller difference is not worth a question. */
const SAME_TIME_MS = 60 * MINUTE_MS;

interface TakenOfferProps {
  taken: Taken;
  form: UseFormReturn<EntryValues>;
  /** Converts a local minute of the entry to a moment. */
  place: (minute: string) => PlacedMinute;
}

/** Offers the time and the city at which a photo was taken. It asks once in the life of a form. */
export function TakenOffer({ taken, form, place }: TakenOfferProps) {
  const [isAnswered, setIsAnswered] = useState(false);
  const [date, location] = useWatch({ control: form.control, name: ['date', 'location'] });
  const near = useCityNear(taken.where);
  const minute = minuteOf(taken, place);
  const moment = date === '' ? acceptedNow() : place(date).moment;
  const isNewTime =
    minute !== undefined &&
    momentProblem(minute, place) === true &&
    Math.abs(place(minute).moment - moment) >= SAME_TIME_MS;
  const time = isNewTime ? minute : undefined;
  const city = near && near !== location.trim() ? near : undefined;
  if (isAnswered || near === undefined || (time === undefined && city === undefined)) return null;

  const end = () => {
    setIsAnswered(true);
    // The buttons go.
    form.setFocus('content');
  };
  const use = () => {
    const options = { shouldDirty: true, shouldValidate: true };
    if (time !== undefined) form.setValue('date', time, options);
    if (city !== undefined) form.setValue('location', city, options);
    end();
  };
  return (
    <div role="status" className={styles.offer}>
      <span>
        <Question time={time && minuteInWords(time)} city={city && isolate(city)} />
      </span>
      <span className={styles.row}>
        <Button variant="plain" onClick={use}>
          {t({ message: 'Yes', comment: 'Uses the time and place of a photo for the entry' })}
        </Button>
        <Button variant="plain" onClick={end}>
          {t({ message: 'No', comment: 'Does not use the time and place of a photo for the entry' })}
        </Button>
      </span>
    </div>
  );
}

function Question({ time, city }: { time?: string; city?: string }) {
  if (time === undefined) return <Trans>Taken near {city}. Use it?</Trans>;
  if (city === undefined) return <Trans>Taken on {time}. Use it?</Trans>;
  return (
    <Trans>
      Taken on {time}, near {city}. Use it?
    </Trans>
  );
}

/**
 * The minute on the clocks of the entry. A camera that wrote no offset is read as if it had shown their time.
 * @returns undefined if the photo says no time
 */
function minuteOf({ minute, offset }: Taken, place: TakenOfferProps['place']): string | undefined {
  if (minute === undefined || offset === undefined) return minute;
  const moment = Date.parse(`${minute}Z`) - offset * MINUTE_MS;
  return minuteIn(toLocalText(moment, place(minute).offset));
}
