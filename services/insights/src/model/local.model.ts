import type { InsightAnswer, InsightModel, InsightQuestion } from './insight-model.js';
import { proseOf } from './prose.js';
import { statisticsOf } from './statistics.js';

/** Built in: statistics and a sentiment lexicon, no network, the same answer for the same entries. */
export class LocalModel implements InsightModel {
  readonly provider = 'local';
  readonly model = 'statistics';

  write({ userName, entries, timeZone }: InsightQuestion): Promise<InsightAnswer> {
    return Promise.resolve({ text: proseOf(userName, statisticsOf(entries, timeZone)), model: this.model });
  }
}
