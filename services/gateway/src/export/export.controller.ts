import { RpcClient } from '@inner-weather/platform/messaging/rpc-client';
import { Controller, Get, Res, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiProblems } from '../openapi/api-problems.decorator.js';
import { CurrentSession, type SignedIn } from '../sessions/signed-in.js';
import { TokenGuard } from '../sessions/token.strategy.js';
import { archiveOf } from './archive.js';
import { OwnData } from './own-data.js';

@ApiTags('account')
@ApiSecurity('token')
@Controller('user/me/export')
@UseGuards(TokenGuard)
export class ExportController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  @ApiOperation({
    summary: 'Everything that is mine, as one ZIP',
    description:
      'Streamed, so an error on the way breaks the connection: only an answer that ended as it should is whole. `inner-weather.json` can be imported again.',
  })
  @ApiProduces('application/zip')
  @ApiOkResponse({
    schema: { type: 'string', format: 'binary' },
    headers: { 'Content-Disposition': { schema: { type: 'string' } } },
  })
  @ApiProblems(401, 429)
  async export(@CurrentSession() { user, sid }: SignedIn, @Res() reply: FastifyReply): Promise<void> {
    const { account, sessions } = await this.rpc.call('auth.get-export', { userId: user.id, sessionId: sid });
    const data = new OwnData(this.rpc, user.id);
    // Whoever is away is found out while there can still be a proper answer.
    await data.probe();
    const now = new Date();
    const day = now.toISOString().slice(0, 10);
    await reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename="inner-weather-${day}.zip"`)
      .send(archiveOf({ account, sessions, exportedAt: now, data }));
  }
}
