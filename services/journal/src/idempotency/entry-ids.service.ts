import type { CreateEntryDto } from '@inner-weather/contracts/entries.dto';
import { DomainError } from '@inner-weather/contracts/errors';
import { timeOfUuid7 } from '@inner-weather/contracts/uuid7';
import { FieldEncryption } from '@inner-weather/platform/encryption/field-encryption';
import { canonicalHash } from '@inner-weather/platform/idempotency/canonical-hash';
import { IDEMPOTENCY_KEY_TTL_MS } from '@inner-weather/platform/idempotency/idempotency-key.schema';
import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import type { ReadableEntry } from '../entries/entry.schema.js';
import { EarlierKeys } from './earlier-keys.js';

/** A tombstone outlives its key by this much: longer than a request with the key can still run. */
const TOMBSTONE_MARGIN_MS = 60 * 60_000;

/** Hexadecimal digits of an id, 96 bits, and of the seconds since 1970 with which those of MongoDB begin. */
const DIGITS = { id: 24, time: 8 };

/** The id for a new entry, and what tells a repeated request from another one under the same Idempotency-Key. */
export type EntryId = Pick<ReadableEntry, '_id' | 'replayableUntil' | 'requestHash'>;

/**
 * Gives each new entry its id. Under one Idempotency-Key any number of requests creates one entry:
 *
 * 1. The id follows from the person and the key, by an HMAC under the person's own key: every request finds the same one,
 *    nobody else can, and nothing has to be stored before the entry. A key that is a UUID of version 7, as the gateway
 *    and the page make them, names a time: the id begins with it, so that databases store new entries side by side.
 * 2. The entry is inserted under that id. One insert succeeds; every other finds the entry there, with the fingerprint of
 *    the body that made it. Nothing follows it, so a crash leaves nothing undone.
 * 3. A deleted entry leaves a tombstone under its id, with the fingerprint, for a day, and for an hour more in case a
 *    request is slow. So the insert of a repeated request meets the tombstone and does not bring the entry back.
 */
@Injectable()
export class EntryIds {
  constructor(
    private readonly earlier: EarlierKeys,
    private readonly encryption: FieldEncryption,
  ) {}

  /** Throws `idempotency_key_reused` when an earlier key belongs to another body, `unauthenticated` without an account. */
  async forNew(userId: string, entry: CreateEntryDto, idempotencyKey?: string): Promise<EntryId> {
    if (!idempotencyKey) return { _id: new Types.ObjectId() };
    const requestHash = await this.encryption.fingerprint(userId, entry);
    const use = await this.earlier.find(userId, idempotencyKey);
    // Before encryption a key was stored with a plain hash: a request that is repeated across the update finds it.
    if (use && use.bodyHash !== requestHash && use.bodyHash !== canonicalHash(entry)) throw keyReused();
    const hash = await this.encryption.fingerprint(userId, { idempotencyKey });
    const firstUse = use?.createdAt.getTime() ?? Date.now();
    return {
      _id: use?.targetId ?? new Types.ObjectId(`${timeDigits(idempotencyKey)}${hash}`.slice(0, DIGITS.id)),
      replayableUntil: new Date(firstUse + IDEMPOTENCY_KEY_TTL_MS + TOMBSTONE_MARGIN_MS),
      requestHash,
    };
  }
}

/** Those of the key's time; none for a key that has none, or one after 2106. */
function timeDigits(idempotencyKey: string): string {
  const time = timeOfUuid7(idempotencyKey);
  const digits =
    time === undefined
      ? ''
      : Math.floor(time / 1_000)
          .toString(16)
          .padStart(DIGITS.time, '0');
  return digits.length === DIGITS.time ? digits : '';
}

export const keyReused = (): DomainError =>
  new DomainError('idempotency_key_reused', 'This Idempotency-Key was used with another body.');
