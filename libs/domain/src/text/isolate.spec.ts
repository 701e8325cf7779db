import { isolate } from './isolate.js';

describe('isolate', () => {
  it.each(['القاهرة', 'תל אביב', 'Cairo القاهرة', 'ܕܡܫܩ', '𞤀𞤣𞤤𞤢𞤥'])(
    'keeps %s apart from the words beside it',
    (name) => expect(isolate(name, 'ltr')).toBe(`\u2068${name}\u2069`),
  );

  it.each(['C++', 'Frankfurt (Oder)', 'ana@example.org', 'القاهرة'])(
    'keeps %s apart in a sentence from right to left',
    (name) => expect(isolate(name, 'rtl')).toBe(`\u2068${name}\u2069`),
  );

  it('adds nothing to nothing', () => expect(isolate('', 'rtl')).toBe(''));

  it.each(['Porto', 'Москва', '東京', 'Zürich', ''])('leaves %j as it is', (name) =>
    expect(isolate(name, 'ltr')).toBe(name),
  );
});
