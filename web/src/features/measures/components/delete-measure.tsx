import { LIMITS } from '@inner-weather/domain/limits';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../components/forms/button';
import { ConfirmDialog } from '../../../components/page/confirm-dialog';
import { messageOf } from '../../../lib/api/api-error';
import { addDays } from '../../../lib/dates/calendar';
import { useToday } from '../../../lib/dates/today';
import { isolate } from '../../../lib/language/isolate';
import { useMeasured } from '../../../lib/measures/measured';
import { type Measure, useDeleteMeasure } from '../../../lib/measures/measures';

/** Deletes an archived measure, after saying on how many days its values go with it. */
export function DeleteMeasure({ measure }: { measure: Measure }) {
  const remove = useDeleteMeasure();
  const [isAsking, setIsAsking] = useState(false);
  const days = useDaysOf(measure, isAsking);
  const name = isolate(measure.name);
  return (
    <ConfirmDialog
      trigger={
        <Button variant="plainDanger" aria-label={t`Delete ${name}`}>
          <Trans>Delete</Trans>
        </Button>
      }
      title={t`Delete ${name}?`}
      text={textOf(days)}
      confirmLabel={t`Delete it with its values`}
      open={isAsking}
      busy={remove.isPending}
      error={remove.isError ? messageOf(remove.error) : undefined}
      onOpenChange={setIsAsking}
      onConfirm={() => remove.mutate(measure._id, { onSuccess: () => setIsAsking(false) })}
    />
  );
}

/** The days with a value within the longest range that can be asked for; undefined until that is known. */
function useDaysOf({ _id }: Measure, isWanted: boolean): number | undefined {
  const last = addDays(useToday(), 1);
  const { data } = useMeasured(addDays(last, 1 - LIMITS.statisticsDaysMax), last, isWanted);
  return data && (data.measures.find((one) => one._id === _id)?.days.length ?? 0);
}

/** What a deletion says first. */
export function textOf(days: number | undefined): string {
  if (days === undefined)
    return t`All of its values are deleted, too, in every entry. They cannot be brought back. Your words and moods stay.`;
  if (days === 0) return t`It has no values in the last ten years. It cannot be brought back.`;
  return plural(days, {
    one: 'Its value of # day is deleted, too. It cannot be brought back. Your words and moods stay.',
    other: 'Its values of # days are deleted, too. They cannot be brought back. Your words and moods stay.',
  });
}
