import { OF_MEASURES } from '../../../lib/measures/measures';
import { OF_MOODS } from '../../../lib/own-moods/own-moods';
import { useRefetch } from '../../../lib/api/use-change';
import type { Overview } from '../understand/overview';
import { makeBeginnings } from './make-beginnings';
import { makeMeasures } from './make-measures';
import { makeMoods } from './make-moods';

/** Makes what entries of a file need: measures, moods, and questions and templates. What came is seen at once. */
export function useMakeLists() {
  const refetch = useRefetch();
  /**
   * @param names words of the file that become moods
   * @param values the ids of the measures of which there are values
   * @returns the ids of measures here by those of the file
   * @throws TooManyMeasures before anything is made
   */
  return async (
    { measures = [], ownMoods: list, steps = {}, beginnings }: Overview,
    values: readonly string[],
    names: readonly string[],
  ): Promise<Map<string, string>> => {
    try {
      const made = await makeMeasures(measures, values);
      await makeMoods({ list, names, steps });
      await makeBeginnings(beginnings);
      return made;
    } finally {
      // If one of them fails, those before it have come.
      void refetch([...OF_MOODS, ...OF_MEASURES, 'beginnings']);
    }
  };
}
