import { LIMITS } from '../limits.js';
import { usedTags } from './used-tags.js';

describe('the tags of entries', () => {
  it('are counted, the most used first, equals in alphabetical order, in their newest spelling', () => {
    const entries = [{ tags: ['family', 'run'] }, { tags: [] }, { tags: ['Family', 'choir'] }];
    expect(usedTags(entries)).toEqual([
      { tag: 'family', entries: 2 },
      { tag: 'choir', entries: 1 },
      { tag: 'run', entries: 1 },
    ]);
  });

  it('are limited in number', () => {
    const entries = Array.from({ length: LIMITS.tagsListMax + 1 }, (_, n) => ({ tags: [`tag ${n}`] }));
    expect(usedTags(entries)).toHaveLength(LIMITS.tagsListMax);
  });
});
