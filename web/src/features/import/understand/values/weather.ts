import { conditionOf } from '@inner-weather/domain/weather/conditions';
import { skyOf } from '@inner-weather/domain/weather/skies';

/*
 * The weather of other apps in our conditions (libs/domain/src/weather/conditions.ts). A code tells the kind of weather in
 * every language of the app, and English words tell it more exactly. Words in other languages stay as they are.
 */

const light = (words: string): boolean => /\b(light|slight|few|patchy|isolated|scattered)\b/.test(words);
const heavy = (words: string): boolean => /\b(heavy|violent|dense|extreme|torrential|intense)\b/.test(words);

const byStrength =
  (weak: string, plain: string, strong: string) =>
  (words: string): string =>
    heavy(words) ? strong : light(words) ? weak : plain;

/** The first match is used. */
const WORDS: readonly [RegExp, string | ((words: string) => string)][] = [
  [/\b(snowstorm|snow storm|blizzard)\b/, 'Blizzard'],
  [/\b(sandstorm|duststorm|(sand|dust) storm)\b/, 'Haze'],
  [/\bthunder.*\bhail\b|\bhail.*\bthunder/, 'Thunderstorm with slight hail'],
  [/\b(thunder\w*|t ?storms?|storms?|stormy|lightning)\b/, 'Thunderstorm'],
  [/\bblowing snow\b/, 'Blowing snow'],
  [
    /\bfreezing drizzle\b/,
    byStrength('Light freezing drizzle', 'Freezing drizzle', 'Heavy freezing drizzle'),
  ],
  [
    /\bfreezing rain\b/,
    byStrength('Light freezing rain', 'Light freezing rain', 'Moderate or heavy freezing rain'),
  ],
  [
    /\b(sleet|wintry mix|wintrymix|rain (and |or )?snow|snow (and |or )?rain)\b/,
    byStrength('Light sleet', 'Light sleet', 'Moderate or heavy sleet'),
  ],
  [/\b(hail|ice pellets)\b/, 'Ice pellets'],
  [
    /\bsnow ?showers?\b/,
    byStrength('Light snow showers', 'Light snow showers', 'Moderate or heavy snow showers'),
  ],
  [/\bflurries\b/, 'Light snow'],
  [/\b(snow|snowy|snowing)\b/, byStrength('Light snow', 'Moderate snow', 'Heavy snow')],
  [/\bdrizzle\b/, byStrength('Light drizzle', 'Light drizzle', 'Dense drizzle')],
  [/\bshowers?\b/, byStrength('Light rain shower', 'Moderate rain showers', 'Moderate or heavy rain shower')],
  [/\b(rain|rainy|raining)\b/, byStrength('Light rain', 'Moderate rain', 'Heavy rain')],
  [/\bfreezing fog\b/, 'Freezing fog'],
  [/\b(fog|foggy)\b/, 'Fog'],
  [/\b(mist|misty)\b/, 'Mist'],
  [/\b(haze|hazy|smoke|smoky|smog|dust|sand|ash)\b/, 'Haze'],
  [/\bovercast\b/, 'Overcast'],
  [/\b(mostly|mainly|considerable) cloud|\bbroken clouds\b/, 'Cloudy'],
  [/\b(part(ly|ially)|scattered) (cloud|clear|sunny)|\bscattered clouds\b/, 'Partly cloudy'],
  [/\bfew clouds\b|\b(mostly|mainly) (clear|sunny)\b|\bfair\b/, 'Mainly clear'],
  [/\bcloud(y|s)?\b/, 'Cloudy'],
  [/\b(sun|sunny)\b/, 'Sunny'],
  [/\bclear\b/, 'Clear'],
];

/** The condition that English words or a code of English words name: `Light Rain`, `mostly-cloudy-night`, `rainLight`. */
function named(words: string): string | undefined {
  const known = conditionOf(words)?.message;
  if (known?.toLowerCase() === words.trim().toLowerCase()) return known;
  const plain = words
    .slice(0, 100)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[-_]+/g, ' ');
  const name = WORDS.find(([pattern]) => pattern.test(plain))?.[1];
  return typeof name === 'function' ? name(plain) : name;
}

/** The condition of the code, or a more exact one of the same kind. */
function exact(byCode: string, ...others: (string | undefined)[]): string {
  return others.find((other) => other !== undefined && skyOf(other) === skyOf(byCode)) ?? byCode;
}

