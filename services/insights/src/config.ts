import { LimitedServiceConfig, parseConfig } from '@inner-weather/platform/config';
import { Transform, Type } from 'class-transformer';
import { ArrayNotEmpty, IsInt, IsOptional, IsString, IsUrl, Max, Min } from 'class-validator';

const ADDRESS = { protocols: ['http', 'https'], require_tld: false, require_protocol: true };

/** Times are in milliseconds. */
export class InsightsConfig extends LimitedServiceConfig {
  /** With it insights are written by Gemini. */
  @IsOptional()
  @IsString()
  GEMINI_API_KEY?: string;

  @IsUrl(ADDRESS)
  GEMINI_API_URL = 'https://generativelanguage.googleapis.com';

  /** Names with commas, tried in this order when one has been retired. */
  @Transform(({ value }: { value: unknown }) =>
    String(value)
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  )
  @ArrayNotEmpty({ message: 'GEMINI_MODELS must name a model' })
  @IsString({ each: true })
  GEMINI_MODELS: string[] = ['gemini-3.5-flash-lite', 'gemini-flash-latest'];

  /** Without a Gemini key: anything that speaks OpenAI's API, up to and with its /v1. */
  @IsOptional()
  @IsUrl(ADDRESS)
  OPENAI_BASE_URL?: string;

  @IsOptional()
  @IsString()
  OPENAI_API_KEY?: string;

  @IsString()
  OPENAI_MODEL = 'gpt-4o-mini';

  /** How long a model may take to answer. */
  @Type(() => Number)
  @IsInt()
  @Min(100)
  @Max(600_000)
  MODEL_TIMEOUT_MS = 60_000;

  /** Of one user. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  INSIGHTS_PER_HOUR = 60;

  /** For how long a worker that has gone silent keeps its job from others. */
  @Type(() => Number)
  @IsInt()
  @Min(100)
  @Max(600_000)
  JOB_LEASE_MS = 30_000;

  /** How long a job may lie queued before its message is taken for lost; longer than the ladder of insights.jobs. */
  @Type(() => Number)
  @IsInt()
  @Min(100)
  @Max(24 * 60 * 60_000)
  JOB_PATIENCE_MS = 4 * 60_000;

  /** How often jobs without a worker are looked for. */
  @Type(() => Number)
  @IsInt()
  @Min(50)
  @Max(24 * 60 * 60_000)
  JOB_CHECK_MS = 10_000;
}

export const readConfig = (): InsightsConfig => parseConfig(InsightsConfig, process.env);
