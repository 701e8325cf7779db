import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { jest } from '@jest/globals';
import { bestLanguage, directionOf, LANGUAGE_TAGS, type Language } from '@inner-weather/languages/languages';
import { changeLanguage, currentLanguage } from '../language/language';
import { setStill } from './motion';
import { LOCK } from '../vault/lock-mark';
import { markLeaving } from '../vault/marks';
import { setTheme, startTheme, type Theme } from './theme';

const PUBLIC = resolve(import.meta.dirname, '../../../public');
const LOOK = readFileSync(resolve(PUBLIC, 'look.js'), 'utf8');
const root = document.documentElement;

/** Fakes a device in dark or light mode. Returns a function that switches the mode. */
function device(dark: boolean) {
  const listeners: (() => void)[] = [];
  const query = {
    matches: dark,
    addEventListener: (_event: string, listener: () => void) => listeners.push(listener),
  };
  window.matchMedia = jest.fn(() => query as unknown as MediaQueryList);
  return (nowDark: boolean) => {
    query.matches = nowDark;
    for (const listener of listeners) listener();
  };
}

/** Everything that tells the stylesheets and the browser how the page looks. */
const look = () => ({
  theme: root.dataset.theme,
  still: root.hasAttribute('data-still'),
  scheme: root.style.colorScheme,
  bars: document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.content,
});

const speaks = navigator.languages;

function browserSpeaks(...languages: readonly string[]): void {
  Object.defineProperty(navigator, 'languages', { value: languages, configurable: true });
}

/** As browsers do for a site whose data is blocked. */
function forbidStorage(): void {
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('', 'SecurityError');
  });
}

function blankPage(): void {
  root.removeAttribute('data-theme');
  root.removeAttribute('data-still');
  root.removeAttribute('style');
  document.head.innerHTML = '<meta name="theme-color" content="#cfe3f1">';
}

