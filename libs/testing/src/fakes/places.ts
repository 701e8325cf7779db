/**
 * Places as GeoNames has them (https://download.geonames.org/export/dump/readme.txt), from which Open-Meteo's geocoding
 * and, less their accents, WeatherAPI.com's search are filled. Populations and coordinates are rounded.
 */
export interface FakePlace {
  /** GeoNames' main name: in Latin letters, in English for the best known cities and in the local language for others. */
  name: string;
  /** Names by language. `''` has a name without a language, `iata` the code of the airport. */
  names: Record<string, string>;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** The first administrative level, in English. */
  region: string;
  /** The second administrative level. */
  county: string;
  population: number;
  /** https://www.geonames.org/export/codes.html: `PPLC` is a capital, `PPL` any settlement, `PCLI` a country. */
  feature: string;
  latitude: number;
  longitude: number;
}

/** A country or a region, with its names by language. */
export interface FakeArea {
  country: string;
  /** The English name of a region; '' for the country itself. */
  region: string;
  names: Record<string, string>;
}

const COUNTRIES: Record<string, Record<string, string>> = {
  AE: { en: 'United Arab Emirates' },
  AU: { en: 'Australia' },
  BR: { en: 'Brazil', pt: 'Brasil', de: 'Brasilien' },
  CA: { en: 'Canada', de: 'Kanada' },
  CH: { en: 'Switzerland', de: 'Schweiz', fr: 'Suisse' },
  CR: { en: 'Costa Rica' },
  DE: { en: 'Germany', de: 'Deutschland', fr: 'Allemagne' },
  DK: { en: 'Denmark', da: 'Danmark' },
  EG: { en: 'Egypt', ar: 'مصر' },
  FR: { en: 'France', de: 'Frankreich' },
  GB: { en: 'United Kingdom', de: 'Vereinigtes Königreich' },
  GE: { en: 'Georgia', ka: 'საქართველო' },
  GR: { en: 'Greece', el: 'Ελλάδα' },
  HK: { en: 'Hong Kong' },
  HR: { en: 'Croatia' },
  IN: { en: 'India' },
  IS: { en: 'Iceland', is: 'Ísland' },
  IT: { en: 'Italy', it: 'Italia' },
  JP: { en: 'Japan', ja: '日本', zh: '日本' },
  NG: { en: 'Nigeria' },
  NL: { en: 'Netherlands', nl: 'Nederland' },
  NO: { en: 'Norway', no: 'Norge', de: 'Norwegen' },
  PL: { en: 'Poland', pl: 'Polska' },
  PT: { en: 'Portugal' },
  RU: { en: 'Russia', ru: 'Россия' },
  SE: { en: 'Sweden', sv: 'Sverige' },
  TJ: { en: 'Tajikistan' },
  TR: { en: 'Türkiye', tr: 'Türkiye' },
  TW: { en: 'Taiwan', zh: '臺灣' },
  US: { en: 'United States', de: 'Vereinigte Staaten' },
  VN: { en: 'Vietnam' },
};

/** Regions with names in other languages. */
const REGIONS: Record<string, Record<string, string>> = {
  Bavaria: { de: 'Bayern', fr: 'Bavière' },
  'North Rhine-Westphalia': { de: 'Nordrhein-Westfalen' },
  Tokyo: { ja: '東京都', zh: '東京都' },
  Lazio: { it: 'Lazio' },
  'Cairo Governorate': { ar: 'محافظة القاهرة' },
  Moscow: { ru: 'Москва' },
};

function place(
  name: string,
  country: string,
  region: string,
  population: number,
  feature: string,
  [latitude, longitude]: [number, number],
  names: Record<string, string> = {},
  county = '',
): FakePlace {
  return { name, names, country, region, county, population, feature, latitude, longitude };
}

