import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { Button } from '../../../components/forms/button';
import { Checkbox } from '../../../components/forms/choices/checkbox';
import { SelectField, TextField } from '../../../components/forms/field';
import { Notice } from '../../../components/page/notice';
import { useEmailProof } from '../../../lib/account/email-proof';
import { reasonOf } from '../../../lib/api/unreachable';
import { momentInWords } from '../../../lib/dates/dates';
import { deviceTimeZone } from '../../../lib/dates/zone';
import { useWeekStart, weekdayInWords, weekdaysFrom } from '../../../lib/dates/week-start';
import { beginningLarge } from '../../../lib/language/formats';
import { useSetLetter, type Letter } from '../api/reminders';
import { useFollowed } from '../use-followed';
import { zoneInWords } from '../zone-in-words';
import styles from './reminders.module.css';

type Choices = Omit<Letter, 'nextAt' | 'timeZone'>;

/** The letter each week: on or off, when, and whether it comes by mail. */
export function WeeklyLetter({ letter }: { letter: Letter }) {
  const set = useSetLetter();
  const weekStart = useWeekStart();
  const { nextAt, timeZone: _timeZone, ...saved } = letter;
  const [choices, choose] = useFollowed<Choices>(saved);
  const next = nextAt && momentInWords(nextAt);
  return (
    <form
      noValidate
      className={styles.part}
      onChange={() => set.isSuccess && set.reset()}
      onSubmit={(event) => {
        event.preventDefault();
        if (!set.isPending) set.mutate({ ...choices, timeZone: deviceTimeZone() });
      }}
    >
      <h3 className={styles.label}>
        <Trans>A letter each week</Trans>
      </h3>
      <p>
        <Trans>
          An insight into your last seven days, written automatically the way you chose for insights. It
          appears on your insights page, and your devices tell you. A week without an entry gets no letter.
        </Trans>
      </p>
      <Checkbox
        label={t`Write me a letter each week`}
        checked={choices.on}
        onChange={() => choose({ on: !choices.on })}
      />
      <SelectField
        label={t`Day of the letter`}
        value={choices.weekday}
        onChange={({ target }) => choose({ weekday: Number(target.value) })}
      >
        {weekdaysFrom(weekStart).map((one) => (
          <option key={one} value={one}>
            {beginningLarge(weekdayInWords(one))}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t`Time of the letter`}
        type="time"
        dir="ltr"
        value={choices.time}
        hint={zoneInWords(letter)}
        onChange={({ target }) => choose({ time: target.value })}
      />
      <ByMail choices={choices} onChoose={choose} />
      {set.isError && <Notice tone="error">{reasonOf(set.error)}</Notice>}
      <div>
        <Button type="submit" busy={set.isPending}>
          <Trans>Save the letter</Trans>
        </Button>
      </div>
      {set.isSuccess && (
        <Notice tone="success">
          <Trans>Your choice has been saved.</Trans>
        </Notice>
      )}
      {next && (
        <p className={styles.hint}>
          <Trans>The next letter: {next}, if you have written by then.</Trans>
        </p>
      )}
    </form>
  );
}

interface ByMailProps {
  choices: Choices;
  onChoose: (changes: Partial<Choices>) => void;
}

/** Whether a mail comes, and what it says; a sentence where none can come. */
function ByMail({ choices: { byMail, wordsInMail }, onChoose }: ByMailProps) {
  const { data: proof } = useEmailProof();
  const hint = useId();
  if (!proof) return null;
  const { email } = proof;
  if (!proof.needed) {
    return (
      <p className={styles.hint}>
        <Trans>It cannot come by mail, because this installation sends none.</Trans>
      </p>
    );
  }
  if (!proof.proved) {
    return (
      <p className={styles.hint}>
        <Trans>It can also come by mail once you have confirmed your email address.</Trans>
      </p>
    );
  }
  return (
    <>
      <Checkbox
        label={t`Tell me by mail, too`}
        checked={byMail}
        onChange={() => onChoose({ byMail: !byMail })}
      />
      {byMail && (
        <>
          <Checkbox
            label={t`With what I wrote in it`}
            checked={wordsInMail}
            aria-describedby={hint}
            onChange={() => onChoose({ wordsInMail: !wordsInMail })}
          />
          <p id={hint} className={styles.hint}>
            {wordsInMail ? (
              <Trans>
                The mail to <bdi>{email}</bdi> has the whole letter, which may quote your entries. Mail is not
                encrypted all the way, and your mail provider can read it.
              </Trans>
            ) : (
              <Trans>
                The mail to <bdi>{email}</bdi> has a link to the letter and none of your words.
              </Trans>
            )}
          </p>
        </>
      )}
    </>
  );
}
