#!/usr/bin/env node
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CONNECTIONS_FILE } from '../deploy/local/infrastructure.mjs';
import { keysFolder, masterKeysPath } from '../deploy/local/folders/keys-folder.mjs';
import { newMasterKey, rotateSigningKeys } from '../deploy/local/keys.mjs';
import { commandOf, ROOT, readDotEnv } from '../deploy/local/prepare.mjs';
import { SERVICES_WITH_DATABASE } from '../deploy/local/services.mjs';

/*
 * `npm run keys`, and `keys` in the image of a household: manages the keys of `npm start`. The first command is for the
 * keys of tokens, the others for those that encrypt.
 */

const HELP = `Manages the keys of a journal.

  rotate         makes a new key for tokens, which signs from the next start on

The keys that encrypt the journal. It must be running; each command can be interrupted and run again:

  status         how many people's keys each master key wraps
  rotate-master  creates a new master key, puts it first, and rewraps all users' keys with it
  rewrap         rewraps all users' keys with the first master key
`;

/**
 * Replaces the file atomically, so that a service reads either the old file or the new one.
 * @param {string} file
 */
function addMasterKey(file) {
  const key = newMasterKey();
  const next = `${file}.next`;
  writeFileSync(next, key + readFileSync(file, 'utf8'), { mode: 0o600, flush: true });
  chmodSync(next, 0o600);
  renameSync(next, file);
  process.stdout.write(`${key.split(':')[0]} is the first key of ${file} now; the older ones stay in it\n`);
}

async function main() {
  const [command = ''] = process.argv.slice(2);
  if (!['rotate', 'status', 'rotate-master', 'rewrap'].includes(command)) {
    process.stderr.write(HELP);
    process.exitCode = 2;
    return;
  }
  readDotEnv();
  const dataDir = resolve(ROOT, process.env.DATA_DIR || '.data');
  if (command === 'rotate') {
    const known = rotateSigningKeys(keysFolder(dataDir));
    process.stdout.write(
      `The new key is made. There are ${known} public keys now; tokens signed by the previous key stay valid. Restart the journal to sign with it.\n`,
    );
    return;
  }
  const connections = join(dataDir, CONNECTIONS_FILE);
  if (existsSync(connections)) process.loadEnvFile(connections);
  process.env.MASTER_KEYS_FILE = masterKeysPath(dataDir);
  if (!existsSync(process.env.MASTER_KEYS_FILE)) {
    process.stderr.write(
      `There are no master keys in ${process.env.MASTER_KEYS_FILE}. npm start makes them.\n`,
    );
    process.exitCode = 1;
    return;
  }
  const keysCommand = await commandOf('libs/platform/dist/encryption/keys.cli.js');
  if (command === 'rotate-master') addMasterKey(process.env.MASTER_KEYS_FILE);
  process.argv.splice(2, 1, command === 'rotate-master' ? 'rewrap' : command, ...SERVICES_WITH_DATABASE);
  await import(keysCommand);
}

await main();
