import { LIMITS } from '@inner-weather/contracts/limits';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

export const IDEMPOTENCY_KEY_TTL_MS = LIMITS.idempotencyHours * 60 * 60_000;

/** One use of an Idempotency-Key. It is stored before the document that the request creates. */
@Schema({ collection: 'idempotency_keys', versionKey: false })
export class IdempotencyKey {
  /** `userId:key`. It is unique, which decides between requests that arrive at the same time. */
  @Prop({ type: String })
  _id: string;

  @Prop({ type: String, required: true })
  userId: string;

  /** The hash of the request's body; see canonical-hash.ts. */
  @Prop({ type: String, required: true })
  bodyHash: string;

  /** The id of the document, which may not exist yet. */
  @Prop({ type: Types.ObjectId, required: true })
  targetId: Types.ObjectId;

  /** Whether that document was deleted since. Absent means no. */
  @Prop({ type: Boolean })
  targetDeleted?: boolean;

  /** MongoDB removes expired keys by this index. The embedded database does not, so housekeeping does it too: { createdAt }. */
  @Prop({ type: Date, required: true, expires: IDEMPOTENCY_KEY_TTL_MS / 1000 })
  createdAt: Date;
}

export const IdempotencyKeySchema = SchemaFactory.createForClass(IdempotencyKey);
