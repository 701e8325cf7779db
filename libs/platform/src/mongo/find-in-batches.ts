import type { mongo } from 'mongoose';

/** Ids that the database sends at a time. */
const IDS_SENT = 1_000;

type Id = mongo.Document['_id'];

/** Finds the ids of documents, `batch` at a time. */
export async function* findIdsInBatches<T = Id>(
  collection: mongo.Collection,
  filter: mongo.Filter<mongo.Document>,
  { batch, sort }: { batch: number; sort?: mongo.Sort },
): AsyncGenerator<T[]> {
  // Types are kept, because an integer that became a double would be another id.
  const options = {
    projection: { _id: 1 },
    promoteValues: false,
    batchSize: IDS_SENT,
    ...(sort && { sort }),
  };
  let ids: T[] = [];
  for await (const { _id } of collection.find(filter, options)) {
    ids.push(_id as T);
    if (ids.length < batch) continue;
    yield ids;
    ids = [];
  }
  if (ids.length > 0) yield ids;
}

/**
 * Finds documents, `batch` at a time. The embedded database holds everything that a query finds in memory until it is
 * read: the ids of a collection fit, but its documents may not. A document that is deleted meanwhile, or no longer
 * matches, is left out.
 */
export async function* findInBatches<T extends mongo.Document>(
  collection: mongo.Collection,
  filter: mongo.Filter<mongo.Document>,
  { batch, ...options }: mongo.FindOptions & { batch: number },
): AsyncGenerator<T[]> {
  const { sort } = options;
  for await (const $in of findIdsInBatches(collection, filter, { batch, ...(sort && { sort }) }))
    yield await collection.find<T>({ ...filter, _id: { $in } }, options).toArray();
}
