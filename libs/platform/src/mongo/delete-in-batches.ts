import type { Model, QueryFilter } from 'mongoose';

/**
 * Documents in one command. Other commands of the embedded database wait while one runs, and deleting a hundred
 * entries takes it about a tenth of a second.
 */
const BATCH = 100;

/**
 * Deletes all documents that match, in commands that are short however many documents there are. Returns how many it
 * deleted. If it throws, what it has deleted so far stays deleted, so that a repetition has less to do.
 * @param filter has to be served by an index
 */
export async function deleteInBatches<T>(model: Model<T>, filter: QueryFilter<T>): Promise<number> {
  let deleted = 0;
  for (;;) {
    const found = await model.find(filter, { _id: 1 }).limit(BATCH).lean<{ _id: unknown }[]>();
    if (found.length === 0) return deleted;
    const { deletedCount } = await model.deleteMany({ ...filter, _id: { $in: found.map(({ _id }) => _id) } });
    deleted += deletedCount;
  }
}
