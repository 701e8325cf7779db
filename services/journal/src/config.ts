import { LimitedServiceConfig, parseConfig } from '@inner-weather/platform/config';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

/** Times are in milliseconds. */
export class JournalConfig extends LimitedServiceConfig {
  /** How long an entry waits for its weather before it is asked for again; longer than the weather service's ladder. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(24 * 60 * 60_000)
  STAMP_PATIENCE_MS = 2 * 60_000;

  /** How often entries that have waited too long are looked for. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(24 * 60 * 60_000)
  STAMP_CHECK_MS = 30_000;

  /** How often an entry's weather is asked for, the first time included, before it counts as unavailable. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  STAMP_ATTEMPTS = 3;
}

export const readConfig = (): JournalConfig => parseConfig(JournalConfig, process.env);
