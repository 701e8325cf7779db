import { nameKey, readingsOf } from './place-names.js';

describe('the text for a city', () => {
  it.each([
    'auto:ip',
    'AUTO:IP',
    'auto : ip',
    'auto：ip',
    'auto\u200b:ip',
    'Porto, auto:ip',
    'iata:DXB',
    'metar:EGLL',
    'id:2801268',
    'postal:SW1',
    'bulk',
    'Bulk',
    '127.0.0.1',
    '8.8.8.8',
    '８.８.８.８',
    '::1',
    'fe80::1',
    '2001:db8::ff00:42:8329',
    '[::1]',
    '::ffff:10.0.0.1',
    '0x7f000001',
    '10.0.0.1, Norway',
    '48.8,2.3',
    '48.8567, 2.3508',
    '-33.45,-70.66',
    '48.8567° N, 2.3508° E',
    'N48.8 E2.3',
    '٤٨٫٨،٢٫٣',
    '10001',
    'SW1',
    'SW1A 1AA',
    'G2J',
    'G2J 0B2',
    '1012 AB',
    'LV-1050',
    'D02 X285',
    '8FVC9G8F+6X',
    '   ',
    ',',
    '-',
    '🌧️',
    '\u200b',
    'https://example.org/',
    'Porto, a, b, c, d, e',
  ])('%j is not the name of a place', (text) => {
    expect(readingsOf(text)).toEqual([]);
  });

  it.each([
    ['Å, Norway', [{ name: 'Å', within: ['Norway'] }]],
    ['Y', [{ name: 'Y', within: [] }]],
    [
      '9 de Julio',
      [
        { name: '9 de Julio', within: [] },
        { name: 'de Julio', within: [] },
      ],
    ],
    [
      'Dublin 4',
      [
        { name: 'Dublin 4', within: [] },
        { name: 'Dublin', within: [] },
      ],
    ],
    ['Paris, 75001, France', [{ name: 'Paris', within: ['France'] }]],
    ['San Jose (Costa Rica)', [{ name: 'San Jose', within: ['Costa Rica'] }]],
    ['東京、日本', [{ name: '東京', within: ['日本'] }]],
    ['القاهرة، مصر', [{ name: 'القاهرة', within: ['مصر'] }]],
    ['Aix-en-Provence', [{ name: 'Aix-en-Provence', within: [] }]],
    [
      'Chicago IL USA',
      [
        { name: 'Chicago IL USA', within: [] },
        { name: 'Chicago IL', within: ['USA'] },
        { name: 'Chicago', within: ['IL', 'USA'] },
      ],
    ],
  ])('%s is read as %j', (text, readings) => {
    expect(readingsOf(text)).toEqual(readings);
  });

  it.each([
    ['Tromsø', 'tromso'],
    ['ŁÓDŹ', 'Lodz'],
    ['İstanbul', 'istanbul'],
    ['Diyarbakır', 'Diyarbakir'],
    ['Malmö'.normalize('NFD'), 'Malmö'],
    ['Gießen', 'giessen'],
    ['Saint-Étienne', 'St. Etienne'],
    ["L'Aquila", 'L’Aquila'],
    ['Washington, D.C.', 'Washington'],
    ['Mexico City', 'mexico'],
    ['ΑΘΉΝΑ', 'Αθήνα'],
  ])('%s and %s are the same name', (a, b) => {
    expect(nameKey(a)).toBe(nameKey(b));
  });
});
