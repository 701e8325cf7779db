import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Infrastructure, startInfrastructure } from '../../../deploy/local/infrastructure.mjs';
import { freePort } from '../../../deploy/local/process.mjs';
import { selfMadeAuthority } from '../network/tls.js';

/**
 * A broker and a database for one suite alone, which it may stop and kill: native processes, as with `npm start`.
 * `brokerConf`: more lines for rabbitmq.conf. `mongoUrl`: the database of the run, for a suite that needs none of its own.
 */
export async function ownInfrastructure({
  brokerConf,
  mongoUrl,
}: { brokerConf?: string[]; mongoUrl?: string } = {}): Promise<Infrastructure> {
  const dataDir = mkdtempSync(join(tmpdir(), 'inner-weather-own-'));
  chmodSync(dataDir, 0o755);
  const started = await startInfrastructure({
    dataDir,
    log: () => undefined,
    env: { INFRA: 'native', MONGO_URL: mongoUrl },
    brokerConf,
  });
  Object.assign(process.env, {
    TEST_AMQP_URL: started.amqpUrl,
    TEST_MANAGEMENT_URL: started.managementUrl,
    TEST_MONGO_URL: started.mongoUrl,
    TEST_BROKER_FOLDER: started.brokerHome,
    ...(!mongoUrl && { TEST_DATABASE_FOLDER: started.databaseHome }),
  });
  const stop = async (): Promise<void> => {
    await started.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...started, stop };
}

export type SecureInfrastructure = Awaited<ReturnType<typeof ownSecureInfrastructure>>;

/** The same with a TLS port of the broker, whose certificate is of `authority`. */
export async function ownSecureInfrastructure() {
  const authority = await selfMadeAuthority();
  const port = await freePort();
  const infrastructure = await ownInfrastructure({
    brokerConf: [
      `listeners.ssl.1 = 127.0.0.1:${port}`,
      `ssl_options.certfile = ${authority.certFile}`,
      `ssl_options.keyfile = ${authority.keyFile}`,
    ],
  });
  const { username, password } = new URL(infrastructure.amqpUrl);
  const stop = async (): Promise<void> => {
    await infrastructure.stop();
    authority.remove();
  };
  return {
    ...infrastructure,
    authority,
    amqpsUrl: `amqps://${username}:${password}@127.0.0.1:${port}`,
    stop,
  };
}
