import { t } from '@lingui/core/macro';
import type { AskedOn, DaySumKind, MeasureKind } from '@inner-weather/domain/measures/measures';
import type { Measure } from '../../../lib/measures/measures';

/** What can be measured, and what its values are. */
export const kinds = (): { value: MeasureKind; label: string }[] => [
  { value: 'yes-no', label: t`Yes or no` },
  { value: 'scale-5', label: t`A scale from 1 to 5` },
  { value: 'scale-10', label: t`A scale from 0 to 10` },
  { value: 'number', label: t`A number` },
  { value: 'duration', label: t`Hours and minutes` },
  { value: 'time', label: t`A time of day` },
];

export function kindInWords({ kind, unit }: Pick<Measure, 'kind' | 'unit'>): string {
  const label = kinds().find(({ value }) => value === kind)?.label ?? '';
  return kind === 'number' && unit !== ''
    ? t({ message: `${label}, in ${unit}`, comment: 'A number, in mg' })
    : label;
}

export const daySums = (): { value: DaySumKind; label: string }[] => [
  { value: 'last', label: t({ message: 'The last one', context: 'values of a day' }) },
  { value: 'sum', label: t({ message: 'All of them together', context: 'values of a day' }) },
  { value: 'mean', label: t({ message: 'Their mean', context: 'values of a day' }) },
  { value: 'most', label: t({ message: 'The highest', context: 'values of a day' }) },
];

export const asking = (): { value: AskedOn; label: string }[] => [
  { value: 'always', label: t`Every day` },
  { value: 'weekdays', label: t`From Monday to Friday` },
  { value: 'never', label: t({ message: 'Never', context: 'when something is asked' }) },
];

/** What most people begin with. */
export const proposals = (): Pick<Measure, 'name' | 'kind' | 'picture' | 'daySum'>[] => [
  { name: t({ message: 'Sleep', context: 'measure' }), kind: 'duration', picture: 'moon', daySum: 'last' },
  { name: t({ message: 'Energy', context: 'measure' }), kind: 'scale-5', picture: 'bolt', daySum: 'mean' },
  { name: t({ message: 'Stress', context: 'measure' }), kind: 'scale-5', picture: 'wave', daySum: 'mean' },
];
