import { screen, waitFor } from '@testing-library/react';
import { empty, json, problem } from '../../test/fake-server';
import { openApp, serverOfAna } from '../../test/render-app';

const PORTO = { location: 'Porto, Portugal', detail: 'Porto District' };
const BRAZIL = { location: 'Porto, Brazil', detail: 'Piauí' };
const ROUTE = 'GET /api/places';

/** The city at sign-up. */
async function atSignUp(items: object[] = [PORTO, BRAZIL]) {
  const server = serverOfAna()
    .on('GET /api/session', () => empty(204))
    .on(ROUTE, () => json(200, { items }));
  const { person } = openApp('/signup');
  const field = await screen.findByRole('combobox', { name: 'Your location (City)' });
  return { server, person, field };
}

describe('a city', () => {
  it('is looked up once somebody stops typing, and says which place is meant', async () => {
    const { server, person, field } = await atSignUp();
    await person.type(field, 'Porto');
    expect(await screen.findAllByRole('option')).toHaveLength(2);
    expect(server.requests(ROUTE).map(({ query }) => query.get('name'))).toEqual(['Porto']);
    await person.tab();
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
    expect(screen.getByText('Weather from Porto, Portugal (Porto District).')).toBeInTheDocument();
    expect(field).toHaveValue('Porto');
    expect(field).toHaveAccessibleDescription(/add the weather.*Weather from Porto, Portugal/);
  });

  it('is taken from the list by the keyboard alone, without a second look-up', async () => {
    const { server, person, field } = await atSignUp();
    await person.type(field, 'Porto');
    await screen.findAllByRole('option');
    expect(field).toHaveAttribute('aria-expanded', 'true');
    await person.keyboard('{ArrowDown}{ArrowDown}');
    const second = screen.getByRole('option', { name: /Porto, Brazil/ });
    expect(second).toHaveAttribute('aria-selected', 'true');
    expect(field).toHaveAttribute('aria-activedescendant', second.id);
    await person.keyboard('{Enter}');
    expect(field).toHaveValue('Porto, Brazil');
    expect(await screen.findByText('Weather from Porto, Brazil (Piauí).')).toBeInTheDocument();
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('aria-expanded', 'false');
    expect(server.requests(ROUTE)).toHaveLength(1);
  });

  it('goes round the list in both directions, and Escape closes only the list', async () => {
    const { person, field } = await atSignUp();
    await person.type(field, 'Porto');
    const [first, last] = await screen.findAllByRole('option');
    await person.keyboard('{ArrowUp}');
    expect(last).toHaveAttribute('aria-selected', 'true');
    await person.keyboard('{ArrowDown}');
    expect(first).toHaveAttribute('aria-selected', 'true');
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
    expect(field).toHaveValue('Porto');
    await person.keyboard('{ArrowDown}');
    expect(screen.getAllByRole('option')).toHaveLength(2);
  });

  it('is taken from the list by a click', async () => {
    const { person, field } = await atSignUp();
    await person.type(field, 'Porto');
    await person.click(await screen.findByRole('option', { name: /Porto, Brazil/ }));
    expect(field).toHaveValue('Porto, Brazil');
    expect(field).toHaveFocus();
  });

  it('that nobody knows may be kept', async () => {
    const { person, field } = await atSignUp([]);
    await person.type(field, 'Nowhere');
    expect(
      await screen.findByText(/We found no place called “Nowhere”. You can keep it/),
    ).toBeInTheDocument();
    expect(field).toHaveValue('Nowhere');
    expect(field).toBeValid();
  });

  it.each([
    ['the provider does not answer', () => json(200, { items: null })],
    ['there were too many look-ups', () => problem(429, 'Too many look-ups of cities.')],
    ['the server is busy', () => problem(503, 'Not now')],
  ])('may be kept where %s, and is looked up with the next letter', async (_why, answer) => {
    const { server, person, field } = await atSignUp();
    server.on(ROUTE, answer);
    await person.type(field, 'Porto');
    expect(await screen.findByText(/can’t be looked up right now. You can keep/)).toBeInTheDocument();
    expect(server.requests(ROUTE)).toHaveLength(1);
    server.on(ROUTE, () => json(200, { items: [PORTO] }));
    await person.type(field, '!');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  });
});
