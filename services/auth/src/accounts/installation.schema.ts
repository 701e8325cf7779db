import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** What there is one of: who looks after this installation. */
@Schema({ collection: 'installation', versionKey: false })
export class Installation {
  @Prop({ type: String })
  _id: 'installation';

  /** Ids of users. */
  @Prop({ type: [String], required: true })
  adminIds: string[];
}

export const InstallationSchema = SchemaFactory.createForClass(Installation);
