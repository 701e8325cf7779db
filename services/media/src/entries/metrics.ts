import { gauge } from '@inner-weather/platform/metrics';

export const newestEntry = gauge(
  {
    name: 'media_newest_entry_timestamp_seconds',
    help: 'When the newest entry was written that this service was told of, in Unix time',
  },
  { of: 'media' },
);
