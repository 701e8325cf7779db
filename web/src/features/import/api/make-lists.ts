import { useQueryClient } from '@tanstack/react-query';
import { OF_MOODS } from '../../../lib/own-moods/own-moods';
import { queryKeysOf } from '../../../lib/query-keys';
import type { PreparedEntry } from '../understand/to-entries';
import type { Understood } from '../understand/understood';
import { makeBeginnings } from './make-beginnings';
import { makeMeasures } from './make-measures';
import { makeMoods } from './make-moods';

/** Makes what entries of a file need: measures, moods, and questions and templates. What came is seen at once. */
export function useMakeLists() {
  const queries = useQueryClient();
  /**
   * @param names words of the file that become moods
   * @returns the entries with the ids of the measures that are here
   * @throws TooManyMeasures before anything is made
   */
  return async (
    { measures = [], ownMoods: list, steps = {}, beginnings }: Understood,
    entries: PreparedEntry[],
    names: readonly string[],
  ): Promise<PreparedEntry[]> => {
    try {
      const made = await makeMeasures(measures, entries);
      await makeMoods({ list, names, steps });
      await makeBeginnings(beginnings);
      return made;
    } finally {
      // If one of them fails, those before it have come.
      for (const root of [...OF_MOODS, 'measures', 'beginnings'] as const)
        void queries.invalidateQueries({ queryKey: queryKeysOf(root) });
    }
  };
}