/**
 * The condition of a code in English words, as Day One and Journiv have them.
 * @param words may be in any language
 */
export function conditionOfCode(code: string, words: string): string {
  const byCode = named(code);
  return byCode === undefined ? (named(words) ?? words.trim()) : exact(byCode, named(words));
}

/** Icons of OpenWeather, without the letter for day or night: https://openweathermap.org/weather-conditions. */
const ICONS: Readonly<Record<string, string>> = {
  '01': 'Clear sky',
  '02': 'Mainly clear',
  '03': 'Partly cloudy',
  '04': 'Cloudy',
  '09': 'Moderate rain showers',
  '10': 'Moderate rain',
  '11': 'Thunderstorm',
  '13': 'Moderate snow',
  '50': 'Mist',
};

/** Ids of OpenWeather. Those of thunderstorms are left out, because the icon tells as much. */
const IDS: Readonly<Record<number, string>> = {
  300: 'Light drizzle',
  301: 'Moderate drizzle',
  302: 'Dense drizzle',
  500: 'Light rain',
  501: 'Moderate rain',
  502: 'Heavy rain',
  503: 'Heavy rain',
  504: 'Heavy rain',
  511: 'Light freezing rain',
  520: 'Light rain shower',
  521: 'Moderate rain showers',
  522: 'Moderate or heavy rain shower',
  600: 'Light snow',
  601: 'Moderate snow',
  602: 'Heavy snow',
  611: 'Light sleet',
  620: 'Light snow showers',
  621: 'Moderate or heavy snow showers',
  622: 'Moderate or heavy snow showers',
  701: 'Mist',
  721: 'Haze',
  741: 'Fog',
  800: 'Clear sky',
  801: 'Mainly clear',
  802: 'Partly cloudy',
  803: 'Cloudy',
  804: 'Overcast',
};

/**
 * The condition of an icon of OpenWeather.
 * @param id may be of another service
 * @param words may be in any language
 */
export function conditionOfIcon(icon: string, id: number | undefined, words: string): string {
  const number = /^(\d\d)[dn]?$/.exec(icon.trim())?.[1];
  const byIcon = number === undefined ? named(icon) : ICONS[number];
  const byId = id === undefined ? undefined : IDS[id];
  return byIcon === undefined ? (named(words) ?? words.trim()) : exact(byIcon, byId, named(words));
}

/** Emoji of weather, without variation selectors. */
const EMOJI: readonly [string, string][] = [
  ['☀', 'Sunny'],
  ['🌞', 'Sunny'],
  ['🌙', 'Clear'],
  ['🌤', 'Mainly clear'],
  ['⛅', 'Partly cloudy'],
  ['🌥', 'Cloudy'],
  ['☁', 'Cloudy'],
  ['🌦', 'Light rain shower'],
  ['🌧', 'Moderate rain'],
  ['☔', 'Moderate rain'],
  ['⛈', 'Thunderstorm'],
  ['🌩', 'Thunderstorm'],
  ['🌨', 'Moderate snow'],
  ['❄', 'Moderate snow'],
  ['🌫', 'Fog'],
];

const TEMPERATURE = /([-−]?\d{1,3}(?:[.,]\d{1,9})?) ?°? ?([CF])(?![\p{L}\p{N}])/u;

/** The weather of a line such as `☀️ Clear, 27°C` or `19.5°C, Haze`. The emoji is taken for the code. */
export function weatherOfLine(line: string): { text: string; temperature?: number } {
  const short = line.slice(0, 200);
  const [whole = '', digits = '', unit] = TEMPERATURE.exec(short) ?? [];
  const degrees = Number(digits.replace('−', '-').replace(',', '.'));
  const words = short
    .replace(whole, '')
    .replace(/[\p{Extended_Pictographic}\ufe0f\u200d]/gu, '')
    .replace(/^[\s,;·|]+|[\s,;·|]+$/g, '');
  const byEmoji = EMOJI.find(([emoji]) => short.includes(emoji))?.[1];
  const text = byEmoji === undefined ? (named(words) ?? words) : exact(byEmoji, named(words));
  if (unit === undefined) return { text };
  return { text, temperature: unit === 'F' ? ((degrees - 32) * 5) / 9 : degrees };
}
