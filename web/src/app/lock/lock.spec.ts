import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { page } from '../../lib/language/language';
import { markLock } from '../../lib/vault/vault';
import { lock } from './lock';

describe('a device with a lock', () => {
  it('whose disk cannot be read shows nothing of the journal, and a way on', async () => {
    const reload = jest.spyOn(page, 'reload').mockReturnValue();
    // jsdom has no IndexedDB.
    markLock('user-1');
    const start = jest.fn();
    const root = document.body.appendChild(document.createElement('div'));
    await act(() => lock(root, start));
    expect(screen.getByRole('heading', { name: 'Your journal could not be opened' })).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Log in instead' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(start).not.toHaveBeenCalled();
  });
});
