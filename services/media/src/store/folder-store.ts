import { lstat, mkdir, open, readdir, rename, rm, rmdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import { PhotoStore, type StoredOf, StoreAway } from './photo-store.js';

/** The folder of photos that arrive, beside those of people: see Incoming. */
export const ARRIVING = 'arriving';

/** Photos as files of a folder, one folder for each person. */
export class FolderStore extends PhotoStore {
  private readonly logger = new Logger(FolderStore.name);

  constructor(private readonly folder: string) {
    super();
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    await away(async () => {
      const path = join(this.folder, key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Written beside it first, so that a crash or a full disk leaves no half of a photo under its name.
      const unfinished = unfinishedOf(path);
      try {
        const file = await open(unfinished, 'w', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      await sync(dirname(path));
    });
  }

  async open(key: string): Promise<Readable | undefined> {
    return away(async () => {
      const path = join(this.folder, key);
      try {
        const file = await open(path);
        return file.createReadStream();
      } catch (error) {
        if (isMissing(error)) return undefined;
        if (!isForbidden(error)) throw error;
        // Fails as well if its folder is forbidden, and all other photos with it.
        await lstat(path);
        this.logger.warn({ key, err: error, msg: 'a photo cannot be opened' });
        return undefined;
      }
    });
  }

  async delete(key: string): Promise<void> {
    await away(async () => {
      const path = join(this.folder, key);
      for (const file of [path, unfinishedOf(path)]) await rm(file, { force: true });
      // Succeeds only if it is empty.
      await rmdir(dirname(path)).catch(() => undefined);
    });
  }

  async *list(owner?: string): AsyncIterable<StoredOf> {
    const owners = owner === undefined ? await away(() => foldersIn(this.folder)) : [owner];
    for (const one of owners) {
      const names = await away(() => filesIn(join(this.folder, one)));
      if (names.length > 0) yield { owner: one, names: new Set(names) };
    }
  }

  async freeBytes(): Promise<number> {
    return away(async () => {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      const { bavail, bsize } = await statfs(this.folder);
      return bavail * bsize;
    });
  }
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(noneIfMissing);
  return entries.filter((entry) => entry.isDirectory() && entry.name !== ARRIVING).map(({ name }) => name);
}

/** Without folders, such as those in which a NAS keeps its own small pictures: nothing here makes one, or can delete it. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(noneIfMissing);
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
}

function noneIfMissing(error: unknown): never[] {
  if (isMissing(error)) return [];
  throw error;
}

/** A photo that is being written. A crash leaves it, and the photo's deletion takes it along. */
const unfinishedOf = (path: string): string => `${path}.part`;

/** Makes the new name of a file last: it is in the folder, not in the file. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function away<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StoreAway((error as NodeJS.ErrnoException).code ?? 'no code', error);
  }
}

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** `ELOOP`: a link that leads to itself. */
const isForbidden = (error: unknown): boolean =>
  ['EACCES', 'EPERM', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '');
