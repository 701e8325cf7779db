import type { InsightAnswer, InsightModel, InsightQuestion } from '../model/insight-model.js';
import { partialNote } from '../model/prompt.js';
import { renderInsight } from './insight-text.js';
import { sentencesIn } from './sentences.js';

/** The built-in model: statistics and a sentiment lexicon, without a network. Its answers are deterministic. */
export class LocalModel implements InsightModel {
  readonly provider = 'local';
  readonly model = 'statistics';
  readonly timeoutMs = 60_000;

  write(question: InsightQuestion): Promise<InsightAnswer> {
    const { entries, language } = question;
    const letter = renderInsight(question, sentencesIn(language));
    const text = letter + partialNote(entries.length, question);
    return Promise.resolve({ text, model: this.model, cited: [], dropped: 0 });
  }
}
