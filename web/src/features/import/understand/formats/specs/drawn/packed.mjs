import { strToU8, zipSync } from 'fflate';
import { readFileSync } from 'node:fs';

/** @typedef {Record<string, string | Uint8Array<ArrayBufferLike>>} Files texts and bytes by their paths */

/** Local, as ZIPs have it, so that their bytes are the same everywhere. */
const MADE_ON = new Date(2026, 1, 1);

/** @param {string} name */
const picture = (name) =>
  new Uint8Array(readFileSync(new URL(`../../../../../../../samples/${name}`, import.meta.url)));

export const JPEG = picture('photo.jpg');
export const HEIC = picture('photo.heic');

/**
 * @param {Files} files
 * @param {0 | 6} [level] 0: not compressed
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function zipped(files, level = 6) {
  const bytes = Object.entries(files).map(([path, data]) => [
    path,
    typeof data === 'string' ? strToU8(data) : data,
  ]);
  return new Uint8Array(zipSync(Object.fromEntries(bytes), { level, mtime: MADE_ON }));
}

/**
 * @param {Files} files
 * @param {string} [name]
 */
export const zipOf = (files, name = 'file.zip') => new File([zipped(files)], name);

/**
 * An archive of tar (POSIX.1, ustar).
 * @param {Files} files
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function tarOf(files) {
  const blocks = Object.entries(files).flatMap(([path, data]) => {
    const bytes = Buffer.from(/** @type {string} */ (data));
    const header = Buffer.alloc(512);
    header.write(path, 0);
    header.write('0000644', 100);
    header.write(bytes.length.toString(8).padStart(11, '0'), 124);
    header.write('        0', 148);
    header.write('ustar\x0000', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return new Uint8Array(Buffer.concat([...blocks, Buffer.alloc(1_024)]));
}
