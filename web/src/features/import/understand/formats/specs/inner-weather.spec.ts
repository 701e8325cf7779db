import { understand } from '../../understand';
import { fields, prepared, textFile } from './samples';

describe('an export of Inner Weather', () => {
  it.each(['inner-weather-export-as-downloaded.zip', 'inner-weather-utf16.json'])(
    'is read from %s',
    async (name) => {
      expect(fields(await prepared(name), 'content')).toHaveLength(1);
    },
  );

  it('brings its own moods, and which of the six are hidden; what is no mood is left out', async () => {
    const mood = {
      ...{ _id: '0198c0de-0000-7000-8000-000000000001', name: 'On edge', formerNames: ['Restless'] },
      ...{ colour: 'rose', eyes: 'dots', mouth: 'smile', emoji: '', score: null, archived: true },
    };
    const moods = [mood, { ...mood, _id: 'x' }, { ...mood, colour: 'mud' }, { ...mood, score: 3 }, null];
    const entries = [{ content: 'Words', createdAt: '2026-11-20T08:00:00.000Z' }];
    const data = {
      format: 'inner-weather-export',
      version: 1,
      moods,
      hiddenMoods: ['Sad', 'x'],
      entries,
    };
    const file = new File([JSON.stringify(data)], 'inner-weather.json');
    expect((await understand([file])).ownMoods).toEqual({ moods: [mood], hidden: ['Sad'] });
  });

  it('has questions and templates, of which those are left out that nobody could have', async () => {
    const _id = '0199f5a6-6d4f-7a63-b0a1-4a1d3c1f2e3d';
    const question = { _id, text: 'How is my back?', weekdays: [7], archived: false };
    const template = { _id, name: 'After therapy', text: 'What stayed:' };
    const beginnings = {
      questions: [question, { ...question, _id: 'mine' }, { ...question, text: ' ' }, null, 'Why?'],
      templates: [template, { ...template, text: 'a'.repeat(3_001) }, { ...template, name: {} }],
      onlyOwn: true,
      hidden: ['dream', 'diary'],
    };
    const file = { format: 'inner-weather-export', version: 1, beginnings, entries: [{ content: 'A day' }] };
    const understood = await understand([textFile(JSON.stringify(file), 'inner-weather.json')]);
    expect(understood.beginnings).toEqual({
      ...{ questions: [question], templates: [template] },
      ...{ onlyOwn: true, hidden: ['dream'] },
    });
  });
});
