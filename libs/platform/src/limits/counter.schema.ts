import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** Counts events within one window of time. */
@Schema({ collection: 'counters', versionKey: false })
export class Counter {
  /** `<name>:<hash of the subject, or two hashes joined by +>:<number of the window>`. */
  @Prop({ type: String })
  _id: string;

  @Prop({ type: Number })
  count?: number;

  /** Counts that change together, by name. A counter has either `counts` or `count`. */
  @Prop({ type: Object })
  counts?: Record<string, number>;

  @Prop({ type: Date, required: true })
  expiresAt: Date;
}

export const CounterSchema = SchemaFactory.createForClass(Counter);

// The index serves the sweep of expired windows: { expiresAt }.
CounterSchema.index({ expiresAt: 1 });
