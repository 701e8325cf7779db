import { Prop, Schema } from '@nestjs/mongoose';
import { WithOutbox } from '../outbox/outbox.js';

/** The fields of a document that is created with an Idempotency-Key, see `KeyedIds`. Schema classes extend it. */
@Schema()
export class KeyedDocument extends WithOutbox {
  /** If the document is deleted, its tombstone stays until this time or longer. Absent: until its events are published. */
  @Prop({ type: Date })
  replayableUntil?: Date;

  /** The fingerprint of the request body, made with the user's key. Absent without an Idempotency-Key. */
  @Prop({ type: String })
  requestHash?: string;
}
