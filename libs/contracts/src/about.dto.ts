import { INSIGHT_PROVIDERS, type InsightProvider } from './insights/insights.dto.js';
import { Doc, TIME_OR_NULL } from './validation/documented.js';

/** The model that writes insights in this installation. */
export class InsightWriterDto {
  @Doc({ enum: INSIGHT_PROVIDERS })
  provider: InsightProvider;

  @Doc('The name of the model. If several are configured, the one that is tried first.')
  model: string;

  @Doc(
    "The recipient of entries: `gemini`, or the host of an OpenAI-compatible server. Sending needs the person's `aiConsent`. Null if no entry leaves this server or its network.",
    { nullable: true, example: 'gemini' },
  )
  recipient: string | null;
}

export const WEATHER_SOURCES = ['open-meteo', 'weatherapi'] as const;

export type WeatherSource = (typeof WEATHER_SOURCES)[number];

/** The weather provider of this installation. */
export class WeatherSourceDto {
  @Doc({ enum: WEATHER_SOURCES })
  provider: WeatherSource;
}

/** Tells devices that the server was restored from a backup, and may miss what they have been told is saved. */
export class RestorationDto {
  @Doc('Changes with each restoration; empty if there never was one.')
  generation: string;

  @Doc('When the backup was begun. The server has what was saved before.', TIME_OR_NULL)
  from: string | null;
}

/** GET /about: what a page needs to know about its installation. */
export class AboutDto {
  @Doc({ type: InsightWriterDto })
  insights: InsightWriterDto;

  @Doc('The weather provider to credit. Null if it is currently unknown.', {
    type: WeatherSourceDto,
    nullable: true,
  })
  weather: WeatherSourceDto | null;

  @Doc("The author's code, to which the page's footer links.", { format: 'uri' })
  authorUrl: string;

  @Doc('Whether devices are shared by default here: then the page keeps nothing on them after a login.')
  sharedDevices: boolean;

  @Doc('The last restoration of this installation from a backup. Null if it is currently unknown.', {
    type: RestorationDto,
    nullable: true,
  })
  restored: RestorationDto | null;
}
