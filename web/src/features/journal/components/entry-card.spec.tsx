import { screen, waitFor, within } from '@testing-library/react';
import { dayOf, timeZone } from '../../../lib/dates';
import { entry } from '../../../../test/builders';
import { empty, json, problem } from '../../../../test/fake-server';
import { openApp, serverOfAna } from '../../../../test/render-app';

const UPDATE = 'PUT /api/journal/update/entry-1';
const DELETE = 'DELETE /api/journal/delete/entry-1';

function serverWith(...entries: ReturnType<typeof entry>[]) {
  return serverOfAna().on('GET /api/journal/search', () =>
    json(200, entries, { 'X-Total-Count': String(entries.length) }),
  );
}

describe('an entry card', () => {
  it('shows content, mood, location, weather and the day', async () => {
    const shown = entry();
    serverWith(shown);
    openApp('/journal');
    const card = within(await screen.findByRole('article'));
    for (const words of [
      'Walked home the long way.',
      'Happy',
      'Porto',
      'Light rain',
      dayOf(shown.createdAt, timeZone()),
    ])
      expect(card.getByText(words)).toBeInTheDocument();
    expect(screen.getByText('1 entry')).toBeInTheDocument();
  });

  it('saves editions, with a mood in own words, and refreshes the list', async () => {
    const before = entry();
    const after = entry({
      content: 'Walked home.',
      inputMood: 'Bittersweet',
      location: 'Braga',
      weatherData: 'Fog',
    });
    let stored = before;
    const server = serverOfAna()
      .on('GET /api/journal/search', () => json(200, [stored], { 'X-Total-Count': '1' }))
      .on(UPDATE, () => json(200, (stored = after)));
    const { person } = openApp('/journal');
    await person.click(await screen.findByRole('button', { name: 'Edit Entry' }));
    const card = within(screen.getByRole('article'));
    await person.clear(card.getByLabelText('Entry'));
    await person.type(card.getByLabelText('Entry'), 'Walked home.');
    await person.click(card.getByRole('radio', { name: 'Own words' }));
    await person.type(card.getByLabelText('Mood in your own words'), 'Bittersweet');
    await person.clear(card.getByLabelText('Location'));
    await person.type(card.getByLabelText('Location'), 'Braga');
    const searches = server.requests('GET /api/journal/search').length;
    await person.click(card.getByRole('button', { name: 'Save Editions' }));

    expect(await screen.findByText('Bittersweet')).toBeInTheDocument();
    expect(screen.getByText('Fog')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Edit Entry' })).toHaveFocus();
    expect(server.requests(UPDATE)[0]?.body).toEqual({
      content: 'Walked home.',
      inputMood: 'Bittersweet',
      location: 'Braga',
    });
    await waitFor(() => expect(server.requests('GET /api/journal/search').length).toBeGreaterThan(searches));
  });

  it('asks for what is missing, and shows what the server refuses, in the card', async () => {
    const server = serverWith(entry({ inputMood: '' })).on(UPDATE, () =>
      problem(404, 'This entry is not there any more.'),
    );
    const { person } = openApp('/journal');
    await person.click(await screen.findByRole('button', { name: 'Edit Entry' }));
    const card = within(screen.getByRole('article'));
    await person.clear(card.getByLabelText('Location'));
    await person.click(card.getByRole('button', { name: 'Save Editions' }));
    expect(await card.findByText('A city is needed, for its weather')).toBeInTheDocument();
    expect(card.getByText('Choose a mood, or say it in your own words')).toBeInTheDocument();
    expect(server.requests(UPDATE)).toHaveLength(0);

    await person.type(card.getByLabelText('Location'), 'Faro');
    await person.click(card.getByRole('radio', { name: 'Neutral' }));
    await person.click(card.getByRole('button', { name: 'Save Editions' }));
    expect(await card.findByText('This entry is not there any more.')).toBeInTheDocument();
    await person.click(card.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('Walked home the long way.')).toBeInTheDocument();
  });

  it('deletes only after a yes, and says what went wrong before', async () => {
    let entries = [entry()];
    const server = serverOfAna()
      .on('GET /api/journal/search', () => json(200, entries, { 'X-Total-Count': String(entries.length) }))
      .on(DELETE, () => problem(503, 'The journal is not reachable just now.'));
    const { person } = openApp('/journal');
    await person.click(await screen.findByRole('button', { name: 'Delete' }));
    await person.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(server.requests(DELETE)).toHaveLength(0);

    await person.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = within(screen.getByRole('alertdialog'));
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText('The journal is not reachable just now.')).toBeInTheDocument();
    server.on(DELETE, () => {
      entries = [];
      return empty(204);
    });
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(screen.getByText('Nothing here yet')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Look back' })).toHaveFocus());
  });
});
