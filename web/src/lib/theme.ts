import { createStore, useStore } from './store';

export const THEMES = ['system', 'light', 'dark'] as const;

/** `system`: light or dark as the device says, also when that changes. */
export type Theme = (typeof THEMES)[number];

/** Remembers, per browser, which theme was chosen. It is not kept with the account: a screen has its own light. */
const KEY = 'inner-weather.theme';

/** The colour of the browser's own bars: that of the sky (tokens.css, `--sky-top`). */
const BARS = { light: '#cfe3f1', dark: '#1a2344' } as const;

const chosen = createStore<Theme>(read());

/** The theme that was chosen on this device. */
export function useTheme(): Theme {
  return useStore(chosen);
}

export function setTheme(theme: Theme): void {
  chosen.set(theme);
  apply();
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Without storage it lasts until the page is closed.
  }
}

/** Shows the theme, now and whenever the device changes its own. Before that, /look.js has shown it. */
export function startTheme(): void {
  apply();
  darkDevice().addEventListener('change', apply);
}

function apply(): void {
  const theme = chosen.get();
  const shown = theme === 'system' ? (darkDevice().matches ? 'dark' : 'light') : theme;
  const root = document.documentElement;
  root.dataset.theme = shown;
  root.style.colorScheme = shown;
  const bars = document.querySelector('meta[name="theme-color"]');
  if (bars instanceof HTMLMetaElement) bars.content = BARS[shown];
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
