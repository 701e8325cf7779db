import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CONNECTIONS_FILE } from '../deploy/local/infrastructure.mjs';
import { masterKeysFile, newMasterKey, rotateSigningKeys } from '../deploy/local/keys.mjs';
import { ROOT } from '../deploy/local/prepare.mjs';

/* `npm run keys`: the keys of `npm start`, of which all but the first command look after those that encrypt. */

const HELP = `The keys of a journal that npm start runs.

  rotate         makes a new key for tokens, which signs from the next start on

Those that it is encrypted with, while it runs; each of these can be interrupted and run again:

  status         how many people's keys each master key wraps
  rotate-master  makes a new master key, puts it first, and wraps everybody's key by it
  rewrap         wraps everybody's key by the first master key
  encrypt        encrypts what was stored before encryption was on
`;

const SERVICES = ['auth', 'journal', 'insights'];

/**
 * @param {string} service
 * @param {string} command
 */
function run(service, command) {
  const script = join(ROOT, 'services', service, 'dist', 'keys.cli.js');
  // The rest of a service's variables has defaults, or is none of this command's.
  const env = { JWT_PRIVATE_KEY_FILE: 'unused', ...process.env };
  const child = spawn(process.execPath, [script, command], { env, stdio: 'inherit' });
  return new Promise((done) => child.once('exit', (code) => done(code ?? 1)));
}

/**
 * In one step, so that a service that looks meanwhile sees the file as it was or as it will be.
 * @param {string} file
 */
function addMasterKey(file) {
  const key = newMasterKey();
  const next = `${file}.next`;
  writeFileSync(next, key + readFileSync(file, 'utf8'), { mode: 0o600 });
  chmodSync(next, 0o600);
  renameSync(next, file);
  process.stdout.write(`${key.split(':')[0]} is the first key of ${file} now; the older ones stay in it\n`);
}

async function main() {
  const [command = ''] = process.argv.slice(2);
  if (!['rotate', 'status', 'rotate-master', 'rewrap', 'encrypt'].includes(command)) {
    process.stderr.write(HELP);
    return 2;
  }
  if (existsSync(join(ROOT, '.env'))) process.loadEnvFile(join(ROOT, '.env'));
  const dataDir = resolve(ROOT, process.env.DATA_DIR || '.data');
  if (command === 'rotate') {
    const known = rotateSigningKeys(dataDir);
    process.stdout.write(
      `Made. ${known} public keys are known; tokens of the key before stay good. Stop and start \`npm start\` to sign with it.\n`,
    );
    return 0;
  }
  const connections = join(dataDir, CONNECTIONS_FILE);
  if (existsSync(connections)) process.loadEnvFile(connections);
  process.env.MASTER_KEYS_FILE ||= masterKeysFile(dataDir);
  if (command === 'rotate-master') addMasterKey(process.env.MASTER_KEYS_FILE);
  for (const service of SERVICES) {
    const code = await run(service, command === 'rotate-master' ? 'rewrap' : command);
    if (code !== 0) return code;
  }
  return 0;
}

process.exitCode = await main();
