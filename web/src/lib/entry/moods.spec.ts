import { i18n } from '@lingui/core';
import { moodFromWords, moodInWords } from './moods';

describe('moods', () => {
  afterEach(() => i18n.activate('en'));

  it('are shown in the language of the page, custom ones as they were typed', () => {
    expect(moodInWords('Very Happy')).toBe('Very Happy');
    i18n.loadAndActivate({ locale: 'de', messages: { ['mood.happy']: 'Glücklich' } });
    expect(['Happy', 'happy', 'So lala', ''].map(moodInWords)).toEqual(['Glücklich', 'happy', 'So lala', '']);
  });

  it('may be typed in that language or in English', () => {
    expect([' very  happy', 'glücklich'].map(moodFromWords)).toEqual(['Very Happy', 'glücklich']);
    i18n.loadAndActivate({ locale: 'de', messages: { ['mood.happy']: 'Glücklich' } });
    expect(['glücklich ', 'GLÜCKLICH', 'happy', ' Mal so'].map(moodFromWords)).toEqual([
      'Happy',
      'Happy',
      'Happy',
      'Mal so',
    ]);
  });
});
