import { type Change, type Selected, withLineForm, withLink, withMarks, withNextLine } from './text-form';

/** A text with what is selected between bars, or the cursor at one. */
function at(marked: string): Selected {
  const [before = '', selected = '', after] = marked.split('|');
  if (after === undefined) return { text: before + selected, from: before.length, until: before.length };
  return { text: before + selected + after, from: before.length, until: before.length + selected.length };
}

function done(marked: string, act: (selected: Selected) => Change | undefined): string | undefined {
  const { text } = at(marked);
  const change = act(at(marked));
  if (!change) return undefined;
  const result = text.slice(0, change.from) + change.insert + text.slice(change.until);
  const [from, until] = change.select;
  const middle = from === until ? '|' : `|${result.slice(from, until)}|`;
  return result.slice(0, from) + middle + result.slice(until);
}

describe('the form of words', () => {
  it.each([
    ['heading', 'A day|', '## A day|'],
    ['heading', '## A day|', 'A day|'],
    ['heading', 'One\n|Two\nThree', 'One\n## |Two\nThree'],
    ['list', 'x\n|One\nTwo|\ny', 'x\n|- One\n- Two|\ny'],
    ['list', '|- One\n- Two|', '|One\nTwo|'],
    ['list', '|- One\nTwo|', '|- One\n- Two|'],
    ['list', '- [x] One|', '- One|'],
    ['check', '- One|', '- [ ] One|'],
    ['check', '|', '- [ ] |'],
    ['quote', '1. One|', '> One|'],
    ['quote', '> |', '|'],
    ['list', '|\nA', '- |\nA'],
  ] as const)('makes lines a %s: %j', (form, before, after) => {
    expect(done(before, (selected) => withLineForm(selected, form))).toBe(after);
  });

  it.each([
    ['**', 'so |loud| it was', 'so **|loud|** it was'],
    ['**', 'so **|loud|** it was', 'so |loud| it was'],
    ['**', 'so |**loud**| it was', 'so |loud| it was'],
    ['**', 'so| loud |it', 'so **|loud|** it'],
    ['**', 'so |', 'so **|**'],
    ['**', 'so **|**', 'so |'],
    ['**', 'so **loud|** it', 'so **loud**| it'],
    ['*', 'so **|loud|** it', 'so ***|loud|*** it'],
    ['*', 'so ***|loud|*** it', 'so **|loud|** it'],
    ['*', 'so |loud|', 'so *|loud|*'],
  ] as const)('marks with %s: %j', (mark, before, after) => {
    expect(done(before, (selected) => withMarks(selected, mark))).toBe(after);
  });

  it.each([
    ['see |here|', 'see [here](|https://|)'],
    ['see |', 'see [|](https://)'],
    ['see |https://example.org/a|', 'see [|](https://example.org/a)'],
  ])('makes a link of %j', (before, after) => {
    expect(done(before, withLink)).toBe(after);
  });

  it.each([
    ['- milk|', '- milk\n- |'],
    ['- milk|, bread', '- milk\n- |, bread'],
    ['- [x] milk|', '- [x] milk\n- [ ] |'],
    ['  8. a\n  9. milk|', '  8. a\n  9. milk\n  10. |'],
    ['3. May|', undefined],
    ['\n1. a|', '\n1. a\n2. |'],
    ['> said|', '> said\n> |'],
    ['- milk\n- |', '- milk\n|'],
    ['- |\nmore', '|\nmore'],
    ['A line|', undefined],
    ['-milk|', undefined],
    ['|- milk|', undefined],
  ])('goes on with a list after Enter: %j', (before, after) => {
    expect(done(before, withNextLine)).toBe(after);
  });
});
