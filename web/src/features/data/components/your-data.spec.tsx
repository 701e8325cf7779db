import { screen } from '@testing-library/react';
import { json } from '../../../../test/fake-server';
import { openApp, serverOfAna } from '../../../../test/render-app';

describe('the settings about data', () => {
  it('show the used storage', async () => {
    serverOfAna()
      .on('GET /api/photos/storage', () => json(200, { usedBytes: 12e6, maxBytes: 2e9, photos: 31 }))
      .on('GET /api/user/me/storage', () => json(200, { usedBytes: 1_234_567, maxBytes: 250_000_000 }));
    openApp('/settings');
    expect(await screen.findByText('1.2 of 250 MB used')).toBeInTheDocument();
    expect(screen.getByRole('progressbar', { name: 'Storage used' })).toHaveAttribute('max', '250000000');
    const photos = await screen.findByRole('progressbar', { name: 'Storage used by photos' });
    expect(photos).toHaveAttribute('value', '12000000');
    expect(screen.getByText('31 photos')).toBeVisible();
  });

  it('lead to the page that brings a diary', async () => {
    serverOfAna();
    openApp('/settings');
    expect(await screen.findByRole('link', { name: 'Bring your diary' })).toHaveAttribute('href', '/import');
  });
});
