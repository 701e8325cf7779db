import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { timeZone } from '../../../lib/dates';
import { ana, entry } from '../../../../test/builders';
import { json, problem } from '../../../../test/fake-server';
import { openApp, serverOfAna } from '../../../../test/render-app';

const SEARCH = 'GET /api/journal/search';

async function choose(person: UserEvent, from: string, to: string) {
  for (const [label, day] of Object.entries({ 'Date From': from, 'Date To': to })) {
    const input = await screen.findByLabelText(label);
    await person.clear(input);
    if (day) await person.type(input, day);
  }
}

describe('the search', () => {
  it('opens with the last seven days', async () => {
    const server = serverOfAna();
    openApp('/journal');
    await screen.findByText('Nothing here yet');
    const { query } = server.requests(SEARCH)[0]!;
    const days = (Date.parse(query.get('endDate')!) - Date.parse(query.get('startDate')!)) / 86_400_000;
    expect(days).toBe(7);
    expect(query.get('userReference')).toBe(ana.email);
    expect(query.get('tz')).toBe(timeZone());
  });

  it('asks for both days, in order, before it searches', async () => {
    const server = serverOfAna();
    const { person } = openApp('/journal');
    await screen.findByText('Nothing here yet');
    const before = server.requests(SEARCH).length;
    await choose(person, '', '');
    await person.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByText('Choose the first day')).toBeInTheDocument();
    expect(screen.getByText('Choose the last day')).toBeInTheDocument();
    await choose(person, '2026-11-20', '2026-11-01');
    expect(await screen.findByText('The last day comes before the first')).toBeInTheDocument();
    expect(server.requests(SEARCH)).toHaveLength(before);

    await choose(person, '2026-11-01', '2026-11-20');
    await person.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(server.requests(SEARCH).at(-1)?.query.get('startDate')).toBe('2026-11-01'));
    expect(server.requests(SEARCH).at(-1)?.query.get('endDate')).toBe('2026-11-20');
  });

  it('shows a long range in parts', async () => {
    const server = serverOfAna().on(SEARCH, ({ query }) =>
      query.get('cursor') === 'next'
        ? json(200, [entry({ _id: 'b', content: 'The older one' })], { 'X-Total-Count': '2' })
        : json(200, [entry({ _id: 'a' })], { 'X-Total-Count': '2', 'X-Next-Cursor': 'next' }),
    );
    const { person } = openApp('/journal');
    expect(await screen.findByText('2 entries')).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('The older one')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
    expect(server.requests(SEARCH)).toHaveLength(2);
  });

  it('says what is wrong, and tries again when asked', async () => {
    const server = serverOfAna().on(SEARCH, () => problem(429, 'Too many searches. Wait a moment.'));
    const { person } = openApp('/journal');
    expect(await screen.findByText('Too many searches. Wait a moment.')).toBeInTheDocument();
    server.on(SEARCH, () => json(200, [entry()], { 'X-Total-Count': '1' }));
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Walked home the long way.')).toBeInTheDocument();
  });
});
