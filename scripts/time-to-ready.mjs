import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ROOT } from '../deploy/local/prepare.mjs';
import { freePort } from '../deploy/local/process.mjs';

/*
 * How long a start takes, and how much memory it needs: `npm run start:time` runs `npm start` three times (`--runs`) on
 * the data folder that DATA_DIR names. For each it prints the seconds until it says that it is ready, the processor
 * seconds that its processes have taken until then, which say more on a busy machine, and their memory after a minute
 * without work (`--idle`, in seconds) and after `--load` seconds of what a household does, if that is asked for. Memory is
 * PSS, in which what processes share counts once. With `--image inner-weather/household:local`, a container of that image
 * is run instead, on a new volume, with 768 MB and a file system that cannot be written; its memory is what Docker counts.
 * Where even the fastest run takes longer than `--at-most` seconds, the command fails.
 */

const READY = 'Inner Weather is ready';
/** @type {import('node:child_process').StdioOptions} */
const STDIO = ['ignore', 'pipe', 'inherit'];
/** Of a second, in proc(5)'s stat. */
const TICKS = 100;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    idle: { type: 'string', default: '60' },
    load: { type: 'string', default: '0' },
    'at-most': { type: 'string' },
    image: { type: 'string' },
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

/**
 * @typedef {object} Running
 * @property {import('node:child_process').ChildProcess} child
 * @property {() => string} spent what it has taken of the processors so far
 * @property {(when: string) => void} printMemory
 * @property {() => unknown} stop
 */

/** @returns {Running} `npm start` */
function startHere() {
  const child = spawn(process.execPath, ['deploy/local/start.mjs'], { cwd: ROOT, stdio: STDIO });
  const pid = child.pid ?? 0;
  const spent = () => {
    const parts = family(pid).map(({ command, seconds }) => ({ name: nameOf(command), seconds }));
    const busy = parts.reduce((sum, part) => sum + part.seconds, 0);
    const each = parts.filter(({ seconds }) => seconds >= 0.05);
    const words = each.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)}`);
    return `, with ${busy.toFixed(1)} processor seconds: ${words.join(', ')}`;
  };
  return {
    child,
    spent,
    printMemory: (when) => printMemory(when, pid),
    stop: () => child.kill('SIGINT'),
  };
}

/** @param {string} image @returns {Promise<Running>} */
async function startContainer(image) {
  const name = `inner-weather-time-${process.pid}`;
  const docker = (/** @type {string[]} */ ...args) =>
    execFileSync('docker', args, { encoding: 'utf8' }).trim();
  const port = await freePort();
  const size = Number(docker('image', 'inspect', '--format', '{{.Size}}', image));
  process.stdout.write(`${image}: ${(size / 1_000_000).toFixed(0)} MB\n`);
  const limits = ['--read-only', '--memory', '768m', '--memory-swap', '768m', '--env', 'RATE_LIMITS=off'];
  const address = ['--env', `PUBLIC_URL=http://127.0.0.1:${port}`, '-p', `127.0.0.1:${port}:8080`];
  // The volume is removed with the container.
  const args = ['run', '--rm', '--name', name, ...limits, ...address, '-v', '/data', image];
  return {
    child: spawn('docker', args, { stdio: STDIO }),
    spent: () => '',
    printMemory: (when) => {
      const used = docker('stats', '--no-stream', '--format', '{{.MemUsage}}', name);
      process.stdout.write(`  ${when}: ${used}\n`);
    },
    stop: () => docker('stop', name),
  };
}

async function once() {
  const began = performance.now();
  const { child, spent, printMemory, stop } = values.image ? await startContainer(values.image) : startHere();
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let said = '';
  await new Promise((ready, fail) => {
    child.stdout?.on('data', (chunk) => (said += String(chunk)).includes(READY) && ready(undefined));
    child.once('exit', () => fail(new Error(`It ended before it was ready:\n${said}`)));
  });
  const seconds = (performance.now() - began) / 1_000;
  process.stdout.write(`ready after ${seconds.toFixed(1)} s${spent()}\n`);
  try {
    await sleep(Number(values.idle) * 1_000);
    printMemory(`after ${values.idle} s without work`);
    if (Number(values.load) > 0) {
      const url = /ready: (\S+)/.exec(said)?.[1] ?? '';
      await Promise.all(Array.from({ length: PEOPLE }, () => liveWith(url, Number(values.load))));
      printMemory(`after ${values.load} s with ${PEOPLE} people`);
      await sleep(Number(values.idle) * 1_000);
      printMemory(`after ${values.idle} s more without work`);
    }
  } finally {
    stop();
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
