import { wellFormed } from './well-formed.js';

describe('the text as it may be stored', () => {
  it('differs in each character that does not belong in a text, and in no other', () => {
    const stays = /^(?:[\t\n]|[^\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}])$/u;
    const wrong: string[] = [];
    for (let code = 0; code <= 0x1ffff; code += 1) {
      const character = String.fromCodePoint(code);
      if ((wellFormed(`a${character}b`) === `a${character}b`) !== stays.test(character))
        wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it('has one kind of line break', () => {
    expect(wellFormed('a\r\nb\rc\vd\fe\u0085f')).toBe('a\nb\nc\nd\ne\nf');
  });
});
