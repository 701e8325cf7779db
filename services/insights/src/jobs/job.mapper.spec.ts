import type { InsightDetailsDto } from '@inner-weather/contracts/insights/insights.dto';
import { toJobDto } from './job.mapper.js';
import type { ReadableJob } from './job.schema.js';

const group = (name: string) => ({ name, days: 3, mean: 1, low: 1, high: 1, differs: null });

const jobWith = (weekdays: string[]) => {
  const figures = { days: [], weekdays: weekdays.map(group), skies: [] };
  const details: InsightDetailsDto = { selfHarm: false, figures, notable: [], cited: [], dropped: 0 };
  return { _id: 'job', createdAt: new Date(0), details } as unknown as ReadableJob;
};

describe('a job as it leaves the service', () => {
  it('names weekdays by number, whenever it was stored', () => {
    for (const stored of [
      ['1', '7'],
      ['Monday', 'Sunday'],
    ]) {
      const { details } = toJobDto(jobWith(stored));
      expect(details?.figures.weekdays).toEqual([group('1'), group('7')]);
    }
  });
});
