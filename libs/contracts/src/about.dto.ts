import { ApiProperty } from '@nestjs/swagger';
import { INSIGHT_PROVIDERS, type InsightProvider } from './insights/insights.dto.js';

/** The model that writes insights in this installation. */
export class InsightWriterDto {
  @ApiProperty({ enum: INSIGHT_PROVIDERS })
  provider: InsightProvider;

  @ApiProperty({
    description: 'The name of the model. If several are configured, the one that is tried first.',
  })
  model: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'gemini',
    description:
      "The recipient of entries: `gemini`, or the host of an OpenAI-compatible server. Sending needs the person's `aiConsent`. Null if no entry leaves this server or its network.",
  })
  recipient: string | null;
}

export const WEATHER_SOURCES = ['open-meteo', 'weatherapi'] as const;

export type WeatherSource = (typeof WEATHER_SOURCES)[number];

/** The weather provider of this installation. */
export class WeatherSourceDto {
  @ApiProperty({ enum: WEATHER_SOURCES })
  provider: WeatherSource;
}

/** Tells devices that the server was restored from a backup, and may miss what they have been told is saved. */
export class RestorationDto {
  @ApiProperty({ description: 'Changes with each restoration; empty if there never was one.' })
  generation: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the backup was begun. The server has what was saved before.',
  })
  from: string | null;
}

/** GET /about: what a page needs to know about its installation. */
export class AboutDto {
  @ApiProperty({ type: InsightWriterDto })
  insights: InsightWriterDto;

  @ApiProperty({
    type: WeatherSourceDto,
    nullable: true,
    description: 'The weather provider to credit. Null if it is currently unknown.',
  })
  weather: WeatherSourceDto | null;

  @ApiProperty({ format: 'uri', description: "The author's code, to which the page's footer links." })
  authorUrl: string;

  @ApiProperty({
    description:
      'Whether devices are shared by default here: then the page keeps nothing on them after a login.',
  })
  sharedDevices: boolean;

  @ApiProperty({
    type: RestorationDto,
    nullable: true,
    description: 'The last restoration of this installation from a backup. Null if it is currently unknown.',
  })
  restored: RestorationDto | null;
}
