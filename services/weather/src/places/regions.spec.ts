import { countriesNamed, isRegion, subdivisionsNamed } from './regions.js';

describe('a region after a comma', () => {
  it.each([
    ['US', 'US'],
    ['USA', 'US'],
    ['U.S.', 'US'],
    ['the United States', 'US'],
    ['United States of America', 'US'],
    ['UK', 'GB'],
    ['great britain', 'GB'],
    ['UAE', 'AE'],
    ['Emirates', 'AE'],
    ['DEU', 'DE'],
    ['Deutschland', 'DE'],
    ['Allemagne', 'DE'],
    ['España', 'ES'],
    ['Espana', 'ES'],
    ['日本', 'JP'],
    ['Россия', 'RU'],
    ['مصر', 'EG'],
    ['Holland', 'NL'],
    ['Czech Republic', 'CZ'],
    ['South Korea', 'KR'],
    ['Türkiye', 'TR'],
    ['Turkey', 'TR'],
    ['Ivory Coast', 'CI'],
    ['Georgia', 'GE'],
  ])('%s is the country %s', (text, code) => {
    expect(countriesNamed(text).has(code)).toBe(true);
  });

  it.each([
    ['IL', 'US', 'Illinois'],
    ['ca', 'US', 'California'],
    ['ON', 'CA', 'Ontario'],
    ['NSW', 'AU', 'New South Wales'],
    ['SP', 'BR', 'São Paulo'],
    ['DC', 'US', 'District of Columbia'],
    ['D.C.', 'US', 'District of Columbia'],
    ['Georgia', 'US', 'Georgia'],
    ['Bayern', 'DE', 'Bayern'],
    ['England', 'GB', 'England'],
  ])('%s may be a region: %s, %s', (text, country, name) => {
    expect(subdivisionsNamed(text)).toContainEqual({ country, name });
  });

  it.each(['Atlantis', 'City', 'Springfield', ''])('%j is not a region', (text) => {
    expect(isRegion(text)).toBe(false);
  });
});
