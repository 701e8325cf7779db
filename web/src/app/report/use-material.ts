import { type ComponentProps, useMemo } from 'react';
import { type Statistics, type StatisticsRange, useStatistics } from '../../charts/get-statistics';
import type { QueryError } from '../../components/page/query-error';
import { type Together, useTogether } from '../../features/days/api/together';
import { useDays, type WrittenDay } from '../../features/days/api/list-days';
import { useInsightsById } from '../../features/insights/api/get-insight';
import type { Insight } from '../../features/insights/api/insight';
import { toApiError } from '../../lib/api/api-error';
import type { SessionUser } from '../../lib/api/session';
import { yearOf } from '../../lib/dates/calendar';
import type { Entry } from '../../lib/entry/entry';
import { type MeasuredRange, useMeasured } from '../../lib/measures/measured';
import { type Measure, useMeasures } from '../../lib/measures/measures';
import type { Choices, Kind } from './choices';
import { tagFilter } from './names';
import { type EveryEntry, useEveryEntry } from './use-every-entry';

/** What is printed: only what was chosen, and nothing that is hidden. */
export interface Material {
  /** Undefined until they are known. */
  statistics: Statistics | undefined;
  measures: readonly Measure[];
  measured: MeasuredRange | undefined;
  /** Undefined until it is known; null without measures, about which it would be. */
  together: Together | null | undefined;
  /** The days of a book; undefined until they are known. */
  days: readonly WrittenDay[] | undefined;
  insights: readonly Insight[];
  /** Oldest first. */
  entries: readonly Entry[];
  hasWeather: boolean;
  isShown: (tag: string) => boolean;
}

interface Loaded {
  material: Material;
  /** What can be chosen. */
  measures: readonly Measure[];
  every: EveryEntry;
  isLoading: boolean;
  /** The first of the requests that failed, or else the first one. */
  query: ComponentProps<typeof QueryError>['query'];
}

/** @param range undefined while its days are not chosen */
export function useMaterial(
  user: SessionUser,
  kind: Kind,
  range: StatisticsRange | undefined,
  choices: Choices,
): Loaded {
  const { from, to } = range ?? { from: '', to: '' };
  const ofRange = useStatistics(user.id, range);
  const known = useMeasures();
  const hasMeasures = (known.data ?? []).length > 0;
  const ofMeasures = useMeasured(from, to, range !== undefined && hasMeasures);
  const isTogether = hasMeasures && choices.parts.includes('together');
  // The days of the figures that it stands below.
  const together = useTogether(user.id, isTogether ? ofRange.data : undefined);
  const days = useDays(user.id, yearOf(to), [], { isWanted: kind === 'book' });
  const insights = useInsightsById(choices.insights);
  const every = useEveryEntry(user, { from, to }, range !== undefined && choices.entries !== 'none');
  const isShown = useMemo(() => tagFilter(choices.hiddenTags), [choices.hiddenTags]);
  const hasWeather = choices.parts.includes('weather');
  const statistics = useMemo(() => {
    if (!ofRange.data) return undefined;
    const { skies, tags } = ofRange.data;
    return {
      ...ofRange.data,
      skies: hasWeather ? skies : [],
      tags: hasWeather ? tags.filter(({ name }) => isShown(name)) : [],
    };
  }, [ofRange.data, hasWeather, isShown]);
  const measures = (known.data ?? []).filter(({ _id }) =>
    ofMeasures.data?.measures.some((one) => one._id === _id && one.days.length > 0),
  );
  const entries = useMemo(() => {
    if (choices.entries !== 'chosen') return every.entries;
    const chosen = new Set(choices.chosen);
    return every.entries.filter(({ _id }) => chosen.has(_id));
  }, [every.entries, choices.entries, choices.chosen]);
  const found = together.isPlaceholderData || !ofMeasures.data ? undefined : together.data;
  const needed = [
    ...(isTogether && ofRange.data ? [together] : []),
    ...(kind === 'book' ? [days] : []),
    // An insight that was deleted since it was chosen is not missing.
    ...insights.filter(({ error }) => !error || toApiError(error).status !== 404),
  ];
  return {
    material: {
      statistics,
      measures: measures.filter(({ _id }, index) =>
        choices.measures === 'first' ? index === 0 : choices.measures.includes(_id),
      ),
      measured: ofMeasures.data,
      together: known.data && !hasMeasures ? null : found,
      days: days.data?.days,
      insights: insights.flatMap(({ data }) => data?.insight ?? []),
      entries,
      hasWeather,
      isShown,
    },
    measures,
    every,
    isLoading:
      ofRange.isPending ||
      ofRange.isPlaceholderData ||
      known.isLoading ||
      ofMeasures.isLoading ||
      every.isLoading ||
      needed.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData),
    query: [known, every.query, ofMeasures, ...needed].find(({ isError }) => isError) ?? ofRange,
  };
}
