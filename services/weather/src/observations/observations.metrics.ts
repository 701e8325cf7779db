import { counter, histogram } from '@inner-weather/platform/metrics';

/** Seconds until a provider answered, including a second attempt; `outcome` is `ok` or a LookUpFailure. */
export const lookUpDuration = histogram(
  {
    name: 'weather_lookup_duration_seconds',
    help: 'Look-ups of the weather at a city, from the question to the answer',
    labelNames: ['provider', 'outcome'] as const,
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  { of: 'weather' },
);

export const answeredFromCache = counter(
  {
    name: 'weather_cache_hits_total',
    help: 'Observations that were known already, so that no provider was asked',
  },
  { of: 'weather' },
);
