import type { Model } from 'mongoose';
import type { ClaimedDocument, WithOutbox } from './outbox.js';

/** Removes tombstones: documents with `removeAt`, after that time and after their events are published. */
export class TombstoneRemover {
  constructor(private readonly model: Model<WithOutbox>) {}

  /**
   * Call this when the events of a claimed document are published. Returns whether the document was removed. It is not
   * removed if its outbox changed since the claim.
   */
  async removeIfDue({ _id, removeAt }: ClaimedDocument, fence: string): Promise<boolean> {
    if (!removeAt || removeAt.getTime() > Date.now()) return false;
    const { deletedCount } = await this.model.deleteOne({ _id, outboxFence: fence });
    return deletedCount > 0;
  }
}
