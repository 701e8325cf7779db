import type { Service } from '@inner-weather/platform/bootstrap';
import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { GatewayConfig } from './config.js';
import { createApp, drainApp, startApp } from './http-app.js';

const gateway: Service<GatewayConfig, NestFastifyApplication> = {
  name: 'gateway',
  Config: GatewayConfig,
  create: createApp,
  start: async (app, config) => {
    await startApp(app, config);
    new Logger('Gateway').log({ address: await app.getUrl(), msg: 'listening' });
  },
  drain: { forMs: ({ DRAIN_MS }) => DRAIN_MS, begin: drainApp },
};

export default gateway;
