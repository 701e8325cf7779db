import 'reflect-metadata';
import { orExit, stopOnSignal } from '@inner-weather/platform/bootstrap';
import { HealthRegistry, startAdminServer } from '@inner-weather/platform/health';
import { createLogger } from '@inner-weather/platform/logging';
import { readConfig } from './config.js';
import { createApp, startApp } from './http-app.js';

await orExit('gateway', async () => {
  const config = readConfig();
  const logger = createLogger('gateway', config.LOG_LEVEL);
  const app = await createApp(config);
  const admin = await startAdminServer(app.get(HealthRegistry), config.ADMIN_PORT, config.ADMIN_HOST);
  stopOnSignal(logger, async () => {
    await app.close();
    admin.close();
    admin.closeAllConnections();
  });
  await startApp(app, config);
  logger.info({ address: await app.getUrl(), admin: admin.address() }, 'started');
});
