import { jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { ana, tokenOf } from '../../../../../test/builders';
import { json } from '../../../../../test/fake-server';
import { TIMERS } from '../../../../../test/timers';
import { type App, openApp, serverOfAna } from '../../../../../test/render-app';

const write = async ({ person }: App, words: string) =>
  person.type(await screen.findByPlaceholderText('Tell me about your day...!'), words);

describe('the time of a new entry', () => {
  afterEach(() => jest.useRealTimers());

  it('is that of the day before today by one press, also after midnight, and a second one takes it back', async () => {
    const user = { ...ana, dayEndsAt: 4 };
    serverOfAna().on('GET /api/session', () => json(200, { token: tokenOf(user), user }));
    jest.useFakeTimers({ now: Date.UTC(2026, 10, 22, 1), doNotFake: TIMERS });
    const app = openApp('/journal');
    await write(app, 'Late.');
    const yesterday = screen.getByRole('button', { name: 'Yesterday', pressed: false });
    await app.person.click(yesterday);
    expect(yesterday).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByLabelText('Date and time')).toHaveValue('2026-11-20T12:00');
    await app.person.click(yesterday);
    expect(screen.getByRole('button', { name: 'When and where: Now · Porto' })).toBeInTheDocument();
  });

  it('unfolds its field to show its error', async () => {
    const server = serverOfAna();
    const app = openApp('/journal');
    await write(app, 'Tomorrow.');
    const fold = screen.getByRole('button', { name: /^When and where/ });
    await app.person.click(fold);
    const tomorrow = new Date(Date.now() + 30 * 60 * 60_000).toISOString().slice(0, 16);
    fireEvent.change(screen.getByLabelText('Date and time'), { target: { value: tomorrow } });
    await app.person.click(fold);
    await app.person.click(screen.getByRole('button', { name: 'Save Entry' }));
    expect(await screen.findByText('This moment is still to come.')).toBeVisible();
    expect(server.requests('POST /api/journal/new')).toHaveLength(0);
  });
});
