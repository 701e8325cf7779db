import { understand } from '../../understand';
import { fields, prepared } from './samples';

describe('an export of Inner Weather', () => {
  it('is read from the ZIP as it was downloaded', async () => {
    expect(fields(await prepared('inner-weather-export-as-downloaded.zip'), 'content')).toHaveLength(1);
  });

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

  it('is read from JSON in UTF-16', async () => {
    expect(fields(await prepared('inner-weather-utf16.json'), 'content')).toHaveLength(1);
  });
});
