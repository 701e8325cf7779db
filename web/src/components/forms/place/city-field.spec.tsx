import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { empty, json, problem } from '../../../../test/fake-server';
import { openApp, serverOfAna } from '../../../../test/render-app';
import { useState } from 'react';
import { aPerson } from '../../../../test/person';
import { renderWithin } from '../../../../test/render-within';
import { CityField } from './city-field';
import { fillIn, SIGN_UP } from '../../../../test/sign-up';

const PORTO = { location: 'Porto, Portugal', detail: 'Porto District', place: 'geo:41.15,-8.61' };
const BRAZIL = { location: 'Porto, Brazil', detail: 'Piauí', place: 'geo:-3.89,-42.71' };
const ROUTE = 'GET /api/places';
const CITY = 'Your location (City)';

/** The places that are suggested. */
const places = (name = /./) => screen.queryAllByRole('option', { name });

const suggestedPlaces = async (name?: RegExp) => {
  await waitFor(() => expect(places(name)).not.toHaveLength(0));
  return places(name);
};

/** Types without a pause between the letters, which on a busy machine can be long enough for a look-up. */
async function typeAtOnce(person: UserEvent, field: HTMLElement, words: string) {
  await person.click(field);
  for (let end = 1; end <= words.length; end += 1)
    fireEvent.change(field, { target: { value: words.slice(0, end) } });
}

const serverWith = (items: object[] | null) => serverOfAna().on(ROUTE, () => json(200, { items }));

/** The field alone. */
function draw(items: object[] = [PORTO, BRAZIL]) {
  const server = serverWith(items);
  function Drawn() {
    const [city, setCity] = useState('');
    return <CityField label={CITY} hint="So we can add the weather." value={city} onChange={setCity} />;
  }
  renderWithin(<Drawn />);
  return { server, person: aPerson(), field: screen.getByRole('combobox', { name: CITY }) };
}

describe('a city', () => {
  it('is looked up once the user stops typing, and says which place is meant', async () => {
    const { server, person, field } = draw();
    const start = performance.now();
    await typeAtOnce(person, field, 'Porto');
    expect(await suggestedPlaces()).toHaveLength(2);
    // Other letters may have followed.
    expect(performance.now() - start).toBeGreaterThan(200);
    expect(server.requests(ROUTE).map(({ query }) => query.toString())).toEqual(['name=Porto']);
    await person.tab();
    expect(places()).toEqual([]);
    const note =
      'Weather from Porto, Portugal (Porto District). For another place of this name, write “Porto, Brazil”.';
    expect(await screen.findByText(note)).toBeInTheDocument();
    expect(server.requests(ROUTE).map(({ query }) => query.toString())).toEqual([
      'name=Porto',
      'name=Porto&whole=true',
    ]);
    expect(field).toHaveValue('Porto');
    expect(field).toHaveAccessibleDescription(/add the weather.*Weather from Porto, Portugal/);
  });

  it('can be chosen from the list by keyboard, without a second look-up', async () => {
    const { server, person, field } = draw();
    await typeAtOnce(person, field, 'Porto');
    await suggestedPlaces();
    expect(field).toHaveAttribute('aria-expanded', 'true');
    await person.keyboard('{ArrowDown}{ArrowDown}');
    const second = places(/Porto, Brazil/)[0]!;
    expect(second).toHaveAttribute('aria-selected', 'true');
    expect(field).toHaveAttribute('aria-activedescendant', second.id);
    await person.keyboard('{Enter}');
    expect(field).toHaveValue('Porto, Brazil');
    expect(await screen.findByText('Weather from Porto, Brazil (Piauí).')).toBeInTheDocument();
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('aria-expanded', 'false');
    expect(server.requests(ROUTE)).toHaveLength(1);
  });

  it('leaves to the input method each key that is being composed', async () => {
    // Safari reports the last key after the composition.
    const press = (keys: object) =>
      [{ isComposing: true }, { keyCode: 229 }].map((how) => fireEvent.keyDown(field, { ...keys, ...how }));
    const { person, field } = draw();
    await typeAtOnce(person, field, 'Porto');
    const [first] = await suggestedPlaces();
    press({ key: 'ArrowDown' });
    expect(first).toHaveAttribute('aria-selected', 'false');
    await person.keyboard('{ArrowDown}');
    expect(first).toHaveAttribute('aria-selected', 'true');
    press({ key: 'Enter' });
    press({ key: 'Enter', ctrlKey: true });
    expect(field).toHaveValue('Porto');
    await person.keyboard('{Enter}');
    expect(field).toHaveValue('Porto, Portugal');
  });

  it('closes only the list at Escape, and takes a click', async () => {
    const { person, field } = draw();
    await person.type(field, 'Porto');
    await suggestedPlaces();
    await person.keyboard('{Escape}');
    expect(places()).toEqual([]);
    expect(field).toHaveValue('Porto');
    await person.keyboard('{ArrowDown}');
    await person.click(places(/Porto, Brazil/)[0]!);
    expect(field).toHaveValue('Porto, Brazil');
    expect(field).toHaveFocus();
  });

  it('without suggestions is looked up as typed, in any spelling', async () => {
    const tromso = { location: 'Tromsø, Norway', detail: 'Troms', place: 'geo:69.65,18.96' };
    const { server, person, field } = draw([]);
    server.on(ROUTE, ({ query }) => json(200, { items: query.get('whole') ? [tromso] : [] }));
    await person.type(field, 'Tromso');
    expect(await screen.findByText('Weather from Tromsø, Norway (Troms).')).toBeInTheDocument();
    expect(places()).toEqual([]);
    expect(field).toHaveValue('Tromso');
  });

  it('may be kept if it is unknown', async () => {
    const { person, field } = draw([]);
    await person.type(field, 'Nowhere');
    expect(
      await screen.findByText(
        'We found no place called “Nowhere”. Write the nearest town with its country, like “Bergen, Norway”. You can keep it, but its entries have no weather.',
      ),
    ).toBeInTheDocument();
    expect(field).toHaveValue('Nowhere');
    expect(field).toBeValid();
  });

  it.each([
    ['the provider does not answer', () => json(200, { items: null })],
    ['the server is busy', () => problem(503, 'Not now')],
  ])('may be kept where %s, and is looked up with the next letter', async (_why, answer) => {
    const { server, person, field } = draw();
    server.on(ROUTE, answer);
    await typeAtOnce(person, field, 'Porto');
    expect(await screen.findByText(/can’t be looked up right now. You can keep/)).toBeInTheDocument();
    expect(server.requests(ROUTE)).toHaveLength(1);
    server.on(ROUTE, () => json(200, { items: [PORTO] }));
    await person.type(field, '!');
    await waitFor(() => expect(places()).toHaveLength(1));
  });
});

