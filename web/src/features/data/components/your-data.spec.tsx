import { screen } from '@testing-library/react';
import { json, problem } from '../../../../test/fake-server';
import { textFile } from '../../../../test/files';
import { openApp, serverOfAna } from '../../../../test/render-app';

const TEXT = JSON.stringify({
  format: 'inner-weather-export',
  version: 1,
  entries: [{ content: 'Words', location: 'Porto', createdAt: '2020-02-29T10:00:00.000Z' }],
  insights: [],
});
const FILE = textFile(TEXT, 'inner-weather.json');

const server = () => serverOfAna().on('GET /api/user/me/sessions', () => json(200, []));

describe('the settings about data', () => {
  it('show the used storage, and refresh it after an import', async () => {
    let usedBytes = 1_234_567;
    server()
      .on('GET /api/user/me/storage', () => json(200, { usedBytes, maxBytes: 250_000_000 }))
      .on('POST /api/journal/import', () => {
        usedBytes = 2_000_000;
        return json(200, { added: 1, alreadyThere: 0, refused: [] });
      });
    const { person } = openApp('/settings');
    expect(await screen.findByText('1.2 of 250 MB used')).toBeInTheDocument();
    expect(screen.getByRole('progressbar', { name: 'Storage used' })).toHaveAttribute('max', '250000000');
    await person.upload(screen.getByLabelText('File to import'), FILE);
    expect(await screen.findByText('2 of 250 MB used')).toBeInTheDocument();
  });

  it('show the server’s message when the journal is full', async () => {
    server().on('POST /api/journal/import', () => problem(413, 'Your journal is full.'));
    const { person } = openApp('/settings');
    await person.upload(await screen.findByLabelText('File to import'), FILE);
    expect(await screen.findByText(/Your journal is full\./)).toBeInTheDocument();
  });
});
