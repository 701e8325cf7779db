import type { Measure } from '@inner-weather/domain/measures/measures';
import { api, expectData } from '../../../lib/api/api-client';

/** Makes the measures of a file that are not here yet, in their order. Those that are here stay as they are. */
export async function makeMeasures(measures: readonly Measure[]): Promise<void> {
  if (measures.length === 0) return;
  const here = expectData(await api.GET('/api/measures')).measures;
  for (const { _id, ...body } of measures) {
    if (here.some((one) => one._id === _id)) continue;
    expectData(await api.PUT('/api/measures/{id}', { params: { path: { id: _id } }, body }));
  }
}
