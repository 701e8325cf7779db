import type { Readable } from 'node:stream';

/** What the store has of one person. */
export interface StoredOf {
  owner: string;
  /** What follows the owner and a slash in the keys. */
  names: Set<string>;
}

/**
 * Where the encrypted bytes of photos are. A key is some words of letters, digits and hyphens with slashes between them.
 * Every method throws StoreAway if the store does not answer or refuses.
 */
export abstract class PhotoStore {
  /** Replaces what the key has. A reader sees all of the old bytes or all of the new ones. */
  abstract put(key: string, bytes: Buffer): Promise<void>;

  /** Undefined if the key has nothing, or nothing that may be read. The stream fails if the bytes end early. */
  abstract open(key: string): Promise<Readable | undefined>;

  /** Does nothing if the key has nothing. */
  abstract delete(key: string): Promise<void>;

  /** The keys of all people, or of one, person by person: those with two words. Others are not listed. */
  abstract list(owner?: string): AsyncIterable<StoredOf>;

  /** The bytes that are free on the disk; undefined where the store cannot tell. */
  abstract freeBytes(): Promise<number | undefined>;
}

/** The store is full, gone, slow or refuses. The message holds no secret. */
export class StoreAway extends Error {
  constructor(what: string, cause?: unknown) {
    super(`the store of photos fails: ${what}`, { cause });
    this.name = 'StoreAway';
  }
}
