import type { Model } from 'mongoose';
import type { ClaimedDocument, WithOutbox } from './outbox.js';

/** Removes the tombstones of a collection: documents with `removeAt`, once their events are published and it is time. */
export class TombstoneRemover {
  constructor(private readonly model: Model<WithOutbox>) {}

  /**
   * To be called when the events of a claimed document are published. Answers whether the document was removed; it is
   * not when its outbox was changed since the claim.
   */
  async removeIfDue({ _id, removeAt }: ClaimedDocument, fence: string): Promise<boolean> {
    if (!removeAt || removeAt.getTime() > Date.now()) return false;
    const { deletedCount } = await this.model.deleteOne({ _id, outboxFence: fence });
    return deletedCount > 0;
  }
}
