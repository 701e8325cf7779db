import { countriesNamed, isRegion, subdivisionsNamed } from './regions.js';

describe('a region after a comma', () => {
  it.each([
    ['US', 'US'],
    ['USA', 'US'],
    ['the United States', 'US'],
    ['United States of America', 'US'],
    ['UK', 'GB'],
    ['UAE', 'AE'],
    ['Emirates', 'AE'],
    ['DEU', 'DE'],
    ['Deutschland', 'DE'],
    ['Espana', 'ES'],
    ['日本', 'JP'],
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
    ['ON', 'CA', 'Ontario'],
    ['NSW', 'AU', 'New South Wales'],
    ['D.C.', 'US', 'District of Columbia'],
    ['Georgia', 'US', 'Georgia'],
    ['Bayern', 'DE', 'Bayern'],
  ])('%s may be a region: %s, %s', (text, country, name) => {
    expect(subdivisionsNamed(text)).toContainEqual({ country, name });
  });

  it.each(['Atlantis', 'City', 'Springfield', ''])('%j is not a region', (text) => {
    expect(isRegion(text)).toBe(false);
  });
});
