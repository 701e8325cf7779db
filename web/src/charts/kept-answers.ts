import { keepAnswer, orKept, readAnswers } from '../lib/copy/copy';
import type { Vault } from '../lib/vault/vault';
import type { Tagged } from './tagged';

interface Otherwise<T> {
  /** Whether the answer of another key will do if that of `key` is not kept. */
  isLike?: (otherKey: string) => boolean;
  /** What can be said if no answer is kept. */
  count?: (vault: Vault) => Promise<T | undefined>;
}

/**
 * Asks the server and keeps its answer on this device. If the server cannot be reached, the answer is the kept one, with
 * `fromDevice`.
 * @param kind of answers, such as `days`
 */
export function orKeptTagged<T extends object>(
  kind: string,
  key: string,
  ask: () => Promise<Tagged<T>>,
  { isLike = () => false, count = async () => undefined }: Otherwise<T> = {},
): Promise<Tagged<T & { fromDevice?: true }>> {
  return orKept<Tagged<T & { fromDevice?: true }>>(
    async () => {
      const answer = await ask();
      void keepAnswer(kind, key, answer.data);
      return answer;
    },
    async (vault) => {
      const answers = await readAnswers<T>(vault, kind);
      const kept = answers.find((one) => one.key === key) ?? answers.find((one) => isLike(one.key));
      const value = kept?.value ?? (await count(vault));
      // Without an ETag, the next request gets the whole answer.
      return value && { data: { ...value, fromDevice: true }, etag: null };
    },
  );
}
