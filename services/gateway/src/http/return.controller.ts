import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { IsReachedFromOtherSites } from './origin.js';

/**
 * If something in front of the journal asks for a login of its own, the page leads the whole window here. The service
 * worker answers no address below `/api/`, so whatever is in front can show its login, which then leads back from
 * another site. Not part of the documented API: only browsers come here.
 */
@ApiExcludeController()
@Controller('return')
export class ReturnController {
  @Get()
  @IsReachedFromOtherSites()
  async toJournal(@Res() reply: FastifyReply): Promise<void> {
    await reply.redirect('/journal', 303);
  }
}
