import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** What a link is good for, once: a new password for an account, or an account where not everybody may have one. */
export type LinkKind = 'reset' | 'invitation';

/** A link that somebody was given. Used ones and those that have run out are removed. */
@Schema({ collection: 'one_time_links', versionKey: false })
export class OneTimeLink {
  /** SHA-256 of the token, hex. The token has 256 random bits, so a fast hash is enough. */
  @Prop({ type: String })
  _id: string;

  @Prop({ type: String, required: true })
  kind: LinkKind;

  /** Whose password; of an invitation: who made it, where an administrator did in the page. */
  @Prop({ type: String })
  userId?: string;

  @Prop({ type: Date, required: true })
  createdAt: Date;

  @Prop({ type: Date, required: true })
  expiresAt: Date;
}

export const OneTimeLinkSchema = SchemaFactory.createForClass(OneTimeLink);

// The deletion of an account.
OneTimeLinkSchema.index({ userId: 1 });

// Cleaning up, and the list of invitations that are open.
OneTimeLinkSchema.index({ expiresAt: 1 });
