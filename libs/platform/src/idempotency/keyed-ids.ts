import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { LIMITS } from '@inner-weather/domain/limits';
import { timeOfUuid7 } from '@inner-weather/domain/entries/uuid7';
import { problem } from '@inner-weather/domain/problems/problem';
import { REQUEST_PROBLEMS } from '@inner-weather/domain/problems/request-problems';
import { Injectable } from '@nestjs/common';
import { Types } from 'mongoose';
import { FieldEncryption } from '../encryption/field-encryption.js';
import type { KeyedDocument } from './keyed-document.schema.js';

const HOUR_MS = 60 * 60_000;

/** Milliseconds in which a request can be repeated. One hour longer than documented, in case a request is slow. */
export const REPLAYABLE_MS = (LIMITS.idempotencyHours + 1) * HOUR_MS;

/** Hexadecimal digits of a MongoDB id (96 bits), and of the seconds since 1970 with which it begins. */
const DIGITS = { id: 24, time: 8 };

/**
 * The id of a new document, and the fields that distinguish a repeated request from a different one with the same key.
 */
export type KeyedId = Pick<KeyedDocument, 'replayableUntil' | 'requestHash'> & { _id: Types.ObjectId };

/**
 * Creates the id of each new document of a user. Any number of requests with one Idempotency-Key create one document:
 *
 * 1. The id is an HMAC of the Idempotency-Key with the user's data key. Every request of the user computes the same id,
 *    no other user can, and nothing has to be stored before the document. If the Idempotency-Key is a UUID of version 7,
 *    as the gateway and the web app create them, the id begins with its time, so that new documents are stored together.
 * 2. The document is inserted under that id. One insert succeeds. Every other request finds the existing document, with
 *    the fingerprint of the body that created it. There is no second step, so a crash leaves nothing unfinished.
 * 3. A deleted document leaves a tombstone with its id and fingerprint until `replayableUntil`. The insert of a repeated
 *    request conflicts with the tombstone, so the document does not come back.
 */
@Injectable()
export class KeyedIds {
  constructor(private readonly encryption: FieldEncryption) {}

  /** Without a key, the id is random. With a key, throws `unauthenticated` if the account was deleted. */
  async forNew(userId: string, body: object, idempotencyKey?: string): Promise<KeyedId> {
    if (!idempotencyKey) return { _id: new Types.ObjectId() };
    const requestHash = await this.hashOf(userId, body);
    const hash = await this.encryption.fingerprint(userId, { idempotencyKey });
    return {
      _id: new Types.ObjectId(`${timeDigits(idempotencyKey)}${hash}`.slice(0, DIGITS.id)),
      replayableUntil: new Date(Date.now() + REPLAYABLE_MS),
      requestHash,
    };
  }

  /** The fingerprint of a body, by which a repeated request is recognised. */
  hashOf(userId: string, body: object): Promise<string> {
    return this.encryption.fingerprint(userId, body);
  }
}

/**
 * Call this with the existing document under the new id. Throws `idempotency_key_reused` if the request that created it
 * had another body.
 */
export function assertSameBody(
  existing: Pick<KeyedDocument, 'requestHash'>,
  { requestHash }: Pick<KeyedId, 'requestHash'>,
): void {
  if (existing.requestHash === requestHash) return;
  throw new DomainError('idempotency_key_reused', problem(REQUEST_PROBLEMS.idempotency_key_reused));
}

/** The digits of the key's time. Empty if the key has no time, or one after 2106. */
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
