import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { page } from '../lib/language/language';
import { drawInto } from './draw';

/** The browser runs it before the page's code. */
const runLook = () =>
  globalThis.eval(readFileSync(resolve(import.meta.dirname, '../../public/look.js'), 'utf8')) as void;
const failure = new TypeError('Failed to fetch dynamically imported module');

describe('an empty page', () => {
  let root: Element;

  beforeEach(() => {
    jest.useFakeTimers();
    globalThis.fetch = () => new Promise(() => undefined);
    document.documentElement.dataset.started = '';
    runLook();
    root = document.body.appendChild(document.createElement('div'));
    root.id = 'root';
  });

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    root.remove();
  });

  it('is drawn after all if what it needs can be fetched a moment later', async () => {
    const draw = jest.fn<() => Promise<void>>().mockRejectedValueOnce(failure).mockResolvedValue();
    const drawn = drawInto(root, draw);
    await jest.runAllTimersAsync();
    await drawn;
    expect(draw).toHaveBeenCalledTimes(2);
    expect(root).toBeEmptyDOMElement();
  });

  it('says that it could not be loaded, and can be reloaded', async () => {
    jest.spyOn(console, 'error').mockReturnValue();
    const reload = jest.spyOn(page, 'reload').mockReturnValue();
    const drawn = drawInto(root, () => Promise.reject(failure));
    await jest.runAllTimersAsync();
    await drawn;
    jest.useRealTimers();
    expect(screen.getByRole('heading', { name: 'Inner Weather could not be loaded' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['did not start, whatever was answered in its place', false],
    ['has started', true],
  ])('says so only if its code %s', (_which, isStarted) => {
    document.documentElement.toggleAttribute('data-started', isStarted);
    window.dispatchEvent(new Event('load'));
    const heading = screen.queryByRole('heading', { name: 'Inner Weather could not be loaded' });
    expect(heading !== null).toBe(!isStarted);
    expect(screen.queryAllByRole('button', { name: 'Reload' })).toHaveLength(isStarted ? 0 : 1);
  });
});