export const PLACES: readonly FakePlace[] = [
  place('London', 'GB', 'England', 8_961_989, 'PPLC', [51.51, -0.13], {
    de: 'London',
    fr: 'Londres',
    '': 'Londinium',
  }),
  place('Londonderry', 'GB', 'Northern Ireland', 83_652, 'PPLA2', [55, -7.31]),
  place('London', 'CA', 'Ontario', 346_765, 'PPL', [42.98, -81.23]),
  place('London', 'US', 'Ohio', 10_060, 'PPLA2', [39.89, -83.45]),
  place('Porto', 'PT', 'Porto District', 249_633, 'PPLA', [41.15, -8.61], {
    en: 'Porto',
    fr: 'Porto',
    es: 'Oporto',
  }),
  place('Porto', 'BR', 'Piauí', 5_000, 'PPL', [-3.89, -42.71]),
  place('Porto Alegre', 'BR', 'Rio Grande do Sul', 1_372_741, 'PPLA', [-30.03, -51.23]),
  place('Bergen', 'NO', 'Vestland', 213_585, 'PPLA', [60.39, 5.32]),
  place('Bergen', 'NL', 'Limburg', 12_500, 'PPL', [51.6, 6.05]),
  place('Kolkata', 'IN', 'West Bengal', 4_631_392, 'PPLA', [22.57, 88.36], { de: 'Kalkutta' }),
  place('Honolulu', 'US', 'Hawaii', 371_657, 'PPLA', [21.31, -157.86]),
  place('Oslo', 'NO', 'Oslo', 580_000, 'PPLC', [59.91, 10.75]),
  place('Hobart', 'AU', 'Tasmania', 216_656, 'PPLA', [-42.88, 147.33]),
  place('Lagos', 'NG', 'Lagos', 15_388_000, 'PPLA', [6.45, 3.39]),
  place('Lagos', 'PT', 'Faro', 31_048, 'PPLA2', [37.1, -8.67]),
  place('Braga', 'PT', 'Braga', 121_394, 'PPLA', [41.55, -8.42]),
  place('Reykjavík', 'IS', 'Capital Region', 118_918, 'PPLC', [64.14, -21.9], { en: 'Reykjavik' }),
  place('São Paulo', 'BR', 'São Paulo', 10_021_295, 'PPLA', [-23.55, -46.64]),
  place('Lisbon', 'PT', 'Lisbon', 517_802, 'PPLC', [38.72, -9.13], {
    pt: 'Lisboa',
    de: 'Lissabon',
    es: 'Lisboa',
  }),
  // A name with more than six places, of which the largest are not the best known.
  place('Springfield', 'US', 'Missouri', 166_810, 'PPLA2', [37.22, -93.3]),
  place('Springfield', 'US', 'Massachusetts', 154_341, 'PPLA2', [42.1, -72.59]),
  place('Springfield', 'US', 'Illinois', 116_565, 'PPLA', [39.8, -89.64], {}, 'Sangamon'),
  place('Springfield', 'US', 'Oregon', 60_870, 'PPL', [44.05, -123.02]),
  place('Springfield', 'US', 'Ohio', 59_680, 'PPLA2', [39.92, -83.81]),
  place('Springfield', 'US', 'Virginia', 30_484, 'PPL', [38.79, -77.19]),
  place('Springfield', 'US', 'Pennsylvania', 23_363, 'PPL', [39.93, -75.32]),
  place('Springfield', 'US', 'Tennessee', 16_809, 'PPLA2', [36.51, -86.88]),
  place('Springfield', 'US', 'West Virginia', 477, 'PPL', [39.45, -78.69]),
  place('Paris', 'FR', 'Île-de-France', 2_138_551, 'PPLC', [48.85, 2.35], { it: 'Parigi' }),
  place('Paris', 'US', 'Texas', 24_782, 'PPLA2', [33.66, -95.56]),
  place('Chicago', 'US', 'Illinois', 2_720_546, 'PPLA2', [41.85, -87.65]),
  place('Chicago Heights', 'US', 'Illinois', 30_332, 'PPL', [41.51, -87.64]),
  place('New York', 'US', 'New York', 8_804_190, 'PPL', [40.71, -74.01], {
    en: 'New York',
    '': 'Big Apple',
    iata: 'NYC',
  }),
  place('Washington', 'US', 'District of Columbia', 689_545, 'PPLC', [38.9, -77.04], {
    en: 'Washington D.C.',
  }),
  place('Washington', 'GB', 'England', 67_085, 'PPL', [54.9, -1.52]),
  place('Athens', 'US', 'Georgia', 116_714, 'PPLA2', [33.96, -83.38]),
  place('Athens', 'GR', 'Attica', 664_046, 'PPLC', [37.98, 23.73], { el: 'Αθήνα', de: 'Athen', it: 'Atene' }),
  place('Georgia', 'GE', '', 3_731_000, 'PCLI', [42, 43.5], { ka: 'საქართველო' }),
  place('Tbilisi', 'GE', 'Tbilisi', 1_049_498, 'PPLC', [41.69, 44.83], { ka: 'თბილისი' }),
  place('Dubai', 'AE', 'Dubai', 3_790_000, 'PPLA', [25.08, 55.31]),
  place('Hong Kong', 'HK', '', 7_491_609, 'PPLC', [22.28, 114.17], { zh: '香港' }),
  // Found only in its own language, in which a village has exactly this name.
  place('Tokyo', 'JP', 'Tokyo', 8_336_599, 'PPLC', [35.69, 139.69], { ja: '東京', zh: '東京' }),
  place('東京', 'TW', 'Tainan', 0, 'PPL', [23.1, 120.3]),
  place('Cairo', 'EG', 'Cairo Governorate', 9_606_916, 'PPLC', [30.06, 31.25], {
    ar: 'القاهرة',
    de: 'Kairo',
  }),
  place('Moscow', 'RU', 'Moscow', 10_381_222, 'PPLC', [55.75, 37.62], { ru: 'Москва', de: 'Moskau' }),
  place('Moscow', 'US', 'Idaho', 25_060, 'PPLA2', [46.73, -117]),
  place('Moskva', 'TJ', 'Khatlon', 0, 'PPLA2', [37.65, 69.62], { ru: 'Москва' }),
  place('Munich', 'DE', 'Bavaria', 1_260_391, 'PPLA', [48.14, 11.58], {
    de: 'München',
    it: 'Monaco di Baviera',
  }),
  place('München', 'DE', 'Brandenburg', 40, 'PPL', [51.58, 13.31]),
  place('Münchenbuchsee', 'CH', 'Bern', 9_200, 'PPL', [47.02, 7.45]),
  place('Köln', 'DE', 'North Rhine-Westphalia', 963_395, 'PPLA2', [50.93, 6.95], {
    en: 'Cologne',
    fr: 'Cologne',
  }),
  place('Gießen', 'DE', 'Hesse', 74_411, 'PPLA3', [50.59, 8.68]),
  place('Rome', 'IT', 'Lazio', 2_318_895, 'PPLC', [41.89, 12.51], { it: 'Roma', de: 'Rom' }),
  place('Roma', 'AU', 'Queensland', 6_848, 'PPL', [-26.57, 148.79]),
  place('Roma', 'US', 'Texas', 9_765, 'PPL', [26.41, -99.02]),
  place('Tromsø', 'NO', 'Troms', 38_980, 'PPLA', [69.65, 18.96]),
  place('Tromsdalen', 'NO', 'Troms', 16_000, 'PPL', [69.64, 19.01]),
  place('Bodø', 'NO', 'Nordland', 38_434, 'PPLA', [67.28, 14.4]),
  place('Å', 'NO', 'Nordland', 0, 'PPL', [67.88, 12.98]),
  place('Łódź', 'PL', 'Łódź Voivodeship', 768_755, 'PPLA', [51.77, 19.47], { pl: 'Łódź' }),
  place('Lodz', 'TR', 'Sivas', 0, 'PPL', [39.5, 37]),
  place('Wrocław', 'PL', 'Lower Silesia', 634_893, 'PPLA', [51.1, 17.03]),
  place('Włocławek', 'PL', 'Kujawsko-Pomorskie', 118_042, 'PPLA2', [52.65, 19.07]),
  place('Malmö', 'SE', 'Skåne', 301_706, 'PPLA', [55.61, 13]),
  place('Copenhagen', 'DK', 'Capital Region', 1_153_615, 'PPLC', [55.68, 12.57], {
    da: 'København',
    no: 'København',
  }),
  place('Næstved', 'DK', 'Zealand', 43_803, 'PPLA2', [55.23, 11.76]),
  place('Sønderborg', 'DK', 'South Denmark', 28_333, 'PPLA2', [54.91, 9.79]),
  place('Đakovo', 'HR', 'Osijek-Baranja', 19_491, 'PPLA2', [45.31, 18.41]),
  place('Diyarbakır', 'TR', 'Diyarbakır', 644_763, 'PPLA', [37.91, 40.22]),
  place('Ho Chi Minh City', 'VN', 'Ho Chi Minh', 8_993_082, 'PPLA', [10.82, 106.63], { '': 'Saigon' }),
  place('Saint-Étienne', 'FR', 'Auvergne-Rhône-Alpes', 176_280, 'PPLA2', [45.43, 4.39]),
  place('San José', 'CR', 'San José', 335_007, 'PPLC', [9.93, -84.08]),
  place('San Jose', 'US', 'California', 1_026_908, 'PPLA2', [37.34, -121.89]),
];

const regionsOf = (places: readonly FakePlace[]): FakeArea[] => {
  const areas = places
    .filter(({ region }) => region !== '')
    .map(({ country, region }): FakeArea => ({ country, region, names: { en: region, ...REGIONS[region] } }));
  return [...new Map(areas.map((area) => [`${area.country} ${area.region}`, area])).values()];
};

export const AREAS: readonly FakeArea[] = [
  ...Object.entries(COUNTRIES).map(([country, names]): FakeArea => ({ country, region: '', names })),
  ...regionsOf(PLACES),
];

/** Returns the name of a country or a region in a language, or in English if there is none. */
export function areaName(country: string, region: string, language: string): string {
  const names = region === '' ? COUNTRIES[country] : { en: region, ...REGIONS[region] };
  return names?.[language] ?? names?.en ?? '';
}
