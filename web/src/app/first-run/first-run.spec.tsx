import { screen, waitFor, within } from '@testing-library/react';
import { ana, entry, profile, tokenOf } from '../../../test/builders';
import { empty, type FakeServer, held, json, lost, problem } from '../../../test/fake-server';
import { openApp, serverOfAna } from '../../../test/render-app';
import { fillIn } from '../../../test/sign-up';
import type { FirstRunStep } from '../../lib/account/first-run';

const KEPT = `inner-weather.draft.${ana.id}.first-run`;
const PLACE = 'geo:41.15,-8.61';
const SUNNY = { condition: 'Sunny', temperature: 21.4, provider: 'open-meteo' };
const CITY = 'Where do your days take place?';
const DAY = 'When does your day end?';
const WORDS = 'Who can read your entries?';
const GEMINI = 'This server, and Google Gemini when I ask';
const ENTRY = 'A line is enough to begin';

const model = (recipient: string | null) => () =>
  json(200, {
    insights: { provider: recipient ? 'gemini' : 'local', model: 'm', recipient },
    weather: { provider: 'open-meteo' },
    sharedDevices: false,
  });

/** Ana's server, whose profile changes as the page asks. */
function serverOfNewUser(recipient: string | null = null, over = {}): FakeServer {
  let user = profile({ language: 'en', ...over });
  return serverOfAna()
    .on('GET /api/about', model(recipient))
    .on('GET /api/places/weather', () => json(200, { weather: SUNNY }))
    .on('GET /api/user/me', () => json(200, user))
    .on('PATCH /api/user/me', ({ body }) => {
      user = { ...user, ...(body as object) };
      return json(200, { user, token: tokenOf({ ...ana, ...(body as object) }) });
    });
}

function openAt(step: FirstRunStep) {
  localStorage.setItem(KEPT, step);
  return openApp('/journal');
}

/** The first run loads after the page, and after the notices. */
const heading = (name: string) =>
  screen.findByRole('heading', { level: name === ENTRY ? 1 : 2, name }, { timeout: 25_000 });
const button = (name: string) => screen.getByRole('button', { name });

