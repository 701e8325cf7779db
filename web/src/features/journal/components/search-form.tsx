import { useForm } from 'react-hook-form';
import { Button } from '../../../components/button';
import { TextField } from '../../../components/field';
import type { DayRange } from '../api/entry';
import styles from './entry-search.module.css';

/** Both days are needed and in order; the browser's own date picker gives YYYY-MM-DD. */
export function SearchForm({ range, onSearch }: { range: DayRange; onSearch: (range: DayRange) => void }) {
  const form = useForm<DayRange>({ defaultValues: range });
  const { errors } = form.formState;
  return (
    <form
      noValidate
      className={styles.form}
      aria-label="Search entries"
      onSubmit={(event) => void form.handleSubmit(onSearch)(event)}
    >
      <TextField
        label="Date From"
        type="date"
        required
        error={errors.startDate?.message}
        {...form.register('startDate', { required: 'Choose the first day' })}
      />
      <TextField
        label="Date To"
        type="date"
        required
        error={errors.endDate?.message}
        {...form.register('endDate', {
          required: 'Choose the last day',
          validate: (endDate, { startDate }) =>
            !startDate || startDate <= endDate || 'The last day comes before the first',
        })}
      />
      <Button type="submit" className={styles.submit}>
        Search
      </Button>
    </form>
  );
}
