import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadMessages } from '../lib/language/language';
import { startTheme } from '../lib/theme';
import { App } from './app';
import './fonts.css';
import './tokens.css';
import './global.css';

startTheme();
// This module must not await them: theirs import from it, and would wait for it in turn.
void loadMessages('frame').then(() => {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
});
