import { isolate } from './isolate';
import { words } from './words';

describe('a name in a message', () => {
  const { lang } = document.documentElement;
  const apart = (name: string) => `\u2068${name}\u2069`;

  afterEach(() => {
    document.documentElement.lang = lang;
  });

  it('is kept apart from a sentence in Arabic, also as the parameter of a problem', () => {
    document.documentElement.lang = 'ar';
    expect(isolate('C++')).toBe(apart('C++'));
    const refusal = { id: 'none', message: 'only {recipient}, {max}' };
    expect(words(refusal, { recipient: 'Frankfurt (Oder)', max: 3 })).toBe(
      `only ${apart('Frankfurt (Oder)')}, 3`,
    );
  });

  it('needs nothing in a sentence of its own direction', () => {
    expect(isolate('C++')).toBe('C++');
    expect(isolate('القاهرة')).toBe(apart('القاهرة'));
  });
});
