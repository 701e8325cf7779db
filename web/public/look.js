// Applies the theme and the motion that the user chose on this device, before the page is drawn. lib/theme.ts and
// lib/motion.ts apply later changes; look.spec.ts checks that all three agree.
(() => {
  const root = document.documentElement;
  let theme;
  try {
    theme = localStorage.getItem('inner-weather.theme');
    root.toggleAttribute('data-still', localStorage.getItem('inner-weather.still') !== null);
  } catch {
    // Without storage it is as the device says.
  }
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  root.dataset.theme = theme;
  // The empty page, before the stylesheet is there.
  root.style.colorScheme = theme;
  const colour = document.querySelector('meta[name="theme-color"]');
  if (theme === 'dark' && colour) colour.content = '#1a2344';
})();
