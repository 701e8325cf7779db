import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** The kinds of pixels: a byte each, three, or four with how opaque they are. */
const KINDS = { grey: 0, colour: 2, transparent: 6 };

/**
 * A PNG with eight bits.
 * @param {number} width
 * @param {number} height
 * @param {keyof typeof KINDS} kind
 * @param {Buffer} rows each begins with its filter, 0 for none
 */
export function pngOf(width, height, kind, rows) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, KINDS[kind]], 8);
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND')]);
}

/**
 * @param {string} type
 * @param {Buffer} data
 */
function chunk(type, data = Buffer.alloc(0)) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
