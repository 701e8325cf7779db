import { mongo } from 'mongoose';

/** Did a write fail because a document with the same unique key exists? */
export function isDuplicateKey(error: unknown): boolean {
  return hasCode(error, 11_000);
}

/** Was a write refused because another one changed the same documents at the same time? */
export function isWriteConflict(error: unknown): boolean {
  return hasCode(error, 112);
}

/** Repeats an upsert that met a document which another process had just inserted: the next attempt finds it. */
export async function upserted<T>(upsert: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await upsert();
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

/**
 * What became of each document of an unordered insertMany that failed: true where it was inserted, false where one with the
 * same unique key exists already, and otherwise the error that an insert of it alone would have thrown, so that a full disk
 * is still told apart. Rethrows an error of the whole command.
 */
export function insertOutcomes(error: unknown, count: number): PromiseSettledResult<boolean>[] {
  const refused = writeErrorsOf(error);
  const { result } = error as Partial<mongo.MongoBulkWriteError>;
  if (refused.length === 0 || result?.getWriteConcernError()) throw error;
  const failures = new Map(refused.map((failure) => [failure.index, failure]));
  return Array.from({ length: count }, (_, index) => {
    const failure = failures.get(index);
    if (!failure) return { status: 'fulfilled', value: true };
    if (failure.code === 11_000) return { status: 'fulfilled', value: false };
    const { code, errmsg } = failure;
    return { status: 'rejected', reason: new mongo.MongoServerError({ code, errmsg }) };
  });
}

/** Which writes of a group were refused; none where the group failed as a whole. */
export function writeErrorsOf(error: unknown): mongo.WriteError[] {
  const { writeErrors } = error as Partial<mongo.MongoBulkWriteError>;
  return writeErrors === undefined ? [] : new Array<mongo.WriteError>().concat(writeErrors);
}

const hasCode = (error: unknown, code: number): boolean =>
  error instanceof Error && (error as Error & { code?: unknown }).code === code;
