import '@testing-library/jest-dom';
import { noneUnderWay } from './fake-server';
import './queries';
import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { timeoutManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import { resetSession } from '../src/lib/api/session';
import { forgetWeather } from '../src/lib/weather/sky';

// React takes a stack for each element that it draws. With the 100 frames that Jest asks for, that is a fifth of the time.
Error.stackTraceLimit = 10;

// Dates are written in the browser's locale. The browser tests use the same one.
Object.defineProperty(navigator, 'language', { value: 'en-GB', configurable: true });
Object.defineProperty(navigator, 'languages', { value: ['en-GB'], configurable: true });
i18n.setMessagesCompiler(compileMessage);
i18n.loadAndActivate({ locale: 'en', locales: ['en-GB', 'en'], messages: {} });

configure({ asyncUtilTimeout: 25_000 });

/** Milliseconds before a failed query is asked again, which the tests do not wait. */
const RETRY_DELAYS_MS = [500, 1_000];

timeoutManager.setTimeoutProvider<ReturnType<typeof setTimeout>>({
  setTimeout: (run, delayMs) => setTimeout(run, RETRY_DELAYS_MS.includes(delayMs) ? 1 : delayMs),
  clearTimeout: (timer) => clearTimeout(timer),
  setInterval: (run, delayMs) => setInterval(run, delayMs),
  clearInterval: (timer) => clearInterval(timer),
});

afterEach(async () => {
  cleanup();
  await noneUnderWay();
  localStorage.clear();
  sessionStorage.clear();
  window.dispatchEvent(new StorageEvent('storage'));
  resetSession();
  forgetWeather();
});

// jsdom has no layout: nothing is narrow, and there is nothing to scroll.
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
Element.prototype.scrollIntoView = () => undefined;
globalThis.ResizeObserver = class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};
// jsdom reads files by a FileReader only.
Blob.prototype.arrayBuffer = function read(this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
    reader.readAsArrayBuffer(this);
  });
};
