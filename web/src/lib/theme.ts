import { createStore, useStore } from './store';

export const THEMES = ['system', 'light', 'dark'] as const;

/** `system` follows the device, also when it changes between light and dark. */
export type Theme = (typeof THEMES)[number];

/** Remembers the chosen theme per browser, not per account, because screens differ. */
const KEY = 'inner-weather.theme';

/** The colour of the browser's own bars, which equals that of the sky (tokens.css, `--sky-top`). */
const BARS = { light: '#cfe3f1', dark: '#1a2344' } as const;

const chosenTheme = createStore<Theme>(read());

/** The theme that was chosen on this device. */
export function useTheme(): Theme {
  return useStore(chosenTheme);
}

export function setTheme(theme: Theme): void {
  chosenTheme.set(theme);
  apply();
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Without storage it lasts until the page is closed.
  }
}

/** Applies the theme, now and whenever the device's theme changes. /look.js applies it before the page loads. */
export function startTheme(): void {
  apply();
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

function read(): Theme {
  try {
    const theme = localStorage.getItem(KEY);
    return THEMES.find((one) => one === theme) ?? 'system';
  } catch {
    return 'system';
  }
}
