import { ApiProperty } from '@nestjs/swagger';
import { INSIGHT_PROVIDERS, type InsightProvider } from './insights.dto.js';

/** Who writes insights in this installation. */
export class InsightWriterDto {
  @ApiProperty({ enum: INSIGHT_PROVIDERS })
  provider: InsightProvider;

  @ApiProperty({ description: "The model's name, the first that is tried where there are several." })
  model: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'gemini',
    description:
      "Who is sent entries: `gemini`, or the host of an OpenAI-compatible server. It needs the person's `aiConsent`. Null: nothing leaves this server, or the network that it is in.",
  })
  recipient: string | null;
}

/** GET /about: what a page has to know about the installation that it belongs to. */
export class AboutDto {
  @ApiProperty({ type: InsightWriterDto })
  insights: InsightWriterDto;
}
