import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import { report } from '../support/report.mjs';

const UPLOADS = 20;
const DOWNLOADS = 50;
/** Seconds that each of them takes. */
const SLOW_S = 20;
const STEPS = 100;
const SAMPLE_MS = 100;
const MB = 1_000_000;

/**
 * What gateway and media hold while slow clients send and read photos: nothing that grows with their number or the size
 * of a photo. What decodes them is a process of its own, and named apart.
 * @param {import('../support/run.mjs').Bed} bed
 */
export async function photos({ ours: { door, pids }, seconds = SLOW_S }) {
  const [person] = await door.people(1, 0);
  const token = person?.token ?? '';
  const photo = noise(1_600, 1_200);
  // Twice, so that what is loaded once is not counted.
  const small = noise(400, 300);
  for (let n = 0; n < 2; n += 1) await upload(door.url, token, small, 0);
  const { _id } = await upload(door.url, token, photo, 0);
  await download(`${door.url}/api/photos/${_id}`, token, 0);
  await sleep(1_000);

  const samples = sampling(pids);
  await sleep(1_000);
  const before = samples.now();
  const results = await Promise.allSettled([
    ...Array.from({ length: UPLOADS }, () => upload(door.url, token, photo, seconds)),
    ...Array.from({ length: DOWNLOADS }, () => download(`${door.url}/api/photos/${_id}`, token, seconds)),
  ]);
  const most = samples.stop();
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  const inMb = (/** @type {number} */ bytes) => `${Math.round(bytes / MB)} MB`;
  const figures = [
    `${UPLOADS} uploads of ${inMb(photo.length)} and ${DOWNLOADS} downloads, over ${seconds} seconds each; failed: ${failures.length}`,
    ...Object.entries(most).map(
      ([name, bytes]) => `${name}: ${inMb(before[name] ?? 0)} before, at most ${inMb(bytes)}`,
    ),
    ...failures.slice(0, 3),
  ];
  report('photos of slow clients', figures, []);
  return failures.length;
}

/**
 * Memory of the gateway, of media and of its child, again and again.
 * @param {Record<string, number | undefined>} pids
 */
function sampling(pids) {
  /** @type {Record<string, number>} */
  const most = {};
  const now = () => /** @type {Record<string, number>} */ (memory());
  const memory = () => {
    const { gateway = 0, media = 0 } = pids;
    const children = textOf(`/proc/${media}/task/${media}/children`).trim().split(/\s+/).filter(Boolean);
    const child = children.reduce((sum, pid) => sum + memoryOf(Number(pid)), 0);
    return { gateway: memoryOf(gateway), media: memoryOf(media), 'decoding child': child };
  };
  const timer = setInterval(() => {
    for (const [name, bytes] of Object.entries(now())) most[name] = Math.max(most[name] ?? 0, bytes);
  }, SAMPLE_MS);
  const stop = () => {
    clearInterval(timer);
    return most;
  };
  return { now, stop };
}

/** @param {number} pid */
const memoryOf = (pid) => Number(/VmRSS:\s+(\d+)/.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) * 1_024;

/** @param {string} file */
function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * @param {string} url
 * @param {string} token
 * @param {Buffer} photo
 * @param {number} seconds
 * @returns {Promise<{_id: string}>}
 */
function upload(url, token, photo, seconds) {
  const headers = { 'x-auth-token': token, 'content-type': 'image/png', 'content-length': photo.length };
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}/api/photos`, { method: 'POST', headers }, (answer) => {
      void textOfStream(answer).then((text) =>
        answer.statusCode === 201 ? resolve(JSON.parse(text)) : reject(new Error(text)),
      );
    });
    outgoing.on('error', reject);
    void inSteps(seconds, (from, to) => {
      const share = (/** @type {number} */ part) => Math.floor(part * photo.length);
      outgoing.write(photo.subarray(share(from), share(to)));
    }).then(() => outgoing.end());
  });
}

/**
 * @param {string} url
 * @param {string} token
 * @param {number} seconds
 */
function download(url, token, seconds) {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers: { 'x-auth-token': token } }, (answer) => {
      const length = Number(answer.headers['content-length']);
      let bytes = 0;
      answer.on('end', () =>
        bytes === length ? resolve(bytes) : reject(new Error(`${bytes} of ${length} bytes`)),
      );
      answer.on('error', reject);
      answer.pause();
      void inSteps(seconds, () => {
        bytes += answer.read(Math.min(answer.readableLength, Math.ceil(length / STEPS)))?.length ?? 0;
      }).then(() => answer.on('data', (part) => (bytes += part.length)).resume());
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/**
 * @param {number} seconds
 * @param {(from: number, to: number) => void} step shares of the whole
 */
async function inSteps(seconds, step) {
  for (let n = 0; n < STEPS; n += 1) {
    step(n / STEPS, (n + 1) / STEPS);
    if (seconds > 0) await sleep((seconds * 1_000) / STEPS);
  }
}

/** @param {import('node:http').IncomingMessage} answer */
async function textOfStream(answer) {
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += part;
  return text;
}

/**
 * A PNG that does not become smaller.
 * @param {number} width
 * @param {number} height
 */
function noise(width, height) {
  const rows = Array.from({ length: height }, () => Buffer.concat([Buffer.of(0), randomBytes(width * 3)]));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const chunk = (/** @type {string} */ type, /** @type {Buffer} */ data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const around = Buffer.alloc(8);
    around.writeUInt32BE(data.length, 0);
    around.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
  };
  const pixels = deflateSync(Buffer.concat(rows), { level: 0 });
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
