import { AboutDto } from '@inner-weather/contracts/about.dto';
import { RpcClient } from '@inner-weather/platform/messaging/rpc-client';
import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '../openapi/api-problems.decorator.js';

@ApiTags('about')
@Controller('about')
export class AboutController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  @ApiOperation({
    summary: 'What this installation is set up to do',
    description: 'Who writes insights, and whether entries leave the server for it.',
  })
  @ApiOkResponse({ type: AboutDto })
  @ApiProblems()
  async get(): Promise<AboutDto> {
    return { insights: await this.rpc.call('insights.get-writer', {}) };
  }
}
