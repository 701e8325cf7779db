import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadMessages } from '../lib/language/language';
import { keepPage } from '../lib/device/new-version';
import { startTheme } from '../lib/theme';
import { App } from './app';
import './fonts.css';
import './tokens.css';
import './global.css';

startTheme();
await loadMessages('frame');
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

// After the page has loaded, so that a first visit does not wait for files that it does not need yet.
const keep = () => void keepPage().catch(() => undefined);
if (document.readyState === 'complete') keep();
else window.addEventListener('load', keep);
