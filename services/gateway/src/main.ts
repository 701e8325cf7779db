import 'reflect-metadata';
import { orExit, runApp } from '@inner-weather/platform/bootstrap';
import { createLogger } from '@inner-weather/platform/logging';
import { readConfig } from './config.js';
import { createApp, drainApp, startApp } from './http-app.js';

await orExit('gateway', async () => {
  const config = readConfig();
  const logger = createLogger('gateway', config.LOG_LEVEL);
  await runApp('gateway', config, logger, {
    create: () => createApp(config),
    start: async (app) => {
      await startApp(app, config);
      logger.info({ address: await app.getUrl() }, 'listening');
    },
    drain: { forMs: config.DRAIN_MS, begin: drainApp },
  });
});
