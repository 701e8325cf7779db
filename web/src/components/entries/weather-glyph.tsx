import type { ReactNode } from 'react';
import { OTHER_WEATHER, skyOf, type WeatherKind } from '@inner-weather/domain/weather/skies';

const CLOUD = 'M5.500 14.500h8.200a3 3 0 0 0 .3-6A4.500 4.500 0 0 0 5.400 7.800a3.400 3.400 0 0 0 .1 6.700z';
const HIGH_CLOUD =
  'M5.500 11.500h8.200a2.800 2.800 0 0 0 .3-5.600A4.400 4.400 0 0 0 5.400 5.200a3.200 3.200 0 0 0 .1 6.300z';

const GLYPHS: Record<WeatherKind, ReactNode> = {
  clear: (
    <>
      <circle cx="10" cy="10" r="3.400" />
      <path d="M10 2.500v1.600M10 15.900v1.600M2.500 10h1.600M15.900 10h1.600M4.700 4.700l1.100 1.100M14.200 14.200l1.100 1.100M15.300 4.700l-1.100 1.100M5.800 14.200l-1.100 1.100" />
    </>
  ),
  cloudy: <path d={CLOUD} />,
  fog: <path d="M3.500 7.500h10M6.500 10.500h10M3.500 13.500h8" />,
  rain: (
    <>
      <path d={HIGH_CLOUD} />
      <path d="M7 14l-.8 2.500M10.500 14l-.8 2.500M14 14l-.8 2.500" />
    </>
  ),
  snow: (
    <>
      <path d={HIGH_CLOUD} />
      <path d="M7 14.500v.1M10 16.500v.1M13 14.500v.1" strokeWidth="2.200" />
    </>
  ),
  storm: (
    <>
      <path d={HIGH_CLOUD} />
      <path d="M10.500 12.500l-2 2.700h3l-2 2.800" />
    </>
  ),
  // Wind: neither fine nor bad weather.
  other: (
    <path d="M3.500 8c2-1.600 4.300-1.600 6.500 0s4.500 1.600 6.500 0M3.500 12c2-1.600 4.300-1.600 6.500 0s4.500 1.600 6.500 0" />
  ),
};

/** A small picture for a weather condition, shown beside its words. */
export function WeatherGlyph({ condition, size = 18 }: { condition: string; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.400"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {GLYPHS[skyOf(condition) ?? OTHER_WEATHER]}
    </svg>
  );
}
