import { LIMITS } from '@inner-weather/contracts/limits';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

export const IDEMPOTENCY_KEY_TTL_MS = LIMITS.idempotencyHours * 60 * 60_000;

/** One use of an Idempotency-Key, made before the document that it stands for. */
@Schema({ collection: 'idempotency_keys', versionKey: false })
export class IdempotencyKey {
  /** `userId:key`: its uniqueness decides between requests that come at the same time. */
  @Prop({ type: String })
  _id: string;

  /** The index serves the deletion of an account. */
  @Prop({ type: String, required: true, index: true })
  userId: string;

  /** Of the body; see canonical-hash.ts. */
  @Prop({ type: String, required: true })
  bodyHash: string;

  /** The id that the document has, or will have. */
  @Prop({ type: Types.ObjectId, required: true })
  targetId: Types.ObjectId;

  /** MongoDB drops it after its time by itself; the embedded database does not, so housekeeping does it too. */
  @Prop({ type: Date, required: true, expires: IDEMPOTENCY_KEY_TTL_MS / 1000 })
  createdAt: Date;
}

export const IdempotencyKeySchema = SchemaFactory.createForClass(IdempotencyKey);
