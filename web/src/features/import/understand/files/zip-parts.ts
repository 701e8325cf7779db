import { ImportFailure } from '../understood';

/*
 * Parts of a ZIP (APPNOTE.TXT, 4.3) that are read without the library: an entry of it takes 6 KB of memory for as long as
 * the file is open, of which there may be 200,000, and a list of files may be longer than any of it is worth reading.
 */

/** Where a file is in a ZIP or a tar archive, and how it is packed. */
export interface Packed {
  offset: number;
  /** Bytes in the ZIP, and unpacked, as the ZIP says. */
  compressedSize: number;
  uncompressedSize: number;
  method: number;
  /** If it is in a ZIP within the chosen one: where that ZIP is. */
  within?: Packed;
  /** The path of the chosen file that it is in; absent if only one was chosen. */
  chosen?: string;
}

/** A file in an archive. */
export interface ArchiveEntry {
  path: string;
  packed: Packed;
  isEncrypted?: boolean;
}

const LOCAL_HEADER = { signature: 0x04034b50, length: 30, nameLength: 26, extraLength: 28 };
const END = { signature: 0x06054b50, length: 22, count: 10, commentMax: 0xffff };
/** The end of a ZIP with more files than two bytes can count, and its distance to the other end. */
const LARGE_END = { signature: 0x06064b50, length: 56, count: 32, distance: 56 + 20 };
export const STORED = 0;
const DEFLATED = 8;
/** The bytes of a file in a tar archive, which have no header of a ZIP before them. */
export const BARE = -1;

/**
 * Unpacks a file, or its start.
 * @param limit the number of bytes of the start
 * @throws ImportFailure if it is damaged, or unpacks to more than the ZIP says
 */
export async function unpacked(
  zip: Blob,
  packed: Packed,
  name: string,
  limit = Infinity,
): Promise<Uint8Array> {
  const { uncompressedSize, method, within } = packed;
  const archive = within ? await zipWithin(zip, within, name) : zip;
  const bytes = new Uint8Array(Math.min(limit, uncompressedSize));
  let length = 0;
  try {
    const reader = streamOf(await dataOf(archive, packed), method).getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const room = bytes.length - length;
      bytes.set(value.subarray(0, room), length);
      length += Math.min(room, value.length);
      if (length >= limit || value.length > room) {
        await reader.cancel();
        if (length < limit) throw new Error('It has more bytes than it says');
        break;
      }
    }
    if (length < bytes.length) throw new Error('It has fewer bytes than it says');
  } catch {
    throw new ImportFailure('damaged', name.slice(0, 100));
  }
  return bytes;
}

/** The bytes of a file as they are in its archive. */
async function dataOf(archive: Blob, { offset, compressedSize, method }: Packed): Promise<Blob> {
  if (method === BARE) return archive.slice(offset, offset + compressedSize);
  const header = await viewOf(archive.slice(offset, offset + LOCAL_HEADER.length));
  if (header.getUint32(0, true) !== LOCAL_HEADER.signature) throw new Error('No file is here');
  const from =
    offset +
    LOCAL_HEADER.length +
    header.getUint16(LOCAL_HEADER.nameLength, true) +
    header.getUint16(LOCAL_HEADER.extraLength, true);
  return archive.slice(from, from + compressedSize);
}

/** ZIPs within chosen ones, by their offsets, so that none is unpacked anew for each of its files. */
const opened = new WeakMap<Blob, Map<number, Promise<Blob>>>();

/** A ZIP within a ZIP. It takes no memory if it is only stored there. @throws ImportFailure if it is damaged */
export function zipWithin(zip: Blob, within: Packed, name: string): Promise<Blob> {
  const known = opened.get(zip) ?? new Map<number, Promise<Blob>>();
  opened.set(zip, known);
  const inner = known.get(within.offset) ?? openZip(zip, within, name);
  known.set(within.offset, inner);
  return inner;
}

async function openZip(zip: Blob, within: Packed, name: string): Promise<Blob> {
  if (within.method !== STORED) return new Blob([(await unpacked(zip, within, name)) as BlobPart]);
  return dataOf(zip, within).catch(() => {
    throw new ImportFailure('damaged', name.slice(0, 100));
  });
}

function streamOf(data: Blob, method: number): ReadableStream<Uint8Array> {
  if (method === STORED || method === BARE) return data.stream();
  if (method === DEFLATED) return data.stream().pipeThrough(new DecompressionStream('deflate-raw'));
  throw new Error('It is packed in another way');
}

/** The number of files that a ZIP says it has; 0 if it has no end. */
export async function declaredFiles(zip: Blob): Promise<number> {
  const room = END.length + END.commentMax + LARGE_END.distance;
  const view = await viewOf(zip.slice(Math.max(0, zip.size - room), zip.size));
  for (let at = view.byteLength - END.length; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== END.signature) continue;
    const count = view.getUint16(at + END.count, true);
    const large = at - LARGE_END.distance;
    return count === 0xffff && large >= 0 && view.getUint32(large, true) === LARGE_END.signature
      ? Number(view.getBigUint64(large + LARGE_END.count, true))
      : count;
  }
  return 0;
}

const viewOf = async (blob: Blob): Promise<DataView> => new DataView(await blob.arrayBuffer());
