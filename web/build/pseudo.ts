const LETTERS: Record<string, string> = {
  ...{ a: 'áá', e: 'éé', i: 'íí', o: 'óó', u: 'úú', c: 'ç', n: 'ñ', s: 'š', y: 'ý' },
  ...{ A: 'ÅÅ', E: 'ÉÉ', I: 'ÍÍ', O: 'ÓÓ', U: 'ÚÚ', C: 'Ç', N: 'Ñ', S: 'Š', Y: 'Ý' },
};

/** Makes a text a third longer and accented. Tags such as `<0>` stay as they are. */
export const pseudo = (text: string): string =>
  text.replace(/<[^>]*>|[a-z]/gi, (part) => LETTERS[part] ?? part);
