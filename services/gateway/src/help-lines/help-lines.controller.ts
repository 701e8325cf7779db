import { HelpLinesDto } from '@inner-weather/contracts/insights/help-lines.dto';
import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GatewayConfig } from '../config.js';
import { Get } from '../openapi/route.js';
import { DEFAULT_HELP_LINES } from './default-help-lines.js';

@ApiTags('about')
@Controller('help-lines')
export class HelpLinesController {
  constructor(private readonly config: GatewayConfig) {}

  /** Does not depend on any other service, so that help lines are shown even if the rest is down. */
  @Get('', {
    summary: 'List crisis help lines',
    description:
      'The list covers all configured countries. The web page chooses a line by the language of the browser.',
    answer: HelpLinesDto,
  })
  get(): HelpLinesDto {
    return { items: this.config.HELP_LINES ?? [...DEFAULT_HELP_LINES] };
  }
}
