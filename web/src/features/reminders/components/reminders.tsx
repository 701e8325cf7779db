import { t } from '@lingui/core/macro';
import { QueryError } from '../../../components/page/query-error';
import { Section } from '../../../components/page/section';
import { Skeleton } from '../../../components/page/skeleton';
import { useReminders } from '../api/reminders';
import { CalendarLink } from './calendar-link';
import { RemindedDevices } from './reminded-devices';
import { RemindersForm } from './reminders-form';
import { WeeklyLetter } from './weekly-letter';
import styles from './reminders.module.css';

/** When to be reminded, on which devices, and the calendar in their place. */
export function Reminders({ title }: { title: string }) {
  const query = useReminders();
  return (
    <Section
      title={title}
      intro={t`A quiet question at a time of your choice, on days when you have not written yet.`}
    >
      {query.isPending && <Skeleton width="60%" height="1.25rem" />}
      <QueryError query={query} />
      {query.data && (
        <div className={styles.parts}>
          <RemindersForm reminders={query.data} />
          <RemindedDevices reminders={query.data} />
          <WeeklyLetter letter={query.data.letter} />
          <CalendarLink reminders={query.data} />
        </div>
      )}
    </Section>
  );
}
