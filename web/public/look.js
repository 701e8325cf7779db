// Applies the language, the theme and the motion that the user chose on this device, before the page is drawn, and asks
// for the session.
// lib/theme.ts and lib/motion.ts apply later changes; look.spec.ts checks that they agree, and that the languages are
// those of libs/languages.
(() => {
  const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt-BR', 'ar', 'zh-Hans'];
  const root = document.documentElement;
  // Without storage, the address has the language: see lib/language/language.ts.
  let language = new URLSearchParams(location.search).get('language');
  let theme;
  let isShut = false;
  try {
    // lib/vault/lock-mark.ts and lib/vault/marks.ts set these.
    isShut = ['inner-weather.lock', 'inner-weather.leaving'].some(
      (key) => localStorage.getItem(key) !== null,
    );
    language ??= localStorage.getItem('inner-weather.language');
    theme = localStorage.getItem('inner-weather.theme');
    root.toggleAttribute('data-still', localStorage.getItem('inner-weather.still') !== null);
  } catch {
    // Without storage it is as the device says.
  }
  if (!LANGUAGES.includes(language)) {
    const baseOf = (tag) => tag.toLowerCase().split('-')[0];
    const writtenAs = (tag) => {
      const { language, script } = new Intl.Locale(tag).maximize();
      return `${language}-${script}`;
    };
    const first = (of) =>
      navigator.languages.map((tag) => LANGUAGES.find((one) => of(one) === of(tag))).find(Boolean);
    language = first(writtenAs) ?? first(baseOf) ?? 'en';
  }
  root.lang = language;
  root.dir = ['ar', 'fa', 'he', 'ur'].includes(language) ? 'rtl' : 'ltr';
  // The build names what a page needs early (build/messages.ts), so that it loads beside the code.
  const early = JSON.parse(document.currentScript?.dataset.early ?? '{}');
  const isJournal = location.pathname === '/journal';
  const files = [language, ...(isJournal ? ['journal', `journal ${language}`] : [])];
  for (const href of files.flatMap((name) => early[name] ?? [])) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href });
    document.head.append(link);
  }
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  root.dataset.theme = theme;
  // In English, because the texts of the page's language may be what could not be fetched: see app/draw.ts.
  window.notLoaded = (reload) => {
    const make = (name, properties) => Object.assign(document.createElement(name), properties);
    const main = make('main', { lang: 'en', dir: 'ltr', className: 'not-loaded' });
    main.append(
      make('h1', { textContent: 'Inner Weather could not be loaded' }),
      make('p', { textContent: 'Nothing you have saved is lost.' }),
      make('button', { type: 'button', textContent: 'Reload', onclick: reload }),
    );
    return main;
  };
  // Something in front of the journal may have answered in place of the page's code, whatever it said.
  window.addEventListener('load', () => {
    if (!('started' in root.dataset))
      document.getElementById('root').replaceChildren(window.notLoaded(() => location.reload()));
  });
  // The browser may offer to install the page before the code for it is there: see lib/install-offer.ts.
  window.addEventListener('beforeinstallprompt', (offer) => (window.installOffer = offer));
  // The empty page, before the stylesheet is there.
  root.style.colorScheme = theme;
  const colour = document.querySelector('meta[name="theme-color"]');
  if (theme === 'dark' && colour) colour.content = '#1a2344';
  // Every page needs to know who is signed in, and a phone takes as long to read the code as an answer takes: startRestore
  // takes this one. With a lock, or after a logout that is not finished, nothing is asked yet.
  if (!isShut)
    window.earlySession = fetch('/api/session', {
      cache: 'no-store',
      redirect: 'manual',
      headers: { 'Accept-Language': [...new Set([language, ...navigator.languages])].join() },
      signal: AbortSignal.timeout(30_000),
    });
  window.earlySession?.catch(() => undefined);
  // Another tab may log out, or sign in, before this page's code listens.
  window.addEventListener('storage', () => (window.earlySession = undefined), { once: true });
})();
