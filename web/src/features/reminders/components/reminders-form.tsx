import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '../../../components/forms/button';
import { Checkbox } from '../../../components/forms/choices/checkbox';
import { SelectField, TextField } from '../../../components/forms/field';
import { Notice } from '../../../components/page/notice';
import { momentInWords } from '../../../lib/dates/dates';
import { useOwnBeginnings } from '../../../lib/beginnings/beginnings';
import { templatesOf } from '../../../lib/beginnings/templates';
import { deviceTimeZone } from '../../../lib/dates/zone';
import { useWeekStart, weekdayInWords, weekdaysFrom } from '../../../lib/dates/week-start';
import { reasonOf } from '../../../lib/api/unreachable';
import { beginningLarge } from '../../../lib/language/formats';
import { useSetReminders, type Reminders } from '../api/reminders';
import { useFollowed } from '../use-followed';
import { zoneInWords } from '../zone-in-words';
import styles from './reminders.module.css';

/** On or off, the time and the weekdays. */
export function RemindersForm({ reminders }: { reminders: Reminders }) {
  const set = useSetReminders();
  const weekStart = useWeekStart();
  const [{ on, time, weekdays, template }, choose] = useFollowed({
    on: reminders.on,
    time: reminders.time,
    weekdays: reminders.weekdays,
    template: reminders.template ?? '',
  });
  const templates = templatesOf(useOwnBeginnings().own);
  const isGone = template !== '' && !templates.some(({ id }) => id === template);
  const next = reminders.nextAt && momentInWords(reminders.nextAt);
  const turn = (weekday: number) =>
    choose({
      weekdays: weekdays.includes(weekday)
        ? weekdays.filter((one) => one !== weekday)
        : [...weekdays, weekday].sort(),
    });
  const submit = () => {
    if (!set.isPending)
      set.mutate({ on, time, weekdays, timeZone: deviceTimeZone(), template: template || null });
  };
  return (
    <form
      noValidate
      className={styles.part}
      onChange={() => set.isSuccess && set.reset()}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Checkbox label={t`Remind me`} checked={on} onChange={() => choose({ on: !on })} />
      <TextField
        label={t({ message: 'At', context: 'time of a reminder' })}
        type="time"
        dir="ltr"
        value={time}
        hint={zoneInWords(reminders)}
        onChange={({ target }) => choose({ time: target.value })}
      />
      <fieldset className={styles.weekdays}>
        <legend className={styles.label}>{t({ message: 'On', context: 'weekdays of a reminder' })}</legend>
        {weekdaysFrom(weekStart).map((weekday) => (
          <Checkbox
            key={weekday}
            label={beginningLarge(weekdayInWords(weekday))}
            checked={weekdays.includes(Number(weekday))}
            onChange={() => turn(Number(weekday))}
          />
        ))}
      </fieldset>
      <SelectField
        label={t({ message: 'Opens', context: 'a reminder' })}
        value={template}
        onChange={({ target }) => choose({ template: target.value })}
      >
        <option value="">{t`The journal`}</option>
        {templates.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {isGone && <option value={template}>{t`A template that is not offered`}</option>}
      </SelectField>
      {set.isError && <Notice tone="error">{reasonOf(set.error)}</Notice>}
      <div>
        <Button type="submit" busy={set.isPending}>
          <Trans>Save reminders</Trans>
        </Button>
      </div>
      {set.isSuccess && (
        <Notice tone="success">
          <Trans>Your reminders have been saved.</Trans>
        </Notice>
      )}
      {next && (
        <p className={styles.hint}>
          <Trans>The next one: {next}, unless you write before.</Trans>
        </p>
      )}
    </form>
  );
}
