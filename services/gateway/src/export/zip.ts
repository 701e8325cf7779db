import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file in a ZIP. Its content is read when its turn comes. */
export interface NamedFile {
  name: string;
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
  /** Whether it would not become smaller, as pictures. */
  isCompressed?: boolean;
}

type Files = Iterable<NamedFile> | AsyncIterable<NamedFile>;

/**
 * A ZIP that is created while it is read. Its files are written one after the other, and the next one is asked for when
 * the last one has been read, so their number does not matter. An error destroys the stream before the central
 * directory is written, so an incomplete file is not a valid ZIP.
 * @param mtime the time of all files
 */
export function zipOf(files: Files, mtime: Date): Readable {
  const zip = new ZipFile();
  // @types/yazl declares only the interface; the object is a PassThrough.
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  addAll(files, zip, output, mtime).catch((error: Error) => output.destroy(error));
  return output;
}

async function addAll(files: Files, zip: ZipFile, output: Readable, mtime: Date): Promise<void> {
  for await (const file of files) {
    if (!output.destroyed) await add(file, zip, output, mtime);
    if (output.destroyed) return;
  }
  zip.end();
}

/** Ends when the content has been read, or the output was destroyed. */
async function add(file: NamedFile, zip: ZipFile, output: Readable, mtime: Date): Promise<void> {
  const { name, content, isCompressed = false } = file;
  const source = Readable.from(content, { objectMode: false });
  const end = (): unknown => source.destroy();
  output.once('close', end);
  await new Promise<void>((done) => {
    // yazl does not handle errors of its inputs, and an unhandled error would end the process.
    source.on('error', (error) => output.destroy(error)).once('close', done);
    zip.addReadStream(source, name, { mtime, compress: !isCompressed });
  });
  output.off('close', end);
}
