import { keepAnswer, orKept, readAnswers } from '../lib/copy/copy';
import type { Tagged } from './tagged';

/**
 * Asks the server and keeps its answer on this device. If the server cannot be reached, the answer is the kept one, with
 * `fromDevice`.
 * @param kind of answers, such as `days`
 * @param isLike whether the answer of another key will do if that of `key` is not kept
 */
export function orKeptTagged<T extends object>(
  kind: string,
  key: string,
  ask: () => Promise<Tagged<T>>,
  isLike: (otherKey: string) => boolean = () => false,
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
      // Without an ETag, the next request gets the whole answer.
      return kept && { data: { ...kept.value, fromDevice: true }, etag: null };
    },
  );
}
