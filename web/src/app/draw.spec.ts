import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { page } from '../lib/language/language';
import { drawInto } from './draw';

const failure = new TypeError('Failed to fetch dynamically imported module');

describe('an empty page', () => {
  let root: Element;

  beforeEach(() => {
    jest.useFakeTimers();
    root = document.body.appendChild(document.createElement('div'));
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
});