describe('the look of the page', () => {
  beforeEach(() => {
    globalThis.fetch = jest.fn<typeof fetch>(() => new Promise(() => undefined));
  });

  afterEach(() => {
    jest.restoreAllMocks();
    setTheme('system');
    setStill(false);
    root.removeAttribute('lang');
    root.removeAttribute('dir');
    browserSpeaks(...speaks);
  });

  it.each(
    (['system', 'light', 'dark'] as const).flatMap((theme: Theme) =>
      [true, false].flatMap((dark) => [true, false].map((still) => ({ theme, dark, still }))),
    ),
  )('is the same before and after the page has loaded: %j', ({ theme, dark, still }) => {
    device(dark);
    blankPage();
    startTheme();
    setTheme(theme);
    setStill(still);
    const expected = look();
    const effectiveTheme = theme === 'system' ? (dark ? 'dark' : 'light') : theme;
    expect(expected).toEqual({
      theme: effectiveTheme,
      still,
      scheme: effectiveTheme,
      bars: effectiveTheme === 'dark' ? '#1a2344' : '#cfe3f1',
    });
    blankPage();
    // The browser runs this script in the head of the page.
    globalThis.eval(LOOK);
    expect(look()).toEqual(expected);
  });

  it('follows the device while nothing else is chosen', () => {
    const turn = device(false);
    startTheme();
    expect(look().theme).toBe('light');
    turn(true);
    expect(look().theme).toBe('dark');
    setTheme('light');
    turn(false);
    turn(true);
    expect(look().theme).toBe('light');
  });

  it('lasts as long as the page if the browser’s storage is full', () => {
    device(false);
    const setItem = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    startTheme();
    setTheme('dark');
    expect(look().theme).toBe('dark');
    setItem.mockRestore();
  });

  /** What the page says about its language after /look.js has run. */
  const language = () => {
    root.removeAttribute('lang');
    root.removeAttribute('dir');
    globalThis.eval(LOOK);
    return { lang: root.lang, dir: root.dir };
  };
  const of = (lang: Language) => ({ lang, dir: directionOf(lang) });

  it.each(LANGUAGE_TAGS)('is in the language that was chosen: %s', (chosen) => {
    device(false);
    browserSpeaks('fr');
    // The page does not have to load again: it is in this language already.
    root.lang = chosen;
    changeLanguage(chosen);
    expect(language()).toEqual(of(chosen));
    expect(currentLanguage()).toBe(chosen);
  });

  it.each(
    [
      ['de-CH', 'fr'],
      ['pt-PT'],
      ['PT-br'],
      ['nl', 'eo', 'es-419'],
      ['deu'],
      ['zh'],
      ['zh-Hans-SG'],
      ['zh-TW', 'de'],
      ['zh-Hant-HK', 'ja'],
      [],
    ].map((languages) => ({ languages })),
  )('is in the best of the browser’s languages: %j', ({ languages }) => {
    device(false);
    browserSpeaks(...languages);
    expect(language()).toEqual(of(bestLanguage(languages)));
    // What was stored by another version counts as nothing.
    localStorage.setItem('inner-weather.language', 'tlh');
    expect(language()).toEqual(of(bestLanguage(languages)));
  });

  it('is in the language of the address, which serves browsers without storage', () => {
    device(false);
    browserSpeaks('fr');
    history.replaceState(null, '', '/?language=ar');
    expect(language()).toEqual({ lang: 'ar', dir: 'rtl' });
    history.replaceState(null, '', '/?language=tlh');
    expect(language()).toEqual(of('fr'));
    history.replaceState(null, '', '/');
  });

  it.each([
    { path: '/', files: ['/en.js'] },
    { path: '/journal', files: ['/en.js', '/journal-page.js', '/common.js', '/journal-en.js'] },
  ])('fetches early what $path needs', ({ path, files }) => {
    device(false);
    const script = document.createElement('script');
    script.dataset.early = JSON.stringify({
      en: ['/en.js'],
      fr: ['/fr.js'],
      journal: ['/journal-page.js', '/common.js'],
      'journal en': ['/journal-en.js'],
    });
    Object.defineProperty(document, 'currentScript', { value: script, configurable: true });
    history.replaceState(null, '', path);
    globalThis.eval(LOOK);
    const links = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]');
    expect([...links].map((link) => link.getAttribute('href'))).toEqual(files);
    for (const link of links) link.remove();
    Object.defineProperty(document, 'currentScript', { value: null, configurable: true });
    history.replaceState(null, '', '/');
  });

  it.each<[string, (() => void)[], number]>([
    ['is asked for at once', [], 1],
    ['is asked for if nothing can be stored', [forbidStorage], 1],
    ['waits for the lock', [() => localStorage.setItem(LOCK, 'user-1')], 0],
    ['waits for a logout to end', [markLeaving], 0],
  ])('the session %s', (_what, [given], times) => {
    device(false);
    given?.();
    globalThis.eval(LOOK);
    expect(fetch).toHaveBeenCalledTimes(times);
    expect(window.earlySession === undefined).toBe(times === 0);
    // Another tab logs out.
    window.dispatchEvent(new StorageEvent('storage'));
    expect(window.earlySession).toBeUndefined();
  });

  it('follows another tab', () => {
    device(false);
    startTheme();
    localStorage.setItem('inner-weather.theme', 'dark');
    window.dispatchEvent(new StorageEvent('storage', { key: 'inner-weather.theme', newValue: 'dark' }));
    expect(look().theme).toBe('dark');
  });

  it('does not depend on prefers-color-scheme in any stylesheet', () => {
    const source = resolve(import.meta.dirname, '../..');
    const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.css'),
    );
    expect(sheets.length).toBeGreaterThan(10);
    const offenders = sheets.filter((name) =>
      readFileSync(resolve(source, name), 'utf8').includes('prefers-color-scheme'),
    );
    expect(offenders).toEqual([]);
  });
});

describe('the page on the screen of a phone', () => {
  it('names its shortcuts in each language', () => {
    const { shortcuts } = JSON.parse(readFileSync(resolve(PUBLIC, 'manifest.webmanifest'), 'utf8')) as {
      shortcuts: { name_localized: Record<string, unknown> }[];
    };
    for (const { name_localized: names } of shortcuts)
      expect(['en', ...Object.keys(names)].sort()).toEqual([...LANGUAGE_TAGS].sort());
  });
});
