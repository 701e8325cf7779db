import { screen } from '@testing-library/react';
import { jest } from '@jest/globals';
import { json } from '../../../test/fake-server';
import { ana, tokenOf } from '../../../test/builders';
import { openApp, serverOfAna } from '../../../test/render-app';
import { dateNow } from '../../lib/dates/dates';

const TITLE = 'Your time zone is not known';

describe('an unknown time zone', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const deviceSays = (timeZone: string) => {
    const options = Intl.DateTimeFormat.prototype.resolvedOptions;
    jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
      this: Intl.DateTimeFormat,
    ) {
      return { ...options.call(this), timeZone };
    });
  };

  it('leaves days in UTC, with a notice that is shown once', async () => {
    deviceSays('Mars/Olympus');
    serverOfAna();
    const app = openApp('/journal');
    // Notices load after the page.
    expect(await screen.findByText(TITLE, {}, { timeout: 25_000 })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Choose a time zone' })).toHaveAttribute(
      'href',
      '/settings#section-profile',
    );
    expect(dateNow()).toMatch(/Z$/);
    await app.person.click(screen.getByRole('button', { name: 'Keep UTC' }));
    expect(screen.queryByText(TITLE)).not.toBeInTheDocument();
    app.reload();
    await screen.findByText('Your journal begins with a line');
    expect(screen.queryByText(TITLE)).not.toBeInTheDocument();
  });

  it('shows no notice if the user has chosen one', async () => {
    const user = { ...ana, timeZone: 'Asia/Tokyo' };
    serverOfAna().on('GET /api/session', () => json(200, { token: tokenOf(user), user }));
    deviceSays('Etc/Unknown');
    openApp('/journal');
    await screen.findByText('Your journal begins with a line');
    expect(screen.queryByText(TITLE)).not.toBeInTheDocument();
  });
});
