import {
  BlobReader,
  configure,
  ERR_ENCRYPTED_CENTRAL_DIRECTORY,
  ERR_EOCDR_NOT_FOUND,
  ERR_SPLIT_ZIP_FILE,
  type FileEntry,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import { kindOfBytes } from './kind-of-bytes';
import { pathOf } from './reading';
import { textOfBytes } from '../texts/text-of-bytes';
import type { Bundle, BundleFile } from '../format';
import { BOUNDS, ImportFailure } from '../understood';
import { isTar, tarEntries } from './tar';
import { type ArchiveEntry, declaredFiles, type Packed, STORED, unpacked, zipWithin } from './zip-parts';

// This code is in a worker of its own already.
configure({ useWebWorkers: false });

/** Bytes that `start` decodes. */
const START_BYTES = 8_192;

/** Files whose start is remembered, since several formats look at it. */
const STARTS = 500;

/** Bytes of a ZIP's list of files. Each has at least 46, and its name. */
const DIRECTORY_BYTES = 60_000_000;

/** Bytes of a file that are read at once, if it is read part by part. */
const PART_BYTES = 1_000_000;

/** Files that computers add to every ZIP or folder. */
const CLUTTER = /(^|\/)(__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)(\/|$)/;

/**
 * The files that a person chose: one file, what is in a ZIP, or several files. Nothing is unpacked before it is asked for.
 * @param languages see `textOfBytes`
 * @throws ImportFailure
 */
export async function bundleOf(files: readonly File[], languages?: readonly string[]): Promise<Bundle> {
  const [first] = files;
  if (!first) throw new ImportFailure('empty');
  if (files.length > BOUNDS.filesInZip) throw new ImportFailure('too-many-files');
  const reading = newReading(languages);
  if (files.length > 1) {
    const chosen = files.filter((file) => !CLUTTER.test(pathOf(file)));
    const isAllZips = chosen.length > 0 && (await areZips(chosen));
    return {
      isSingle: false,
      files: isAllZips ? await filesOfZips(chosen, reading) : chosen.map(plainFile(reading)),
    };
  }
  if (first.size === 0) throw new ImportFailure('empty');
  const start = await startOf(first);
  if (isZip(start)) return { isSingle: false, files: await filesOfZip(first, reading) };
  if (isTar(start)) {
    const entries = await tarEntries(first);
    return { isSingle: false, files: entries.map((entry) => packedFile(first, entry, reading)) };
  }
  const kind = kindOfBytes(start);
  if (kind) throw new ImportFailure('other-kind', kind);
  return { isSingle: true, files: [plainFile(reading)(first)] };
}

/** The bytes by which the kind of a file is told. */
const startOf = async (file: Blob): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(0, 512).arrayBuffer());

/** Signatures of a ZIP's first file, of one without files, and of one that was split (APPNOTE.TXT, 4.3). */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && [0x03, 0x05, 0x07].includes(bytes[2] ?? 0);

async function areZips(files: readonly File[]): Promise<boolean> {
  for (const file of files) if (!isZip(await startOf(file))) return false;
  return true;
}

/** What reading the files of one bundle has cost. */
interface Reading {
  languages?: readonly string[];
  /** Files that have been found in ZIPs. */
  files: number;
  /** Bytes that ZIPs within ZIPs may still take. */
  zipBytes: number;
  /** Bytes that may still be read, so that a file that unpacks to gigabytes costs no memory. */
  left: number;
  starts: number;
  /** The file that was last read as JSON. */
  parsed?: { file: object; json: Promise<unknown> };
}

const newReading = (languages?: readonly string[]): Reading => ({
  languages,
  files: 0,
  zipBytes: BOUNDS.innerZipBytes,
  left: BOUNDS.textBytes,
  starts: 0,
});

/** Counts the bytes of one file. They count once, however often it is read. */
function counter(reading: Reading): (bytes: number) => void {
  let counted = 0;
  return (bytes) => {
    reading.left -= Math.max(0, bytes - counted);
    counted = Math.max(counted, bytes);
    if (reading.left < 0) throw new ImportFailure('too-large-unpacked');
  };
}

const plainFile =
  (reading: Reading) =>
  (file: File): BundleFile => {
    const count = counter(reading);
    const read = async () => {
      if (file.size > BOUNDS.textBytes) throw new ImportFailure('too-large');
      count(file.size);
      return new Uint8Array(await file.arrayBuffer());
    };
    const start = async () =>
      textOfBytes(new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer()), reading.languages);
    async function* parts() {
      for (let from = 0; from < file.size; from += PART_BYTES)
        yield new Uint8Array(await file.slice(from, from + PART_BYTES).arrayBuffer());
    }
    return { ...fileOf(reading, pathOf(file), file.size, read, start), parts };
  };

/** Refuses to read a list of files that is larger than one of this many files can be. */
class BoundedReader extends BlobReader {
  override readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    if (length > DIRECTORY_BYTES) throw new ImportFailure('too-many-files');
    return super.readUint8Array(offset, length);
  }
}

/** `..` and drives. A slash at the start is harmless, and Daylio writes one. */
const LEADS_OUT = /(^|[/\\])\.\.([/\\]|$)|^[A-Za-z]:[/\\]/;

/** The parts of one export, which apps split if it is large. */
async function filesOfZips(zips: readonly File[], reading: Reading): Promise<BundleFile[]> {
  const all: BundleFile[] = [];
  const roots = new Set<string>();
  for (const zip of zips) {
    const files = await filesOfZip(zip, reading, pathOf(zip));
    for (const { path } of files) {
      if (path.includes('/')) continue;
      // Two diaries, of which a format might read one only.
      if (roots.has(path)) throw new ImportFailure('several-exports');
      roots.add(path);
    }
    all.push(...files);
  }
  return all;
}

