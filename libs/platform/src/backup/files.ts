import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';

/** `copyFile` would also copy the owner, and root with few rights cannot set the mode of a file that is another's. */
export async function copyBytes(from: string, to: string): Promise<void> {
  const source = await open(from);
  await writeFile(to, source.createReadStream(), { mode: 0o600 });
}

/** The lines of a gzipped file. */
export async function* savedLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const gunzip = createGunzip();
  // `pipe` does not forward errors.
  source.on('error', (error) => gunzip.destroy(error));
  yield* createInterface({ input: source.pipe(gunzip), crlfDelay: Number.POSITIVE_INFINITY });
}

export const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
