import '@testing-library/jest-dom';
import { cleanup, configure } from '@testing-library/react';
import { resetSession } from '../src/lib/session';
import { forgetWeather } from '../src/lib/sky';

configure({ asyncUtilTimeout: 4000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  resetSession();
  forgetWeather();
});

// jsdom has no layout to scroll.
Element.prototype.scrollIntoView = () => undefined;
