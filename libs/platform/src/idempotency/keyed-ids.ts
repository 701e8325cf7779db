import { DomainError } from '@inner-weather/contracts/errors';
import { LIMITS } from '@inner-weather/contracts/limits';
import { timeOfUuid7 } from '@inner-weather/contracts/uuid7';
import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { FieldEncryption } from '../encryption/field-encryption.js';
import type { KeyedDocument } from './keyed-document.schema.js';

const HOUR_MS = 60 * 60_000;

/** For how long a request can be repeated: one hour longer than promised, in case a request is slow. */
const REPLAYABLE_MS = (LIMITS.idempotencyHours + 1) * HOUR_MS;

/** Hexadecimal digits of an id, 96 bits, and of the seconds since 1970 with which those of MongoDB begin. */
const DIGITS = { id: 24, time: 8 };

/** The id for a new document, and what tells a repeated request from another one under the same Idempotency-Key. */
export type KeyedId = Pick<KeyedDocument, 'replayableUntil' | 'requestHash'> & { _id: Types.ObjectId };

/**
 * Gives each new document of a person its id. Under one Idempotency-Key any number of requests creates one document:
 *
 * 1. The id follows from the person and the key, by an HMAC under the person's own key: every request finds the same one,
 *    nobody else can, and nothing has to be stored before the document. A key that is a UUID of version 7, as the gateway
 *    and the page make them, names a time: the id begins with it, so that databases store new documents side by side.
 * 2. The document is inserted under that id. One insert succeeds; every other finds the document there, with the
 *    fingerprint of the body that made it. Nothing follows it, so a crash leaves nothing undone.
 * 3. A deleted document leaves a tombstone under its id, with the fingerprint, until `replayableUntil`. So the insert of a
 *    repeated request meets the tombstone and does not bring the document back.
 */
@Injectable()
export class KeyedIds {
  constructor(private readonly encryption: FieldEncryption) {}

  /** Without a key only a random id. Throws `unauthenticated` when there is a key and the account was deleted. */
  async forNew(userId: string, body: object, idempotencyKey?: string): Promise<KeyedId> {
    if (!idempotencyKey) return { _id: new Types.ObjectId() };
    const requestHash = await this.encryption.fingerprint(userId, body);
    const hash = await this.encryption.fingerprint(userId, { idempotencyKey });
    return {
      _id: new Types.ObjectId(`${timeDigits(idempotencyKey)}${hash}`.slice(0, DIGITS.id)),
      replayableUntil: new Date(Date.now() + REPLAYABLE_MS),
      requestHash,
    };
  }
}

/**
 * To be called with the document that has the id of a new one already. Throws `idempotency_key_reused` when the request
 * that created it had another body.
 */
export function assertSameBody(
  existing: Pick<KeyedDocument, 'requestHash'>,
  { requestHash }: Pick<KeyedId, 'requestHash'>,
): void {
  if (existing.requestHash === requestHash) return;
  throw new DomainError('idempotency_key_reused', 'This Idempotency-Key was used with another body.');
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
