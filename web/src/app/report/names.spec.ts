import { authorOf, initialsOf, tagFilter, withoutNames } from './names';

const ada = { name: 'Ada', lastName: 'Lovelace' };

describe('names on paper', () => {
  it('are written in full, as initials or not at all', () => {
    expect(authorOf(ada, 'full')).toBe('Ada Lovelace');
    expect(authorOf(ada, 'initials')).toBe('A. L.');
    expect(authorOf(ada, 'none')).toBe('');
    expect(initialsOf(' émile  du châtelet ')).toBe('É. D. C.');
    expect(initialsOf('مريم 👩‍🚀')).toBe('م. 👩‍🚀.');
  });

  it('are replaced in the text of an insight, as whole words in any case', () => {
    const text = 'Your week, Ada. ADA’s days; Adamant. Ada Lovelace walked with Mary Ann and Ann.';
    expect(withoutNames(text, ada, { name: 'initials', hiddenTags: ['mary ann'] })).toBe(
      'Your week, A.. A.’s days; Adamant. A. L. walked with … and Ann.',
    );
    expect(withoutNames('Ada (Lovelace)', ada, { name: 'none', hiddenTags: [] })).toBe('… (…)');
    expect(withoutNames(text, ada, { name: 'full', hiddenTags: [] })).toBe(text);
  });

  it('are no tags that are hidden, in any case', () => {
    const isShown = tagFilter(['Marisa']);
    expect(['MARISA', 'River'].filter(isShown)).toEqual(['River']);
  });
});
