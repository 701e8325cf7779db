import { MOODS } from '@inner-weather/domain/entries/moods';
import { WEATHER_KINDS, type WeatherKind } from '@inner-weather/domain/weather/skies';
import type { randomNumbers } from '@inner-weather/testing/random';

/** Words, each in forms that find each other. */
const FORMS = [
  ['walk', 'Walked', 'walking', 'WALKS'],
  ['try', 'tries', 'Tried'],
  ['Café', 'cafe', 'CAFE\u0301S'],
  ['river', 'Rivers,'],
  ['Straße', 'STRASSE'],
  ['Łódź', 'lodz'],
  ['quiet'],
  ['散歩'],
];
const CITIES = [
  ['Porto', 'porto', 'por'],
  ['São Paulo', 'sao paulo', 'PAULO'],
  ['Bergen', 'bergen'],
] as const;
const TEXTS: [string, WeatherKind][] = [
  ['Sunny', 'clear'],
  ['Light rain', 'rain'],
  ['Overcast', 'cloudy'],
  ['Thundery outbreaks with snow', 'storm'],
  ['Raining frogs', 'rain'],
  ['Uncanny', 'other'],
  ['Windy', 'other'],
];

type Random = ReturnType<typeof randomNumbers>;

export const dayOf = (day: number): string => new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10);

export function someEntry(index: number, random: Random) {
  const words = Array.from({ length: 3 }, () => random(FORMS.length));
  const forms = words.map((word) => FORMS[word]![random(FORMS[word]!.length)]!);
  const city = random(CITIES.length);
  const [weatherData, sky] = TEXTS[random(TEXTS.length)]!;
  const isKnown = random(4) > 0;
  const inputMood = [...MOODS, '', 'Serene'][random(MOODS.length + 2)]!;
  const dto = {
    _id: `entry ${index}`,
    content: `${forms.join(' ')} n${index}`,
    location: CITIES[city]![0],
    inputMood,
    tags: [[], ['Family'], ['work', 'Family']][random(3)]!,
    photos: [[], ['a'.repeat(24)]][random(2)]!,
    createdAt: `${dayOf(index)}T20:00:00.000Z`,
    ...(isKnown ? { weatherData, weatherStatus: 'ready' } : { weatherStatus: 'unavailable' }),
  };
  return { sent: dto, words, forms, city, isKnown, sky: isKnown ? sky : undefined };
}
type SomeEntry = ReturnType<typeof someEntry>;

/** One to three random filters, with a predicate for the entries that match all of them. */
export function someQuestion(random: Random) {
  const [word, other] = [random(FORMS.length), random(FORMS.length)];
  const form = FORMS[word]![random(FORMS[word]!.length)]!;
  const otherForm = FORMS[other]![random(FORMS[other]!.length)]!;
  const mood = [...MOODS, 'Serene'][random(MOODS.length + 1)]!;
  const weather = WEATHER_KINDS[random(WEATHER_KINDS.length)]!;
  const city = random(CITIES.length);
  const has = random(2) === 0;
  const questions: [object, (entry: SomeEntry) => boolean][] = [
    [{ words: form }, ({ words }) => words.includes(word)],
    [{ words: `${otherForm} ${form}` }, ({ words }) => words.includes(word) && words.includes(other)],
    [{ words: '"quiet  quiet"' }, ({ words: [a, b, c] }) => b === 6 && (a === 6 || c === 6)],
    [{ mood: random(2) === 0 ? mood : mood.toUpperCase() }, ({ sent }) => sent.inputMood === mood],
    [{ hasMood: has }, ({ sent }) => (sent.inputMood !== '') === has],
    [{ weather }, ({ sky }) => sky === weather],
    [{ hasWeather: has }, ({ isKnown }) => isKnown === has],
    [{ tag: 'FAMILY' }, ({ sent }) => sent.tags.includes('Family')],
    [{ hasTags: has }, ({ sent }) => sent.tags.length > 0 === has],
    [{ hasPhotos: has }, ({ sent }) => sent.photos.length > 0 === has],
    [{ words: 'famil' }, ({ sent }) => sent.tags.includes('Family')],
    [{ city: CITIES[city]![random(CITIES[city]!.length)]! }, (entry) => entry.city === city],
  ];
  const chosenQuestions = Array.from({ length: 1 + random(3) }, () => questions[random(questions.length)]!);
  const criteria: Record<string, unknown> = Object.assign({}, ...chosenQuestions.map(([filter]) => filter));
  // Of two filters of one kind, the later one wins, as in Object.assign above.
  const askedQuestions = questions.filter(([filter]) =>
    Object.entries(filter).every(([name, value]) => criteria[name] === value),
  );
  return {
    wanted: criteria,
    isWanted: (entry: SomeEntry) => askedQuestions.every(([, matches]) => matches(entry)),
  };
}
