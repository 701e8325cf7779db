import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Infrastructure, startInfrastructure } from '../../deploy/local/infrastructure.mjs';

/**
 * A broker and a database for one suite alone, which it may stop and kill: native processes, as with `npm start`.
 * `brokerConf`: more lines for rabbitmq.conf.
 */
export async function ownInfrastructure(options: { brokerConf?: string[] } = {}): Promise<Infrastructure> {
  const dataDir = mkdtempSync(join(tmpdir(), 'inner-weather-own-'));
  chmodSync(dataDir, 0o755);
  const started = await startInfrastructure({
    dataDir,
    log: () => undefined,
    env: { INFRA: 'native' },
    ...options,
  });
  Object.assign(process.env, {
    TEST_AMQP_URL: started.amqpUrl,
    TEST_MANAGEMENT_URL: started.managementUrl,
    TEST_MONGO_URL: started.mongoUrl,
    TEST_BROKER_FOLDER: started.brokerHome,
    TEST_DATABASE_FOLDER: started.databaseHome,
  });
  const stop = async (): Promise<void> => {
    await started.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...started, stop };
}
