import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ROOT } from '../deploy/local/prepare.mjs';

/*
 * How long a start takes, and how much memory it needs: `npm run start:time` runs `npm start` three times (`--runs`) on
 * the data folder that DATA_DIR names. For each it prints the seconds until it says that it is ready, the processor
 * seconds that its processes have taken until then, which say more on a busy machine, and their memory after a minute
 * without work (`--idle`, in seconds) and after `--load` seconds of what a household does, if that is asked for. Memory is
 * PSS, in which what processes share counts once. Where even the fastest run takes longer than `--at-most` seconds, the
 * command fails.
 */

const READY = 'Inner Weather is ready';
/** Of a second, in proc(5)'s stat. */
const TICKS = 100;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    idle: { type: 'string', default: '60' },
    load: { type: 'string', default: '0' },
    'at-most': { type: 'string' },
  },
});

/**
 * Every process, with its parent and the processor seconds that it and those of its children that have ended took.
 */
function processes() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
        const seconds = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / TICKS, 0);
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return [{ pid: Number(pid), parent: Number(fields[1]), seconds, command }];
      } catch {
        return [];
      }
    });
}

/** @param {number} root */
function family(root) {
  const all = processes();
  const found = all.filter(({ pid }) => pid === root);
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

/** @param {string[]} command */
function nameOf(command) {
  const line = command.join(' ');
  const service = /services\/(\w+)\/dist/.exec(line)?.[1];
  if (service) return service;
  if (line.includes('deploy/household')) return 'services';
  return line.includes('start.mjs') ? 'start' : command[0]?.split('/').at(-1);
}

/** Megabytes of a process; 0 if it has ended. @param {number} pid */
function memoryOf(pid) {
  try {
    const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
    return Number(kilobytes) / 1_024;
  } catch {
    return 0;
  }
}

/** @param {string} when @param {number} root */
function printMemory(when, root) {
  const parts = family(root).map(({ pid, command }) => ({ name: nameOf(command), mb: memoryOf(pid) }));
  const sum = parts.reduce((all, { mb }) => all + mb, 0);
  const each = parts.filter(({ mb }) => mb >= 5).map(({ name, mb }) => `${name} ${mb.toFixed(0)}`);
  process.stdout.write(`  ${when}: ${sum.toFixed(0)} MB: ${each.join(', ')}\n`);
}

const PEOPLE = 4;
/** Milliseconds between two entries of the same person. */
const PAUSE_MS = 2_000;

/**
 * @param {string} url @param {string} token '' before the sign-up
 * @param {string} path @param {object} [body] to post; without it the path is read
 */
async function call(url, token, path, body) {
  const answer = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token && { 'x-auth-token': token }) },
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return /** @type {any} */ (answer.json());
}

/** Writes, looks at what was written and asks for insights. @param {string} url @param {number} seconds */
async function liveWith(url, seconds) {
  const end = Date.now() + seconds * 1_000;
  const location = 'Porto';
  const email = `${randomUUID()}@example.org`;
  const names = { firstName: 'Ada', lastName: 'Lovelace' };
  const signUp = { ...names, email, location, password: email, passwordVal: email };
  const { token } = await call(url, '', '/api/user/new', signUp);
  const today = new Date().toISOString().slice(0, 10);
  const search = new URLSearchParams({ userReference: email, startDate: today, endDate: today });
  for (let turn = 0; Date.now() < end; turn += 1) {
    const entry = { email, content: `It rained, and I read. ${turn}`, inputMood: 'Happy', location };
    await call(url, token, '/api/journal/new', entry);
    await call(url, token, `/api/journal/search?${search}`);
    await call(url, token, `/api/journal/days?year=${today.slice(0, 4)}`);
    if (turn % 20 === 0) await call(url, token, '/api/insights', { range: 'today' });
    await sleep(PAUSE_MS);
  }
}

async function once() {
  const began = performance.now();
  const child = spawn(process.execPath, ['deploy/local/start.mjs'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let said = '';
  await new Promise((ready, fail) => {
    child.stdout.on('data', (chunk) => (said += String(chunk)).includes(READY) && ready(undefined));
    child.once('exit', () => fail(new Error(`It ended before it was ready:\n${said}`)));
  });
  const seconds = (performance.now() - began) / 1_000;
  const parts = family(child.pid ?? 0).map(({ command, seconds }) => ({ name: nameOf(command), seconds }));
  const busy = parts.reduce((sum, part) => sum + part.seconds, 0);
  const each = parts
    .filter((part) => part.seconds >= 0.05)
    .map((part) => `${part.name} ${part.seconds.toFixed(1)}`);
  process.stdout.write(
    `ready after ${seconds.toFixed(1)} s, with ${busy.toFixed(1)} processor seconds: ${each.join(', ')}\n`,
  );
  try {
    await sleep(Number(values.idle) * 1_000);
    printMemory(`after ${values.idle} s without work`, child.pid ?? 0);
    if (Number(values.load) > 0) {
      const url = /ready: (\S+)/.exec(said)?.[1] ?? '';
      await Promise.all(Array.from({ length: PEOPLE }, () => liveWith(url, Number(values.load))));
      printMemory(`after ${values.load} s with ${PEOPLE} people`, child.pid ?? 0);
      await sleep(Number(values.idle) * 1_000);
      printMemory(`after ${values.idle} s more without work`, child.pid ?? 0);
    }
  } finally {
    child.kill('SIGINT');
    await exited;
  }
  return seconds;
}

let fastest = Infinity;
for (let run = 0; run < Number(values.runs); run += 1) fastest = Math.min(fastest, await once());
if (values['at-most'] && fastest > Number(values['at-most'])) {
  process.stdout.write(`That is more than ${values['at-most']} s.\n`);
  process.exitCode = 1;
}
