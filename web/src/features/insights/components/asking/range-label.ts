import { t } from '@lingui/core/macro';
import type { Insight } from '../../api/insight';

/** A range's name as the form shows it; an unknown range means today. */
export function rangeLabel(range: string): string {
  switch (range) {
    case 'lastWeek':
      return t`Last Week`;
    case 'lastMonth':
      return t`Last Month`;
    case 'lastCalendarMonth':
      return t`Last calendar month`;
    case 'last6Months':
      return t`Last 6 Months`;
    default:
      return t`Today`;
  }
}

/** What an insight without a name of its own is called. */
export const insightLabel = ({ letter, range }: Insight): string =>
  letter ? t`Letter of the week` : rangeLabel(range);
