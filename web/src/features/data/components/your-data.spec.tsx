import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { strToU8, zipSync } from 'fflate';
import { MemoryRouter } from 'react-router-dom';
import { tokenOf } from '../../../../test/builders';
import { json, UNREACHABLE } from '../../../../test/fake-server';
import { aPerson } from '../../../../test/person';
import { renderWithin } from '../../../../test/render-within';
import { serverOfAna } from '../../../../test/server-of-ana';
import { openSession } from '../../../lib/api/session';
import { YourData } from './your-data';

function open() {
  openSession(tokenOf());
  renderWithin(
    <MemoryRouter>
      <YourData title="Your data" />
    </MemoryRouter>,
  );
  return aPerson();
}

describe('the settings about data', () => {
  it('show the used storage, and lead to the page that brings a diary', async () => {
    serverOfAna()
      .on('GET /api/photos/storage', () => json(200, { usedBytes: 12e6, maxBytes: 2e9, photos: 31 }))
      .on('GET /api/user/me/storage', () => json(200, { usedBytes: 1_234_567, maxBytes: 250_000_000 }));
    open();
    expect(await screen.findByText('1.2 of 250 MB used')).toBeInTheDocument();
    expect(screen.getByRole('progressbar', { name: 'Storage used' })).toHaveAttribute('max', '250000000');
    const photos = await screen.findByRole('progressbar', { name: 'Storage used by photos' });
    expect(photos).toHaveAttribute('value', '12000000');
    expect(screen.getByText('31 photos')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Bring your diary' })).toHaveAttribute('href', '/import');
  });

  it('save an export only if it is whole, although a proxy ends an interrupted one without an error', async () => {
    const zip = zipSync({ 'inner-weather.json': strToU8('{"entries":[]}') });
    const sent = [zip.slice(0, 40), zip.slice(0, -1), new Uint8Array(), zip];
    const save = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    URL.createObjectURL = () => 'blob:export';
    const server = serverOfAna();
    const person = open();
    for (const bytes of sent) {
      const isWhole = bytes === zip;
      server.on('GET /api/user/me/export', () => new Response(bytes));
      await person.click(await screen.findByRole('button', { name: 'Export everything' }));
      if (isWhole) {
        expect(await screen.findByText(/is in your downloads/)).toBeInTheDocument();
      } else {
        const title = await screen.findByText('Nothing was saved.');
        expect(title.parentElement).toHaveTextContent(UNREACHABLE);
      }
      expect(save).toHaveBeenCalledTimes(isWhole ? 1 : 0);
    }
    save.mockRestore();
  });
});
