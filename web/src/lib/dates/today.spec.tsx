import { act, render, screen } from '@testing-library/react';
import { jest } from '@jest/globals';
import { ana, tokenOf } from '../../../test/builders';
import { openSession } from '../api/session';
import { useLocalDate, useToday } from './today';

function Today() {
  return <p>{useToday()}</p>;
}

function LocalDate() {
  return <p>{useLocalDate()}</p>;
}

describe('today', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each([
    ['Pacific/Honolulu', '2026-03-01T09:59:30Z', '2026-02-28', '2026-03-01'],
    ['Pacific/Kiritimati', '2026-12-31T09:59:30Z', '2026-12-31', '2027-01-01'],
  ])('changes at midnight of %s on an open page', (timeZone, now, before, after) => {
    jest.useFakeTimers({ now: Date.parse(now) });
    const user = { ...ana, timeZone };
    openSession(tokenOf(user));
    render(<Today />);
    expect(screen.getByText(before)).toBeInTheDocument();
    act(() => jest.advanceTimersByTime(29_000));
    expect(screen.getByText(before)).toBeInTheDocument();
    act(() => jest.advanceTimersByTime(1_000));
    expect(screen.getByText(after)).toBeInTheDocument();
  });

  it('changes when the day ends, after the date on the clocks has changed', () => {
    jest.useFakeTimers({ now: Date.parse('2026-03-01T14:59:30Z') });
    openSession(tokenOf({ ...ana, timeZone: 'Asia/Tokyo', dayEndsAt: 3 }));
    render(
      <>
        <Today />
        <LocalDate />
      </>,
    );
    const shown = () => screen.getAllByRole('paragraph').map((one) => one.textContent);
    expect(shown()).toEqual(['2026-03-01', '2026-03-01']);
    act(() => jest.advanceTimersByTime(30_000));
    expect(shown()).toEqual(['2026-03-01', '2026-03-02']);
    act(() => jest.advanceTimersByTime(3 * 60 * 60_000 - 1_000));
    expect(shown()).toEqual(['2026-03-01', '2026-03-02']);
    act(() => jest.advanceTimersByTime(1_000));
    expect(shown()).toEqual(['2026-03-02', '2026-03-02']);
  });

  it('is updated when the page becomes visible after the device has slept', () => {
    jest.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00Z') });
    openSession(tokenOf({ ...ana, timeZone: 'UTC' }));
    render(<Today />);
    jest.setSystemTime(Date.parse('2026-03-03T12:00:00Z'));
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    expect(screen.getByText('2026-03-03')).toBeInTheDocument();
  });
});
