import { screen, within } from '@testing-library/react';
import { empty } from '../../test/fake-server';
import { openApp, serverOfAna } from '../../test/render-app';

describe('the landing page', () => {
  it('asks a visitor to join, and says below that the journal belongs to its user, with a sample year', async () => {
    serverOfAna().on('GET /api/session', () => empty(204));
    openApp('/');
    expect(await screen.findByRole('link', { name: 'Join' })).toHaveAttribute('href', '/signup');
    const yours = await screen.findByRole('region', { name: 'Yours, and nobody else’s' });
    for (const what of ['On your own server', 'Encrypted', 'No account elsewhere, no key', 'Open source'])
      expect(within(yours).getByText(what)).toBeInTheDocument();
    expect(
      within(yours).getByRole('img', { name: /^A grid of the year \d{4}: \d{3} days/ }),
    ).toBeInTheDocument();
    expect(within(yours).getByText(/^Clear days were brighter/)).toBeInTheDocument();
    const sections = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(sections).toEqual(['Start Your Journey', 'Yours, and nobody else’s']);
  });

  it('links signed-in users to their journal, and lets the sky be paused, which the browser remembers', async () => {
    serverOfAna();
    const { person } = openApp('/');
    expect(await screen.findByRole('link', { name: 'Open your journal' })).toHaveAttribute(
      'href',
      '/journal',
    );
    expect(screen.queryByRole('link', { name: 'Join' })).not.toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Pause the sky' }));
    expect(document.documentElement).toHaveAttribute('data-still');
    expect(localStorage).toHaveLength(1);
    await person.click(screen.getByRole('button', { name: 'Let the sky move' }));
    expect(document.documentElement).not.toHaveAttribute('data-still');
    expect(localStorage).toHaveLength(0);
  });
});