describe('the first run', () => {
  afterEach(() => localStorage.clear());

  it('begins after the form of the sign-up, above a journal that can be used', async () => {
    const server = serverOfNewUser()
      .on('GET /api/session', () => empty(204))
      .on('POST /api/user/new', () => json(201, { token: tokenOf() }));
    const { person, path } = openApp('/signup');
    await fillIn(person);
    await person.click(button('Sign In'));
    await heading(CITY);
    expect(path()).toBe('/journal');
    expect(screen.getByText('Step 1 of 2')).toBeInTheDocument();
    expect(await screen.findByText(/^Sunny, 21\s°C$/)).toBeInTheDocument();
    expect(screen.getByText(/from Open-Meteo/)).toHaveTextContent('in Porto now, from Open-Meteo');
    expect(server.requests('GET /api/places/weather')[0]?.query.get('place')).toBe(PLACE);
    expect(screen.getByPlaceholderText('Tell me about your day...!')).toBeInTheDocument();
  });

  it('goes on after a reload, moves the focus with the steps, and can be skipped step by step', async () => {
    const server = serverOfNewUser();
    const { person, reload } = openAt('city');
    await heading(CITY);
    expect(await heading(CITY)).not.toHaveFocus();
    // The place of the account was not known; a skipped step changes nothing all the same.
    await person.click(button('Skip'));
    expect(await heading(DAY)).toHaveFocus();
    expect(screen.getByText('Step 2 of 2')).toBeInTheDocument();
    reload();
    await heading(DAY);
    await person.keyboard('{Escape}');
    await person.click(button('Skip'));
    // There is no outside model, so nothing is asked about it.
    expect(await heading(ENTRY)).toHaveFocus();
    expect(screen.getByRole('img', { name: /^March 2025: \d+ days/ })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Bring your diary from another app' })).toHaveAttribute(
      'href',
      '/import',
    );
    const step = within(screen.getByRole('region', { name: ENTRY }));
    await person.click(step.getByRole('button'));
    await waitFor(() => expect(screen.queryByRole('heading', { name: ENTRY })).not.toBeInTheDocument());
    expect(screen.getByPlaceholderText('Tell me about your day...!')).toHaveFocus();
    expect(localStorage.getItem(KEPT)).toBeNull();
    expect(server.requests('PATCH /api/user/me')).toEqual([]);
  });

  it('saves another city with its place, which the form below has then, too', async () => {
    const bergen = { location: 'Bergen, Norway', detail: null, place: 'geo:60.39,5.32' };
    const server = serverOfNewUser().on('GET /api/places', () => json(200, { items: [bergen] }));
    const { person } = openAt('city');
    await heading(CITY);
    const field = screen.getByLabelText('Your location (City)');
    await person.clear(field);
    await person.type(field, 'Bergen');
    await person.click(await screen.findByRole('option', { name: /Bergen, Norway/ }));
    expect(await screen.findByText(/from Open-Meteo/)).toHaveTextContent('in Bergen, Norway now');
    // None is asked for the letters in between.
    expect(server.requests('GET /api/places/weather').map(({ query }) => query.get('place'))).not.toContain(
      '',
    );
    await person.click(button('Continue'));
    await heading(DAY);
    const [change] = server.requests('PATCH /api/user/me');
    expect(change?.body).toEqual({ location: 'Bergen, Norway', place: bergen.place });
    const form = within(screen.getByRole('form', { name: 'New entry' }));
    expect(form.getByRole('button', { name: /Bergen, Norway/ })).toBeInTheDocument();
  });

  it.each([
    ['answers that it does not know', () => json(200, { weather: null })],
    ['cannot be reached', lost],
  ])('goes on without the weather if the server %s', async (_what, answer) => {
    serverOfNewUser().on('GET /api/places/weather', answer);
    const { person } = openAt('city');
    await heading(CITY);
    expect(await screen.findByText(/Weather isn’t available right now/)).toBeInTheDocument();
    await person.click(button('Continue'));
    await heading(DAY);
  });

  it('saves when the day ends, the zone and the units, or says why not and stays', async () => {
    const server = serverOfNewUser().on('PATCH /api/user/me', () => problem(429, 'Too many changes'));
    const { person } = openAt('day');
    await heading(DAY);
    await person.selectOptions(await screen.findByLabelText('My day ends at'), '3');
    await person.selectOptions(screen.getByLabelText('Time zone'), 'Asia/Tokyo');
    await person.click(screen.getByLabelText('Fahrenheit (°F)'));
    await person.click(button('Continue'));
    expect(await screen.findByText('Too many changes')).toBeInTheDocument();
    await heading(DAY);
    server.on('PATCH /api/user/me', () => json(200, { user: profile(), token: tokenOf() }));
    await person.click(button('Continue'));
    await heading(ENTRY);
    expect(server.requests('PATCH /api/user/me').at(-1)?.body).toEqual({
      timeZone: 'Asia/Tokyo',
      dayEndsAt: 3,
      language: 'en',
    });
    expect(localStorage.getItem('inner-weather.temperature')).toBe('fahrenheit');
  });

  it('asks whether another server may read the words', async () => {
    const server = serverOfNewUser('llm.example.org', { aiConsent: ['other.example.org'] });
    const { person } = openAt('words');
    await heading(WORDS);
    expect(screen.getByText('Step 3 of 3')).toBeInTheDocument();
    expect(screen.getByLabelText('This server only')).toBeChecked();
    await person.click(screen.getByLabelText(/^This server, and the language model at .*llm\.example\.org/));
    await person.click(button('Continue'));
    await heading(ENTRY);
    expect(server.requests('PATCH /api/user/me')[0]?.body).toEqual({
      aiConsent: ['other.example.org', 'llm.example.org'],
    });
  });

  it('keeps a choice that was made before the consent was known', async () => {
    const user = held();
    const server = serverOfNewUser('gemini').on('GET /api/user/me', user.handler);
    const { person } = openAt('words');
    await heading(WORDS);
    await person.click(screen.getByLabelText(GEMINI));
    await person.click(button('Continue'));
    await user.answer(json(200, profile({ aiConsent: [] })));
    await heading(ENTRY);
    expect(server.requests('PATCH /api/user/me')[0]?.body).toEqual({ aiConsent: ['gemini'] });
  });

  it('changes no consent that was not asked for', async () => {
    const server = serverOfNewUser('gemini');
    const { person } = openAt('words');
    await heading(WORDS);
    await person.click(button('Continue'));
    await heading(ENTRY);
    expect(server.requests('PATCH /api/user/me')).toEqual([]);
  });

  it('is gone once there is an entry', async () => {
    serverOfNewUser().on('GET /api/journal/search', () => json(200, [entry()], { 'X-Total-Count': '1' }));
    openAt('entry');
    await waitFor(() => expect(localStorage.getItem(KEPT)).toBeNull(), { timeout: 25_000 });
    expect(screen.queryByRole('heading', { name: ENTRY })).not.toBeInTheDocument();
  });

  it('tells the first account once that it administers', async () => {
    serverOfNewUser(null, { isAdmin: true });
    const { person } = openAt('city');
    await heading(CITY);
    expect(await screen.findAllByText(/You administer this journal/)).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'system status' })).toHaveAttribute('href', '/admin');
    await person.click(button('Skip'));
    await heading(DAY);
    expect(screen.queryByText(/You administer this journal/)).not.toBeInTheDocument();
    await person.click(button('Skip'));
    await heading(ENTRY);
    await person.click(within(screen.getByRole('region', { name: ENTRY })).getByRole('button'));
    await waitFor(() => expect(screen.queryByRole('heading', { name: ENTRY })).not.toBeInTheDocument());
    expect(screen.queryByText(/You administer this journal/)).not.toBeInTheDocument();
  });
});
