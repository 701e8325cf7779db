import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadMessages } from '../lib/language/language';
import { keepPresses } from '../lib/screen/presses';
import { startTheme } from '../lib/screen/theme';
import { prepareWith } from '../lib/api/session';
import { lockedUser } from '../lib/vault/lock-mark';
import { App } from './app';
import { drawInto } from './draw';
import { startRestore } from './notices/use-session-restore';
import { preloadPage } from './pages';
import './fonts.css';
import './tokens.css';
import './global.css';

// For public/look.js.
document.documentElement.dataset.started = '';
startTheme();
keepPresses();
prepareWith((...session) =>
  import('../lib/copy/opening').then(({ prepareDevice }) => prepareDevice(...session)),
);
const root = document.getElementById('root') as Element;

function start(): void {
  // Fetched while the frame is drawn.
  preloadPage(location.pathname);
  void startRestore();
  // This module must not await them: theirs import from it, and would wait for it in turn.
  void drawInto(root, async () => {
    await loadMessages('frame');
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  });
}

// Nothing is asked for or shown before the lock is open.
if (lockedUser() === null) start();
else void drawInto(root, async () => (await import('./lock/lock')).lock(root, start));

// After the page has loaded, so that a first visit does not wait for files that it does not need yet.
const keep = () => void import('./after-load').then(({ afterLoad }) => afterLoad()).catch(() => undefined);
if (document.readyState === 'complete') keep();
else window.addEventListener('load', keep);
