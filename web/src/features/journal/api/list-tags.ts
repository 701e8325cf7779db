import { tagKeyOf } from '@inner-weather/domain/entries/tags';
import { type UsedTag, usedTags } from '@inner-weather/domain/entries/used-tags';
import { useQuery } from '@tanstack/react-query';
import { api, expectData } from '../../../lib/api/api-client';
import { useWaiting } from '../../../lib/outbox/waiting';
import { keepAnswer, orKept, readAnswer } from '../../../lib/copy/copy';
import { readEntries } from '../../../lib/copy/entries';
import type { Vault } from '../../../lib/vault/vault';
import { newEntries } from '../../../lib/outbox/pending';
import { queryKey } from '../../../lib/query-keys';

/** Milliseconds for which the tags are fresh enough to be suggested. A save fetches them again. */
const FRESH_MS = 5 * 60_000;

/** The kind under which the device keeps them, and the only answer of that kind. */
const [TAGS, ALL] = ['tags', 'all'];

/** GET /journal/tags, most used first, and then those that only waiting entries have. */
export function useTags(userId: string) {
  const waiting = useWaiting();
  return useQuery({
    queryKey: queryKey('tags', userId),
    queryFn: ({ signal }) =>
      orKept(async (): Promise<UsedTag[]> => {
        const { tags } = expectData(await api.GET('/api/journal/tags', { signal }));
        void keepAnswer(TAGS, ALL, tags);
        return tags;
      }, readTags),
    staleTime: FRESH_MS,
    select: (tags) => {
      const keys = new Set(tags.map(({ tag }) => tagKeyOf(tag)));
      return [...tags, ...usedTags(newEntries(waiting)).filter(({ tag }) => !keys.has(tagKeyOf(tag)))];
    },
  });
}

/** Those that the server listed last, or else those of the kept entries. */
async function readTags(vault: Vault): Promise<UsedTag[] | undefined> {
  const listed = await readAnswer<UsedTag[]>(vault, TAGS, ALL);
  if (listed) return listed;
  const kept = await readEntries(vault);
  return kept && usedTags(kept.entries);
}
