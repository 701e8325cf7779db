import { currentLanguage } from './language';

/** Between two sentences. Chinese has none, as its full stop is as wide as a character. */
export const sentenceGap = (): string => (currentLanguage() === 'zh-Hans' ? '' : ' ');

/** Sentences one after the other, without those that are not said. */
export const inSentences = (...sentences: (string | false | undefined)[]): string =>
  sentences.filter(Boolean).join(sentenceGap());
