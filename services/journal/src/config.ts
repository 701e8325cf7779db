import { LimitedServiceConfig } from '@inner-weather/platform/config';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

/** Times are in milliseconds. */
export class JournalConfig extends LimitedServiceConfig {
  /** After a crash, another process publishes an entry's events this much later; longer than publishing can take. */
  @Type(() => Number)
  @IsInt()
  @Min(100)
  @Max(60 * 60_000)
  OUTBOX_LEASE_MS = 30_000;

  /** How long an entry waits for its weather before the look-up is repeated; longer than all retries of weather. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(24 * 60 * 60_000)
  STAMP_PATIENCE_MS = 2 * 60_000;

  /** How often the service looks for entries that have waited too long. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(24 * 60 * 60_000)
  STAMP_CHECK_MS = 30_000;

  /** How often an entry's weather is looked up, including the first time, before it counts as unavailable. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  STAMP_ATTEMPTS = 3;

  /**
   * The pause between a failed look-up and the next one in the background. Later pauses are as long as the look-ups have
   * gone on so far, up to six times this.
   */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(24 * 60 * 60_000)
  STAMP_RETRY_MS = 5 * 60_000;

  /** How long look-ups go on in the background. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(7 * 24 * 60 * 60_000)
  STAMP_RETRY_FOR_MS = 6 * 60 * 60_000;

  /** Weather look-ups of one person, for entries that are new, moved, imported with `lookUpWeather`, or looked up by hand. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  LOOK_UPS_PER_HOUR = 500;

  /** Megabytes that the entries of one person may take. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  STORED_MB_PER_PERSON = 250;

  /** New entries that one person imports. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  IMPORTED_ENTRIES_PER_HOUR = 20_000;
}
