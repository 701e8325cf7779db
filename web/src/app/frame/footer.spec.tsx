import { screen, waitFor, within } from '@testing-library/react';
import { AUTHOR_URL } from '@inner-weather/domain/author';
import { json, problem } from '../../../test/fake-server';
import { openApp, serverOfAna } from '../../../test/render-app';
import { renderWithin } from '../../../test/render-within';
import { Footer } from './footer';

const insights = { provider: 'local', model: 'statistics', recipient: null };
const credit = () => screen.queryByRole('link', { name: /^Weather data by/ });

describe('the footer', () => {
  it.each([
    ['open-meteo', 'Weather data by Open-Meteo.com', 'https://open-meteo.com/'],
    ['weatherapi', 'Weather data by WeatherAPI.com', 'https://www.weatherapi.com/'],
  ])('credits the weather provider: %s', async (provider, words, url) => {
    serverOfAna().on('GET /api/about', () => json(200, { insights, weather: { provider } }));
    renderWithin(<Footer />);
    expect(await screen.findByRole('link', { name: words })).toHaveAttribute('href', url);
    expect(screen.getAllByRole('link', { name: /^Weather data by/ })).toHaveLength(1);
  });

  it('links to the code that the installation names, and to the default without one', async () => {
    const server = serverOfAna().on('GET /api/about', () => problem(503, 'Not reachable just now.'));
    const { unmount } = renderWithin(<Footer />);
    expect(screen.getByRole('link', { name: 'Licences' })).toHaveAttribute('href', '/licenses.txt');
    expect(screen.getByRole('link', { name: 'The author’s code' })).toHaveAttribute('href', AUTHOR_URL);
    unmount();
    const authorUrl = 'https://code.example.org/me';
    server.on('GET /api/about', () => json(200, { insights, weather: null, authorUrl }));
    renderWithin(<Footer />);
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'The author’s code' })).toHaveAttribute('href', authorUrl),
    );
    expect(credit()).not.toBeInTheDocument();
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
});
