import { HealthRegistry } from '@inner-weather/platform/health';
import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';

/** The same checks as on the admin port, for a reverse proxy. */
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(private readonly health: HealthRegistry) {}

  @Get('live')
  live(): object {
    return { status: 'ok' };
  }

  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const checks = await this.health.run();
    const isReady = Object.values(checks).every(Boolean);
    reply.status(isReady ? 200 : 503);
    return { status: isReady ? 'ok' : 'unavailable' };
  }
}
