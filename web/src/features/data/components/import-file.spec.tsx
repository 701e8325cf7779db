import { screen } from '@testing-library/react';
import { json, problem } from '../../../../test/fake-server';
import { textFile } from '../../../../test/files';
import { openApp, serverOfAna } from '../../../../test/render-app';

const IMPORT = 'POST /api/journal/import';

const exportOf = (entries: object[]) =>
  textFile(JSON.stringify({ format: 'inner-weather-export', version: 1, entries }));

async function importFile(file: File, server = serverOfAna()) {
  server.on('GET /api/user/me/sessions', () => json(200, []));
  const { person } = openApp('/settings');
  await person.upload(await screen.findByLabelText('File to import'), file);
}

const many = Array.from({ length: 101 }, (_, n) => ({ _id: `${n}`, content: 'A walk' }));

describe('an import that fails', () => {
  it('says that nothing was imported if the file is not an export', async () => {
    await importFile(textFile('Dear diary'));
    expect(await screen.findByText('Nothing was imported.')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('it is not an export');
  });

  it('says that nothing was imported if the server refuses every part', async () => {
    await importFile(
      exportOf(many),
      serverOfAna().on(IMPORT, () => problem(400, 'Not today.')),
    );
    expect(await screen.findByText('Nothing was imported.')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('Not today. Import the file again to go on.');
  });

  it('says how many entries were imported before it stopped', async () => {
    let parts = 0;
    const server = serverOfAna().on(IMPORT, () => {
      parts += 1;
      return parts === 1
        ? json(200, {
            added: 100,
            alreadyThere: 0,
            lookedUp: 0,
            deleted: 0,
            labelsInText: 0,
            labelsLeftOut: 0,
            refused: [],
          })
        : problem(400, 'Not today.');
    });
    await importFile(exportOf(many), server);
    expect(await screen.findByText('Not everything was imported: 100 entries are in.')).toBeInTheDocument();
  });
});

function tooManyRequests(): Response {
  const answer = problem(429, 'Too many.');
  answer.headers.set('retry-after', '1800');
  return answer;
}

describe('an import that exceeds a limit', () => {
  it('shows when it can continue, at the hourly limit', async () => {
    const server = serverOfAna().on(IMPORT, () => tooManyRequests());
    await importFile(exportOf(many), server);
    expect(
      await screen.findByText(/It goes on at \d\d?:\d\d.*: import the same file again then/),
    ).toBeInTheDocument();
    expect(server.requests(IMPORT)).toHaveLength(1);
  });

  it('empties values that would stop the others, and says how many labels moved into texts', async () => {
    const server = serverOfAna().on(IMPORT, () =>
      json(200, {
        added: 3,
        alreadyThere: 0,
        lookedUp: 0,
        deleted: 1,
        labelsInText: 1,
        labelsLeftOut: 2,
        refused: [],
      }),
    );
    const deep = JSON.parse(`${'['.repeat(30)}${']'.repeat(30)}`) as unknown;
    const tags = Array.from({ length: 201 }, (_, n) => `tag ${n}`);
    const row = { content: 'The same', location: 'Porto', createdAt: '2020-01-01T10:00:00Z' };
    await importFile(
      exportOf([{ content: deep, inputMood: { name: 'Happy' } }, { content: 'Words', tags }, row, row]),
      server,
    );
    expect(await screen.findByText('3 entries added.')).toBeInTheDocument();
    expect(
      screen.getByText('192 tags and moods did not fit, and stand at the end of the text as #words.'),
    ).toBeInTheDocument();
    expect(
      screen.getByText('2 tags and moods are missing: the longest texts have no room for them.'),
    ).toBeInTheDocument();
    expect(
      screen.getByText('1 entry was deleted here not long ago, and not added again.'),
    ).toBeInTheDocument();
    const { entries } = server.requests(IMPORT)[0]?.body as { entries: Record<string, unknown>[] };
    expect(entries[0]).toEqual({ content: {}, inputMood: {} });
    expect(entries[1]).toEqual({
      content: expect.stringMatching(/^Words\n\n#tag 10 .*#tag 200$/),
      tags: tags.slice(0, 10),
    });
    expect(entries[2]).toEqual(row);
    expect(entries[3]).toEqual({ ...row, _id: expect.stringMatching(/^equal 1: /) });
  });
});

describe('an import', () => {
  const entry = { content: 'Words', location: 'Porto', createdAt: '2020-02-29T10:00:00.000Z' };
  const server = (lookedUp: number) =>
    serverOfAna()
      .on('GET /api/user/me/sessions', () => json(200, []))
      .on(IMPORT, () =>
        json(200, {
          added: 1,
          alreadyThere: 0,
          lookedUp,
          deleted: 0,
          labelsInText: 0,
          labelsLeftOut: 0,
          refused: [],
        }),
      );

  it('does not look up past weather by default', async () => {
    const fakeServer = server(0);
    await importFile(exportOf([entry]), fakeServer);
    expect(await screen.findByText('1 entry added.')).toBeInTheDocument();
    expect(fakeServer.requests(IMPORT)[0]?.body).toMatchObject({ lookUpWeather: false });
    expect(screen.queryByText(/is being looked up/)).not.toBeInTheDocument();
  });

  it('looks up past weather if the box is checked, and says for how many entries', async () => {
    const fakeServer = server(1);
    const { person } = openApp('/settings');
    await person.click(await screen.findByRole('checkbox', { name: /^Look up the weather of entries/ }));
    await person.upload(screen.getByLabelText('File to import'), exportOf([entry]));
    expect(await screen.findByText('The weather of 1 entry is being looked up.')).toBeInTheDocument();
    expect(fakeServer.requests(IMPORT)[0]?.body).toMatchObject({ entries: [entry], lookUpWeather: true });
  });
});
