import type { InsightDetailsDto } from '@inner-weather/contracts/insights/insights.dto';
import { notableDays } from '../local/notable-days.js';
import type { Statistics } from '../local/statistics.js';
import type { InsightAnswer } from '../model/insight-model.js';

/** What belongs to a text; `statistics` are of the entries that it was written from, undefined where there are none. */
export function detailsOf(
  statistics: Statistics | undefined,
  { selfHarm, cited = [], dropped = 0 }: Pick<InsightDetailsDto, 'selfHarm'> & Partial<InsightAnswer>,
): InsightDetailsDto {
  const { days = [], weekdays = [], skies = [] } = statistics ?? {};
  const notable = statistics && !selfHarm ? notableDays(statistics) : [];
  return { selfHarm, figures: { days, weekdays, skies }, notable, cited, dropped };
}
