import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { entry, listOf } from '../../../../../test/builders';
import { json, problem } from '../../../../../test/fake-server';
import { openApp, serverOfAna } from '../../../../../test/render-app';

const LOOK_UP = 'POST /api/journal/weather/entry-1';
const WORDS = 'Weather data not available for this Journal Entry';
const entryWithoutWeather = () => entry({ weatherStatus: 'unavailable', weatherData: WORDS });
const button = () => screen.queryByRole('button', { name: 'Look up the weather' });

/** Until the page asks whether the weather has come. */
const passUntilAsked = () => act(() => jest.advanceTimersByTimeAsync(1_000));

describe('weather that was not available', () => {
  beforeEach(() => {
    jest.useFakeTimers({ advanceTimers: true });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const serverWith = (currentEntry: () => ReturnType<typeof entry>) =>
    serverOfAna()
      .on('GET /api/journal/search', () => listOf(currentEntry()))
      .on('GET /api/journal/entries/entry-1', () => json(200, currentEntry()));

  it('can be requested again: a message says so until the weather arrives', async () => {
    let stored = entryWithoutWeather();
    const server = serverWith(() => stored).on(LOOK_UP, () =>
      json(200, (stored = entry({ weatherStatus: 'pending', weatherData: '' }))),
    );
    const { person } = openApp('/journal');
    const line = await screen.findByRole('button', { name: WORDS, expanded: false });
    expect(button()).not.toBeInTheDocument();
    await person.click(line);
    expect(line).toHaveAttribute('aria-expanded', 'true');
    await person.click(button()!);
    const card = within(screen.getByRole('article'));
    expect(
      await card.findByText('Looking up the weather in Porto at the time you wrote this.'),
    ).toBeInTheDocument();
    expect(card.getByText('Weather is on its way')).toBeInTheDocument();
    expect(button()).not.toBeInTheDocument();
    expect(server.requests(LOOK_UP)).toHaveLength(1);

    stored = entry({ weatherData: 'Fog' });
    await passUntilAsked();
    expect(await card.findByText('Fog')).toBeInTheDocument();
    expect(card.queryByText(/^Asking/)).not.toBeInTheDocument();
    expect(button()).not.toBeInTheDocument();
  });

  it('may be unavailable again', async () => {
    let stored = entryWithoutWeather();
    serverWith(() => stored).on(LOOK_UP, () =>
      json(200, entry({ weatherStatus: 'pending', weatherData: '' })),
    );
    const { person } = openApp('/journal');
    await person.click(await screen.findByText(WORDS));
    stored = entryWithoutWeather();
    await person.click(button()!);
    await passUntilAsked();
    expect(
      await screen.findByText('No weather was found this time. You can ask again later.'),
    ).toBeInTheDocument();
    expect(button()).toBeInTheDocument();
  });

  it('may be missing because of the city, which a message says and which can be corrected', async () => {
    let stored = entryWithoutWeather();
    const server = serverWith(() => stored).on(LOOK_UP, () =>
      json(200, entry({ weatherStatus: 'pending', weatherData: '' })),
    );
    server.on('GET /api/places', () => json(200, { items: [] }));
    const { person } = openApp('/journal');
    await person.click(await screen.findByText(WORDS));
    stored = entryWithoutWeather();
    await person.click(button()!);
    await passUntilAsked();
    const words = /^There is no weather because we found no place called “Porto”. Correct the city/;
    expect(await screen.findByText(words)).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Correct the city' }));
    const editor = within(screen.getByRole('article'));
    expect(editor.getByLabelText('Location')).toHaveFocus();

    const braga = { location: 'Braga, Portugal', detail: null, place: 'geo:41.55,-8.42' };
    server
      .on('GET /api/places', () => json(200, { items: [braga] }))
      .on('PUT /api/journal/update/entry-1', () =>
        json(200, (stored = entry({ location: 'Braga', weatherData: 'Fog' }))),
      );
    await person.clear(editor.getByLabelText('Location'));
    await person.type(editor.getByLabelText('Location'), 'Braga');
    await person.click(editor.getByRole('button', { name: 'Save Editions' }));
    expect(await screen.findByText('Fog')).toBeInTheDocument();
    expect(server.requests('PUT /api/journal/update/entry-1')[0]!.body).toMatchObject({
      location: 'Braga',
      place: braga.place,
    });
    expect(screen.queryByRole('button', { name: 'Correct the city' })).not.toBeInTheDocument();
  });

  it('shows the server’s error, and can be tried again', async () => {
    const server = serverWith(entryWithoutWeather).on(LOOK_UP, () =>
      problem(429, 'Too many weather look-ups. Please try again in 12 minutes.'),
    );
    const { person } = openApp('/journal');
    await person.click(await screen.findByText(WORDS));
    await person.click(button()!);
    expect(await screen.findByText(/Please try again in 12 minutes/)).toBeInTheDocument();
    server.on(LOOK_UP, () => json(200, entry({ weatherData: 'Fog' })));
    await person.click(button()!);
    expect(await screen.findByText('Fog')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  });
});