describe('a city that is saved', () => {
  const REQUEST = 'POST /api/user/new';
  const UNKNOWN = /^We found no place called “Prto”. Write the nearest town with its country/;

  async function signUp(items: object[] | null, text: string) {
    const server = serverWith(items)
      .on('GET /api/session', () => empty(204))
      .on(REQUEST, () => problem(403, 'Not now'));
    const { person } = openApp('/signup');
    const field = await screen.findByRole('combobox', { name: CITY });
    await fillIn(
      person,
      SIGN_UP.filter(([label]) => label !== CITY),
    );
    await person.type(field, text);
    // Before the field has looked anything up.
    await person.keyboard('{Enter}');
    return { server, person, field };
  }

  it('is not sent until the user has seen that it is unknown, and what to write instead', async () => {
    const { server, person, field } = await signUp([], 'Prto');
    expect(await screen.findByText(UNKNOWN)).toBeInTheDocument();
    expect(server.requests(REQUEST)).toEqual([]);
    expect(field).toHaveFocus();
    expect(field).toBeInvalid();
    await person.keyboard('{Enter}');
    await waitFor(() => expect(server.requests(REQUEST)).toHaveLength(1));
    const { body } = server.requests(REQUEST)[0]!;
    expect(body).toMatchObject({ location: 'Prto' });
    expect(body).not.toHaveProperty('place');
  });

  it('is sent without a place if look-ups are not available', async () => {
    const { server } = await signUp(null, 'Porto');
    await waitFor(() => expect(server.requests(REQUEST)).toHaveLength(1));
    expect(server.requests(REQUEST)[0]!.body).not.toHaveProperty('place');
  });

  it('is sent once with its place, however often the user presses the button before the note', async () => {
    const { server, person } = await signUp([PORTO], 'Porto');
    await person.keyboard('{Enter}{Enter}');
    await waitFor(() => expect(server.requests(REQUEST)).not.toEqual([]));
    expect(server.requests(REQUEST)[0]!.body).toMatchObject({ location: 'Porto', place: PORTO.place });
    expect(await screen.findByText('Not now')).toBeInTheDocument();
    expect(server.requests(REQUEST).length).toBeLessThanOrEqual(3);
  });
});
