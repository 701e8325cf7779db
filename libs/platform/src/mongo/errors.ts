/** Did a write fail because a document with the same unique key is there already? */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && (error as Error & { code?: unknown }).code === 11_000;
}
