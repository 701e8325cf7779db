import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { dayInWords, dayOf, timeZone } from '../../../lib/dates';
import { setTemperatureUnit } from '../../../lib/temperature';
import { entry } from '../../../../test/builders';
import { json, problem } from '../../../../test/fake-server';
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
      dayInWords(dayOf(shown.createdAt, timeZone())),
    ])
      expect(card.getByText(words)).toBeInTheDocument();
    expect(screen.getByText('1 entry')).toBeInTheDocument();
  });

  it('says the temperature after the words, in the unit of this device, and follows it at once', async () => {
    setTemperatureUnit('celsius');
    serverWith(entry({ temperature: -0.4 }));
    openApp('/journal');
    const card = within(await screen.findByRole('article'));
    expect(card.getByText('Light rain, 0 °C')).toBeInTheDocument();
    act(() => setTemperatureUnit('fahrenheit'));
    expect(card.getByText('Light rain, 31 °F')).toBeInTheDocument();
    act(() => setTemperatureUnit('celsius'));
    expect(card.getByText('Light rain, 0 °C')).toBeInTheDocument();
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
      place: 'geo:41.15,-8.61',
    });
    await waitFor(() => expect(server.requests('GET /api/journal/search').length).toBeGreaterThan(searches));
  });

  it('shows tags, and moves an entry to another time and other tags, over a reload in between', async () => {
    const server = serverWith(entry({ tags: ['River', 'with Bea'] })).on(UPDATE, () => json(200, entry()));
    const app = openApp('/journal');
    const { person } = app;
    const shown = await screen.findByRole('list', { name: 'Tags' });
    expect(
      within(shown)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['River', 'with Bea']);
    await person.click(screen.getByRole('button', { name: 'Edit Entry' }));
    const before = within(screen.getByRole('article'));
    fireEvent.change(before.getByLabelText('Date and time'), { target: { value: '2026-03-01T21:30' } });
    await person.click(before.getByRole('button', { name: 'Remove the tag River' }));
    await person.type(before.getByRole('combobox', { name: 'Tags' }), 'late{Enter}');
    app.reload();

    const save = await screen.findByRole('button', { name: 'Save Editions' });
    await person.click(save);
    await waitFor(() => expect(server.requests(UPDATE)).toHaveLength(1));
    expect(server.requests(UPDATE)[0]?.body).toEqual({
      content: 'Walked home the long way.',
      inputMood: entry().inputMood,
      location: 'Porto',
      date: new Date('2026-03-01T21:30').toISOString(),
      tags: ['with Bea', 'late'],
    });
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
    expect(await card.findByText('Enter a city so we can add the weather.')).toBeInTheDocument();
    expect(card.getByText('Choose a mood, or say it in your own words')).toBeInTheDocument();
    expect(server.requests(UPDATE)).toHaveLength(0);

    await person.type(card.getByLabelText('Location'), 'Faro');
    await person.click(card.getByRole('radio', { name: 'Neutral' }));
    await person.click(card.getByRole('button', { name: 'Save Editions' }));
    expect(await card.findByText('This entry is not there any more.')).toBeInTheDocument();
    await person.click(card.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('Walked home the long way.')).toBeInTheDocument();
  });

  it('asks before it deletes', async () => {
    const server = serverWith(entry());
    const { person } = openApp('/journal');
    await person.click(await screen.findByRole('button', { name: 'Delete' }));
    await person.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(screen.getByRole('article')).toBeInTheDocument();
    expect(localStorage).toHaveLength(0);
    expect(server.requests(DELETE)).toHaveLength(0);
  });
});
