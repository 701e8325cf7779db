import { comparableMood } from '@inner-weather/domain/entries/moods';
import { type Measure, MEASURE_LIMITS } from '@inner-weather/domain/measures/measures';
import { api, expectData } from '../../../lib/api/api-client';
import type { PartOfImport } from '../parts';

/** There would be more measures than a person may have. */
export class TooManyMeasures extends Error {
  /** @param count how many there would be */
  constructor(readonly count: number) {
    super(String(count));
  }
}

const nameOf = ({ name, kind, unit }: Measure): string => [kind, unit, comparableMood(name)].join(' ');

/**
 * Makes the measures of a file that are not here yet, in their order; beyond those that may be asked at a time, as
 * archived ones. Those that are here, by id or by name and kind, stay as they are.
 * @param valuesOf the ids of those of which there are values
 * @returns the ids here by those of the file
 * @throws TooManyMeasures
 */
export async function makeMeasures(
  measures: readonly Measure[],
  valuesOf: readonly string[],
): Promise<Map<string, string>> {
  const used = new Set(valuesOf);
  const wanted = measures.filter(({ _id }) => used.has(_id));
  if (wanted.length === 0) return new Map();
  const here = expectData(await api.GET('/api/measures')).measures;
  const ids = new Map(here.map(({ _id }) => [_id, _id]));
  // Two of the file are never one here, since an entry may have values of both.
  const free = here.filter(({ _id }) => !used.has(_id));
  for (const measure of wanted) {
    if (ids.has(measure._id)) continue;
    const place = free.findIndex((one) => nameOf(one) === nameOf(measure));
    const [same] = place === -1 ? [] : free.splice(place, 1);
    if (same) ids.set(measure._id, same._id);
  }
  const missing = wanted.filter(({ _id }) => !ids.has(_id));
  if (here.length + missing.length > MEASURE_LIMITS.allMax)
    throw new TooManyMeasures(here.length + missing.length);
  let room = MEASURE_LIMITS.activeMax - here.filter(({ archived }) => !archived).length;
  for (const { _id, ...measure } of missing) {
    const archived = measure.archived || room <= 0;
    if (!archived) room -= 1;
    const body = { ...measure, archived };
    expectData(await api.PUT('/api/measures/{id}', { params: { path: { id: _id } }, body }));
  }
  return ids;
}

/** The entries with the ids of the measures that are here. */
export const withIdsHere = (part: PartOfImport, ids: ReadonlyMap<string, string>): PartOfImport =>
  part.map((one) => {
    const { measures } = one.entry;
    if (!measures || ids.size === 0) return one;
    const renamed = Object.entries(measures).map(([id, value]) => [ids.get(id) ?? id, value]);
    return {
      ...one,
      entry: { ...one.entry, measures: Object.fromEntries(renamed) as Record<string, number> },
    };
  });
