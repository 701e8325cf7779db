import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** One document for the whole installation: its administrators. */
@Schema({ collection: 'installation', versionKey: false })
export class Installation {
  @Prop({ type: String })
  _id: 'installation';

  /** Ids of users. */
  @Prop({ type: [String], required: true })
  adminIds: string[];

  /** When a sign-up claimed the role; absent once its account is created. */
  @Prop({ type: Date })
  claimedAt?: Date;
}

export const InstallationSchema = SchemaFactory.createForClass(Installation);
