/** Did a write fail because a document with the same unique key is there already? */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && (error as Error & { code?: unknown }).code === 11_000;
}

/**
 * The places of the documents of an unordered insertMany that were there already; every other one is in. Throws
 * whatever else the write failed with.
 */
export function duplicatesOf(error: unknown): Set<number> {
  const failed =
    error instanceof Error ? (error as Error & { writeErrors?: unknown }).writeErrors : undefined;
  const failures = Array.isArray(failed) ? (failed as { code: number; index: number }[]) : [];
  if (failures.length === 0 || failures.some(({ code }) => code !== 11_000)) throw error;
  return new Set(failures.map(({ index }) => index));
}
