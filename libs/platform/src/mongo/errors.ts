import { mongo } from 'mongoose';

/** Whether a write failed because a document with the same unique key exists. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && (error as Error & { code?: unknown }).code === 11_000;
}

/** Retries an upsert that failed because another process inserted the document. The next attempt finds it. */
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
 * The outcome of each document of a failed unordered insertMany: true if it was inserted, false if a document with the
 * same unique key exists, and otherwise the error of a single insert, so that a full disk is still recognized. Rethrows
 * an error of the whole command.
 */
export function insertOutcomes(error: unknown, count: number): (boolean | Error)[] {
  const writeErrors = writeErrorsOf(error);
  const { result } = error as Partial<mongo.MongoBulkWriteError>;
  if (writeErrors.length === 0 || result?.getWriteConcernError()) throw error;
  const failures = new Map(writeErrors.map((failure) => [failure.index, failure]));
  return Array.from({ length: count }, (_, index) => {
    const failure = failures.get(index);
    if (!failure) return true;
    if (failure.code === 11_000) return false;
    const { code, errmsg } = failure;
    return new mongo.MongoServerError({ code, errmsg });
  });
}

/** The refused writes of a bulk write. Empty if the command failed as a whole. */
export function writeErrorsOf(error: unknown): mongo.WriteError[] {
  const { writeErrors } = error as Partial<mongo.MongoBulkWriteError>;
  return writeErrors === undefined ? [] : new Array<mongo.WriteError>().concat(writeErrors);
}
