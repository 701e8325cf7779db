import { fields, prepared } from './samples';

describe('an export of Inner Weather', () => {
  it('is read from the ZIP as it was downloaded', async () => {
    expect(fields(await prepared('inner-weather-export-as-downloaded.zip'), 'content')).toHaveLength(1);
  });

  it('is read from JSON in UTF-16', async () => {
    expect(fields(await prepared('inner-weather-utf16.json'), 'content')).toHaveLength(1);
  });
});
