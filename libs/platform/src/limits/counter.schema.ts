import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** How often something happened within one window of time. */
@Schema({ collection: 'counters', versionKey: false })
export class Counter {
  /** `<what>:<hash of whom, or two joined by +>:<number of the window>`. */
  @Prop({ type: String })
  _id: string;

  @Prop({ type: Number, required: true })
  count: number;

  @Prop({ type: Date, required: true })
  expiresAt: Date;
}

export const CounterSchema = SchemaFactory.createForClass(Counter);

// Cleaning up: windows that are over.
CounterSchema.index({ expiresAt: 1 });
