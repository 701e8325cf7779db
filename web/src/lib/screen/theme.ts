import { createRemembered } from '../remembered';
import { useStore } from '../store';

export const THEMES = ['system', 'light', 'dark'] as const;

/** `system` follows the device, also when it changes between light and dark. */
export type Theme = (typeof THEMES)[number];

/** The colour of the browser's own bars, which equals that of the sky (tokens.css, `--sky-top`). */
const BARS = { light: '#cfe3f1', dark: '#1a2344' } as const;

const chosenTheme = createRemembered<Theme>(
  'inner-weather.theme',
  (text) => THEMES.find((theme) => theme === text) ?? 'system',
  (theme) => (theme === 'system' ? null : theme),
);

/** The theme that was chosen on this device. */
export function useTheme(): Theme {
  return useStore(chosenTheme);
}

export const setTheme = chosenTheme.set;

/** Applies the theme, now and whenever it or the device's theme changes. /look.js applies it before the page loads. */
export function startTheme(): void {
  apply();
  chosenTheme.subscribe(apply);
  darkDevice().addEventListener('change', apply);
}

function apply(): void {
  const theme = chosenTheme.get();
  const effectiveTheme = theme === 'system' ? (darkDevice().matches ? 'dark' : 'light') : theme;
  const root = document.documentElement;
  root.dataset.theme = effectiveTheme;
  root.style.colorScheme = effectiveTheme;
  const bars = document.querySelector('meta[name="theme-color"]');
  if (bars instanceof HTMLMetaElement) bars.content = BARS[effectiveTheme];
}

const darkDevice = () => window.matchMedia('(prefers-color-scheme: dark)');
