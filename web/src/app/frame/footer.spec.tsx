import { screen, waitFor, within } from '@testing-library/react';
import { AUTHOR_URL } from '@inner-weather/domain/author';
import { json, problem } from '../../../test/fake-server';
import { openApp, serverOfAna } from '../../../test/render-app';

const insights = { provider: 'local', model: 'statistics', recipient: null };
const credit = () => screen.queryByRole('link', { name: /^Weather data by/ });

describe('the footer', () => {
  it.each([
    ['open-meteo', 'Weather data by Open-Meteo.com', 'https://open-meteo.com/'],
    ['weatherapi', 'Weather data by WeatherAPI.com', 'https://www.weatherapi.com/'],
  ])('credits the weather provider: %s', async (provider, words, url) => {
    serverOfAna().on('GET /api/about', () => json(200, { insights, weather: { provider } }));
    openApp('/');
    expect(await screen.findByRole('link', { name: words })).toHaveAttribute('href', url);
    expect(screen.getAllByRole('link', { name: /^Weather data by/ })).toHaveLength(1);
  });

  it('links to the code that the installation names, and to the default without one', async () => {
    const server = serverOfAna().on('GET /api/about', () => problem(503, 'Not reachable just now.'));
    const first = openApp('/');
    expect(screen.getByRole('link', { name: 'Licences' })).toHaveAttribute('href', '/licenses.txt');
    expect(screen.getByRole('link', { name: 'The author’s code' })).toHaveAttribute('href', AUTHOR_URL);
    first.view.unmount();
    server.on('GET /api/about', () =>
      json(200, { insights, weather: null, authorUrl: 'https://code.example.org/me' }),
    );
    openApp('/');
    await waitFor(() =>
      expect(screen.getAllByRole('link', { name: 'The author’s code' }).at(-1)).toHaveAttribute(
        'href',
        'https://code.example.org/me',
      ),
    );
  });

  it('offers the languages by their own names, and says if the account cannot be changed', async () => {
    const server = serverOfAna().on('PATCH /api/user/me', () => problem(503, 'Not reachable just now.'));
    const { person } = openApp('/');
    await screen.findByRole('link', { name: 'Open your journal' });
    const choice = await screen.findByRole('combobox', { name: 'Language' });
    expect(choice).toHaveDisplayValue('English');
    expect(within(choice).getByRole('option', { name: 'العربية' })).toHaveAttribute('lang', 'ar');
    await person.selectOptions(choice, 'Deutsch');
    expect(await screen.findByRole('alert')).toHaveTextContent('Not reachable just now.');
    expect(server.requests('PATCH /api/user/me')[0]?.body).toEqual({ language: 'de' });
    expect(choice).toHaveDisplayValue('English');
    expect(localStorage).toHaveLength(0);
  });

  it.each([
    ['the server does not name the provider', () => json(200, { insights })],
    ['the server is away', () => problem(503, 'Not reachable just now.')],
  ])('shows no credit where %s', async (_when, about) => {
    const server = serverOfAna().on('GET /api/about', about);
    openApp('/');
    await waitFor(() => expect(server.requests('GET /api/about').length).toBeGreaterThan(0));
    await screen.findByText(/Inner Weather$/, { selector: 'li' });
    expect(credit()).not.toBeInTheDocument();
  });
});
