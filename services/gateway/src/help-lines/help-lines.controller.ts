import { HelpLinesDto } from '@inner-weather/contracts/help-lines.dto';
import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { GatewayConfig } from '../config.js';
import { ApiProblems } from '../openapi/api-problems.decorator.js';
import { DEFAULT_HELP_LINES } from './default-help-lines.js';

@ApiTags('about')
@Controller('help-lines')
export class HelpLinesController {
  constructor(private readonly config: GatewayConfig) {}

  /** Asks no other service: whatever else is down, help is named. */
  @Get()
  @ApiOperation({
    summary: 'Whom to call who thinks of harming themselves',
    description: 'For every country that is known; the page chooses by the language of the browser.',
  })
  @ApiOkResponse({ type: HelpLinesDto })
  @ApiProblems()
  get(): HelpLinesDto {
    return { items: this.config.HELP_LINES ?? [...DEFAULT_HELP_LINES] };
  }
}
