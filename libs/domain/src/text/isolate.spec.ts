import { isolate } from './isolate.js';

describe('isolate', () => {
  it.each(['القاهرة', 'תל אביב', 'Cairo القاهرة', 'ܕܡܫܩ', '𞤀𞤣𞤤𞤢𞤥'])(
    'keeps %s apart from the words beside it',
    (name) => expect(isolate(name)).toBe(`\u2068${name}\u2069`),
  );

  it.each(['Porto', 'Москва', '東京', 'Zürich', ''])('leaves %j as it is', (name) =>
    expect(isolate(name)).toBe(name),
  );
});