/** The files of a ZIP, or of the ZIPs in it if it has nothing else, as an export of Notion. */
async function filesOfZip(zip: Blob, reading: Reading, chosen?: string): Promise<BundleFile[]> {
  const entries = (await zipEntries(zip, reading)).map(({ packed, ...entry }) => ({
    ...entry,
    packed: { ...packed, ...(chosen !== undefined && { chosen }) },
  }));
  if (!entries.every(({ path }) => /\.zip$/i.test(path)))
    return entries.map((entry) => packedFile(zip, entry, reading));
  const files: BundleFile[] = [];
  for (const entry of entries) {
    const within = entry.packed;
    if (entry.isEncrypted) throw new ImportFailure('protected-zip');
    if (isSuspicious(within)) throw new ImportFailure('too-large-unpacked');
    // One that is stored is read where it is.
    if (within.method !== STORED) reading.zipBytes -= within.uncompressedSize;
    if (reading.zipBytes < 0) throw new ImportFailure('large-zip-within');
    for (const inner of await zipEntries(await zipWithin(zip, within, entry.path), reading)) {
      const packed = { ...inner.packed, within, ...(chosen !== undefined && { chosen }) };
      files.push(packedFile(zip, { ...inner, packed }, reading));
    }
  }
  return files;
}

async function zipEntries(blob: Blob, reading: Reading): Promise<ArchiveEntry[]> {
  // No file is unpacked to a disk, so a name cannot do any harm. LEADS_OUT names the ZIPs that try.
  if ((await declaredFiles(blob)) > BOUNDS.filesInZip) throw new ImportFailure('too-many-files');
  const reader = new ZipReader(new BoundedReader(blob), { filenameValidation: 'tolerant' });
  const entries: ArchiveEntry[] = [];
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (entry.directory || CLUTTER.test(entry.filename)) continue;
      if (reading.files === BOUNDS.filesInZip) throw new ImportFailure('too-many-files');
      if (LEADS_OUT.test(entry.filename))
        throw new ImportFailure('unsafe-names', entry.filename.slice(0, 100));
      reading.files += 1;
      entries.push(archiveEntry(entry));
    }
  } catch (error) {
    throw error instanceof ImportFailure ? error : failureOf(error);
  }
  if (entries.length > 0 && entries.every(({ isEncrypted }) => isEncrypted))
    throw new ImportFailure('protected-zip');
  return entries;
}

/** What is needed of an entry, which takes 6 KB itself. */
function archiveEntry(entry: FileEntry): ArchiveEntry {
  const { filename, offset, uncompressedSize, compressedSize, compressionMethod, encrypted } = entry;
  return {
    path: filename,
    packed: { offset, compressedSize, uncompressedSize, method: compressionMethod },
    isEncrypted: encrypted,
  };
}

/** The list of files is at the end of a ZIP, so a ZIP without one is cut off. */
function failureOf(error: unknown): ImportFailure {
  const message = error instanceof Error ? error.message : '';
  if (message === ERR_ENCRYPTED_CENTRAL_DIRECTORY) return new ImportFailure('protected-zip');
  return new ImportFailure(
    [ERR_EOCDR_NOT_FOUND, ERR_SPLIT_ZIP_FILE].includes(message) ? 'cut-off' : 'damaged',
  );
}

/** Whether it unpacks to far more than anything that people write. */
const isSuspicious = ({ uncompressedSize, compressedSize }: Packed): boolean =>
  uncompressedSize > BOUNDS.suspiciousBytes && uncompressedSize > compressedSize * BOUNDS.ratio;

function packedFile(blob: Blob, { path, packed, isEncrypted }: ArchiveEntry, reading: Reading): BundleFile {
  const { uncompressedSize } = packed;
  const count = counter(reading);
  /** @param limit reads no more bytes than this, which then count nothing */
  const read = async (limit?: number): Promise<Uint8Array> => {
    if (isEncrypted) throw new ImportFailure('protected-zip');
    if (isSuspicious(packed) || uncompressedSize > BOUNDS.textBytes)
      throw new ImportFailure('too-large-unpacked');
    if (limit === undefined) count(uncompressedSize);
    return unpacked(blob, packed, path, limit);
  };
  const start = async () => textOfBytes(await read(START_BYTES), reading.languages);
  return { ...fileOf(reading, path, uncompressedSize, read, start), packed };
}

function fileOf(
  reading: Reading,
  path: string,
  size: number,
  read: () => Promise<Uint8Array>,
  readStart: () => Promise<string>,
): BundleFile {
  let remembered: Promise<string> | undefined;
  const text = async () => textOfBytes(await read(), reading.languages);
  const start = () => {
    if (remembered) return remembered;
    const starting = readStart();
    reading.starts += 1;
    if (reading.starts <= STARTS) remembered = starting;
    return starting;
  };
  async function* parts() {
    const bytes = await read();
    for (let from = 0; from < bytes.length; from += PART_BYTES) yield bytes.subarray(from, from + PART_BYTES);
  }
  const file: BundleFile = {
    path,
    size,
    text,
    start,
    parts,
    json() {
      // Several formats may look at the same file, one after another.
      if (reading.parsed?.file !== file) reading.parsed = { file, json: text().then(parsed) };
      return reading.parsed.json;
    },
  };
  return file;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
