import { PERIOD_LABELS } from '@inner-weather/domain/time/periods';

const LABELS: Record<string, string> = PERIOD_LABELS;

/** A range's name as the form shows it; an unknown range means today. */
export function rangeLabel(range: string): string {
  return LABELS[range] ?? 'Today';
}
