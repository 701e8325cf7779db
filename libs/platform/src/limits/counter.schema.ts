import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** How often something happened within one window of time. */
@Schema({ collection: 'counters', versionKey: false })
export class Counter {
  /** `<what>:<hash of whom, or two joined by +>:<number of the window>`. */
  @Prop({ type: String })
  _id: string;

  @Prop({ type: Number })
  count?: number;

  /** Counts that are changed together, by their names. A counter has either these or `count`. */
  @Prop({ type: Object })
  counts?: Record<string, number>;

  @Prop({ type: Date, required: true })
  expiresAt: Date;
}

export const CounterSchema = SchemaFactory.createForClass(Counter);

// The sweep of windows that are over: { expiresAt }.
CounterSchema.index({ expiresAt: 1 });
