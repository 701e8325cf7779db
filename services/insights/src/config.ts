import { LimitedServiceConfig } from '@inner-weather/platform/config';
import { Transform, Type } from 'class-transformer';
import { ArrayNotEmpty, IsInt, IsOptional, IsString, IsUrl, Max, Min } from 'class-validator';

const ADDRESS = { protocols: ['http', 'https'], require_tld: false, require_protocol: true };

/** Times are in milliseconds. */
export class InsightsConfig extends LimitedServiceConfig {
  /** If it is set, Gemini writes the insights. */
  @IsOptional()
  @IsString()
  GEMINI_API_KEY?: string;

  @IsUrl(ADDRESS)
  GEMINI_API_URL = 'https://generativelanguage.googleapis.com';

  /** Names separated by commas; the next one is tried when Google has retired a model. */
  @Transform(({ value }: { value: unknown }) =>
    String(value)
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  )
  @ArrayNotEmpty({ message: 'GEMINI_MODELS must name a model' })
  @IsString({ each: true })
  GEMINI_MODELS: string[] = ['gemini-3.5-flash-lite', 'gemini-flash-latest'];

  /** Without a Gemini key: the address of any server with OpenAI's API, including `/v1`. */
  @IsOptional()
  @IsUrl(ADDRESS)
  OPENAI_BASE_URL?: string;

  @IsOptional()
  @IsString()
  OPENAI_API_KEY?: string;

  @IsString()
  OPENAI_MODEL = 'gpt-4o-mini';

  /** How long a model may take to answer. Without it: a minute, and five for a model inside. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(100)
  @Max(600_000)
  MODEL_TIMEOUT_MS?: number;

  /** Tokens that a prompt and its answer may have together. Without it, the model's server is taken at its word. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1_024)
  @Max(10_000_000)
  MODEL_CONTEXT_TOKENS?: number;

  /** Insights that one person requests. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  INSIGHTS_PER_HOUR = 60;

  /** How long a job stays with a worker that no longer renews its lease. */
  @Type(() => Number)
  @IsInt()
  @Min(100)
  @Max(600_000)
  JOB_LEASE_MS = 30_000;

  /** How long a job may be queued before its message counts as lost; longer than all retries of insights.jobs. */
  @Type(() => Number)
  @IsInt()
  @Min(100)
  @Max(24 * 60 * 60_000)
  JOB_PATIENCE_MS = 4 * 60_000;

  /** How often the service looks for jobs without a worker. */
  @Type(() => Number)
  @IsInt()
  @Min(50)
  @Max(24 * 60 * 60_000)
  JOB_CHECK_MS = 10_000;
}
