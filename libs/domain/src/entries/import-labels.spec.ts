import { labelsInText } from './import-labels.js';

const tags = (count: number) => Array.from({ length: count }, (_, n) => `tag ${n + 1}`);

describe('labels of an imported entry', () => {
  it('stay as they are where they fit', () => {
    const entry = { content: 'Words', inputMood: 'Happy', tags: tags(10) };
    expect(labelsInText(entry)).toEqual({ entry, moved: 0, leftOut: 0 });
  });

  it('beyond ten, or too long, stand at the end of the text', () => {
    const long = 'a label with more than thirty letters';
    const { entry, moved } = labelsInText({ content: 'Words', tags: [long, ...tags(12)] });
    expect(entry).toEqual({ content: `Words\n\n#${long} #tag 11 #tag 12`, tags: tags(10) });
    expect(moved).toBe(3);
  });

  it('that the text has already are not written once more', () => {
    const content = 'Rain again. With @rui, #Long_Walk and #a/b; C++ ☔.';
    const beyond = ['RAIN', 'rui', 'long walk', 'a/b', '☔', 'wal', 'again with me', 'C#', '_', 'wet'];
    const { entry, moved, leftOut } = labelsInText({ content, tags: [...tags(10), ...beyond] });
    expect(entry).toMatchObject({ content: `${content}\n\n#wal #again with me #C# #_ #wet` });
    expect([moved, leftOut]).toEqual([5, 0]);
  });

  it('hold for 201 of them', () => {
    const { entry, moved } = labelsInText({ content: 'Words', tags: tags(201) });
    expect(entry).toMatchObject({ tags: tags(10), content: expect.stringMatching(/#tag 201$/) });
    expect(moved).toBe(191);
  });

  it('count each spelling once, and nothing that is not seen', () => {
    const { entry, moved } = labelsInText({ content: 'Words', tags: ['Rain', 'rain', '\u200b', ''] });
    expect([entry, moved]).toEqual([{ content: 'Words', tags: ['Rain'] }, 0]);
  });

  it('become the whole text of a check-in', () => {
    const { entry } = labelsInText({ content: '', tags: tags(11) });
    expect(entry).toEqual({ content: '#tag 11', tags: tags(10) });
  });

  it('hold for a mood', () => {
    const mood = 'so many things at once that no word of mine is enough';
    expect(labelsInText({ content: 'Words', inputMood: mood })).toEqual({
      entry: { content: `Words\n\n#${mood}`, inputMood: '' },
      moved: 1,
      leftOut: 0,
    });
  });

  it('are as many as the text has room for', () => {
    const { entry, moved, leftOut } = labelsInText({ content: 'x'.repeat(19_980), tags: tags(13) });
    expect([...(entry as { content: string }).content].length).toBeLessThanOrEqual(20_000);
    expect([moved, leftOut]).toEqual([2, 1]);
  });

  it('are left where they are no text, or there is none', () => {
    for (const given of [{ tags: tags(20) }, { content: 3, tags: tags(20) }])
      expect(labelsInText(given)).toEqual({ entry: given, moved: 0, leftOut: 0 });
    const odd = { content: 'Words', tags: ['a', null, 5] };
    expect(labelsInText(odd)).toEqual({ entry: odd, moved: 0, leftOut: 0 });
  });
});
