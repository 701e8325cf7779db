import { BOUNDS, ImportFailure } from '../understood';
import { type ArchiveEntry, BARE } from './zip-parts';

/* Archives of tar (POSIX.1, ustar): each file is a header of 512 bytes and its bytes, up to the next 512. */

const BLOCK = 512;

/** Bytes that are read at once: most files are small, and their headers near each other. */
const WINDOW = 1_000_000;

/** @param start its first 512 bytes */
export const isTar = (start: Uint8Array): boolean => textAt(start, 257, 5) === 'ustar' && isWhole(start);

/** @throws ImportFailure */
export async function tarEntries(archive: Blob): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = [];
  let window: { from: number; bytes: Uint8Array } | undefined;
  let headers = 0;
  for (let at = 0; at + BLOCK <= archive.size;) {
    if (!window || at + BLOCK > window.from + window.bytes.length)
      window = { from: at, bytes: new Uint8Array(await archive.slice(at, at + WINDOW).arrayBuffer()) };
    const header = window.bytes.subarray(at - window.from, at - window.from + BLOCK);
    // Two empty blocks are the end.
    if (header.every((byte) => byte === 0)) return entries;
    if (!isWhole(header)) throw new ImportFailure('damaged');
    headers += 1;
    if (headers > BOUNDS.filesInZip) throw new ImportFailure('too-many-files');
    const size = Number.parseInt(textAt(header, 124, 12), 8) || 0;
    const offset = at + BLOCK;
    if (offset + size > archive.size) throw new ImportFailure('cut-off');
    // Directories, links and remarks about the next file have other types.
    if (['', '0'].includes(textAt(header, 156, 1))) {
      const path = [textAt(header, 345, 155), textAt(header, 0, 100)].filter(Boolean).join('/');
      const packed = { offset, compressedSize: size, uncompressedSize: size, method: BARE };
      entries.push({ path, packed });
    }
    at = offset + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw new ImportFailure('cut-off');
}

const DECODER = new TextDecoder();

/** The text of a field, which ends at a nul. */
const textAt = (header: Uint8Array, at: number, length: number): string =>
  DECODER.decode(header.subarray(at, at + length)).replace(/\0[^]*$/, '');

/** Whether the sum of its bytes is what it says. Those of the sum count as blanks. */
function isWhole(header: Uint8Array): boolean {
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  return Number.parseInt(textAt(header, 148, 8), 8) === sum;
}
