import { screen } from '@testing-library/react';
import { json, problem } from '../../../../test/fake-server';
import { openApp, serverOfAna } from '../../../../test/render-app';

const IMPORT = 'POST /api/journal/import';

/** jsdom's files cannot be read. */
const fileWith = (text: string) =>
  Object.assign(new File([text], 'inner-weather.json', { type: 'application/json' }), {
    text: () => Promise.resolve(text),
  });

const fileOf = (entries: object[]) =>
  fileWith(JSON.stringify({ format: 'inner-weather-export', version: 1, entries }));

async function importing(file: File, server = serverOfAna()) {
  server.on('GET /api/user/me/sessions', () => json(200, []));
  const { person } = openApp('/settings');
  await person.upload(await screen.findByLabelText('File to import'), file);
}

const many = Array.from({ length: 101 }, (_, n) => ({ _id: `${n}`, content: 'A walk' }));

describe('an import that does not end well', () => {
  it('says that nothing was imported where nothing was', async () => {
    await importing(fileWith('PK'));
    expect(await screen.findByText('Nothing was imported.')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('It is not JSON');
  });

  it('says so too where the server takes none of it', async () => {
    await importing(
      fileOf(many),
      serverOfAna().on(IMPORT, () => problem(400, 'Not today.')),
    );
    expect(await screen.findByText('Nothing was imported.')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('Not today. Import the file again to go on.');
  });

  it('says how much was where it stopped on the way', async () => {
    let parts = 0;
    const server = serverOfAna().on(IMPORT, () => {
      parts += 1;
      return parts === 1
        ? json(200, { added: 100, alreadyThere: 0, lookedUp: 0, refused: [] })
        : problem(400, 'Not today.');
    });
    await importing(fileOf(many), server);
    expect(await screen.findByText('Not everything was imported: 100 entries are in.')).toBeInTheDocument();
  });
});

describe('an import', () => {
  const entry = { content: 'Words', location: 'Porto', createdAt: '2020-02-29T10:00:00.000Z' };
  const server = (lookedUp: number) =>
    serverOfAna()
      .on('GET /api/user/me/sessions', () => json(200, []))
      .on(IMPORT, () => json(200, { added: 1, alreadyThere: 0, lookedUp, refused: [] }));

  it('leaves the weather of the past alone unless it is asked for', async () => {
    const seen = server(0);
    await importing(fileOf([entry]), seen);
    expect(await screen.findByText('1 entry added.')).toBeInTheDocument();
    expect(seen.requests(IMPORT)[0]?.body).toMatchObject({ lookUpWeather: false });
    expect(screen.queryByText(/is being looked up/)).not.toBeInTheDocument();
  });

  it('asks for it where the box says so, and tells of how many', async () => {
    const seen = server(1);
    const { person } = openApp('/settings');
    await person.click(await screen.findByRole('checkbox', { name: /^Look up the weather of entries/ }));
    await person.upload(screen.getByLabelText('File to import'), fileOf([entry]));
    expect(await screen.findByText('The weather of 1 entry is being looked up.')).toBeInTheDocument();
    expect(seen.requests(IMPORT)[0]?.body).toMatchObject({ entries: [entry], lookUpWeather: true });
  });
});
