import type { Opener } from '@inner-weather/platform/encryption/field-encryption';
import { forgetAtRest } from '@inner-weather/platform/memory-at-rest';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { mongo } from 'mongoose';
import { type ShownEntry, toEntryDto } from './entry.mapper.js';
import { opened, type Sealed } from './entry-sealing.js';

/** Bytes that all people's entries take here, and for how many milliseconds they stay, whoever reads them. */
const REMEMBERED = {
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: ({ bytes }: Remembered) => bytes,
  ttl: 60_000,
  ttlAutopurge: true,
};

/** Bytes of one person's entries. Whoever reads more, an export for example, reads it once. */
const OF_ONE_MAX = 2 * 1024 * 1024;

/** Bytes of an entry beside what is stored and shown. */
const OVERHEAD = 300;

/** Where the id is in an entry as BSON: `_id` is the first field of what a database sends. */
const ID = { from: 9, to: 21 };

/** An entry as its writer is shown it, and what is needed to go on behind it. */
export interface Shown extends Pick<ShownEntry, '_id' | 'createdAt'> {
  json: Buffer;
}

interface Known {
  stored: Buffer;
  shown: Shown;
}

interface Remembered {
  /** By the bytes of their ids. */
  entries: Map<string, Known>;
  bytes: number;
}

/**
 * Makes what is stored into what is shown, once for what is read again within a minute: people look at the same days
 * over and over. All of its stored bytes are compared, so an entry that was changed, by its writer or by a stranger in
 * the database, is decoded and decrypted anew; and it is remembered with the key that opened it, so nothing that was
 * encrypted is remembered of an account without a key, or for anybody else. A process at rest remembers nothing.
 */
@Injectable()
export class ShownEntries {
  private readonly people = new LRUCache<Opener, Remembered>(REMEMBERED);

  constructor() {
    forgetAtRest(() => this.people.clear());
  }

  /** `stored`: entries as BSON. `open`: of FieldEncryption. Throws SealError as that does. */
  show(stored: Buffer[], open: Opener): Shown[] {
    const { entries, bytes: before }: Remembered = this.people.get(open) ?? { entries: new Map(), bytes: 0 };
    let bytes = before;
    const shown = stored.map((one) => {
      const id = one.toString('latin1', ID.from, ID.to);
      const known = entries.get(id);
      if (known?.stored.equals(one)) return known.shown;
      // A copy: these bytes are a part of all that the database has sent.
      const made = { stored: Buffer.from(one), shown: show(one, open) };
      entries.set(id, made);
      bytes += bytesOf(made) - (known ? bytesOf(known) : 0);
      return made.shown;
    });
    if (bytes > OF_ONE_MAX) this.people.delete(open);
    // A new object each time: of one that it has already, the cache would not notice that it has grown.
    else if (bytes !== before)
      this.people.set(open, { entries, bytes }, { noUpdateTTL: this.people.has(open) });
    return shown;
  }
}

function bytesOf({ stored, shown }: Known): number {
  return stored.length + shown.json.length + OVERHEAD;
}

function show(stored: Buffer, open: Opener): Shown {
  const sealed = mongo.BSON.deserialize(stored, { promoteBuffers: true }) as Sealed<ShownEntry>;
  const entry = opened<ShownEntry>(sealed, open);
  return {
    _id: entry._id,
    createdAt: entry.createdAt,
    json: Buffer.from(JSON.stringify(toEntryDto(entry))),
  };
}
