import { dayIn, todayIn } from '@inner-weather/contracts/local-time';
import { screen, waitFor, within } from '@testing-library/react';
import { ana, entry, tokenOf } from '../../../../test/builders';
import { json } from '../../../../test/fake-server';
import { openApp, serverOfAna } from '../../../../test/render-app';

const SEARCH = 'GET /api/journal/search';
const found = (...entries: object[]) => json(200, entries, { 'X-Total-Count': String(entries.length) });

describe('the list of entries', () => {
  it('shows an entry that has just been saved, whatever days were looked at before', async () => {
    const server = serverOfAna();
    const { person } = openApp('/journal');
    await screen.findByText('No entries on these days');
    for (const label of ['Date From', 'Date To']) {
      await person.clear(screen.getByLabelText(label));
      await person.type(screen.getByLabelText(label), '2026-01-05');
    }
    await person.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(server.requests(SEARCH).at(-1)?.query.get('endDate')).toBe('2026-01-05'));
    const saved = entry({ content: 'Written now.' });
    const today = dayIn(saved.createdAt);
    server
      .on('POST /api/journal/new', () => json(201, saved))
      .on(SEARCH, ({ query }) => ((query.get('endDate') ?? '') >= today ? found(saved) : found()));
    await person.type(screen.getByPlaceholderText('Tell me about your day...!'), 'Written now.');
    await person.click(screen.getByRole('button', { name: 'Save Entry' }));
    expect(await within(await screen.findByRole('article')).findByText('Written now.')).toBeInTheDocument();
    expect(screen.getByLabelText('Date To')).toHaveValue(today);
  });

  it('shows entries by the day and the time at which they were lived, wherever one reads', async () => {
    const user = { ...ana, timeZone: 'Pacific/Honolulu' };
    const server = serverOfAna()
      .on('GET /api/session', () => json(200, { token: tokenOf(user), user }))
      .on(SEARCH, () =>
        found(
          entry({ _id: 'tokyo', createdAt: '2026-03-02T00:30:00.000+09:00' }),
          entry({ _id: 'late', createdAt: '2026-03-01T23:10:00.000-10:00' }),
          entry({ _id: 'early', createdAt: '2026-03-01T00:05:00.000+14:00' }),
        ),
      );
    openApp('/journal');
    await screen.findAllByRole('article');
    expect(screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))).toEqual([
      'Entry of 2 Mar 2026',
      'Entry of 1 Mar 2026, 23:10',
      'Entry of 1 Mar 2026, 00:05',
    ]);
    // What was written in the east may belong to a day that has not begun here.
    const { query } = server.requests(SEARCH)[0]!;
    expect([query.get('tz'), query.get('endDate')! > todayIn('Pacific/Kiritimati')]).toEqual([null, true]);
  });

  it('writes days in one way, with the time where a day has two entries', async () => {
    const at = (_id: string, hours: string) => entry({ _id, createdAt: `2026-11-${hours}:30:00` });
    serverOfAna().on(SEARCH, () => found(at('c', '20T21'), at('b', '20T08'), at('a', '19T09')));
    openApp('/journal');
    await screen.findAllByRole('article');
    expect(screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))).toEqual([
      'Entry of 20 Nov 2026, 21:30',
      'Entry of 20 Nov 2026, 08:30',
      'Entry of 19 Nov 2026',
    ]);
  });
});
