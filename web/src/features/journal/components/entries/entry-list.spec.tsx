import { jest } from '@jest/globals';
import { dayIn, todayIn } from '@inner-weather/domain/time/local-time';
import { act, screen, waitFor, within } from '@testing-library/react';
import { timeZone } from '../../../../lib/dates/zone';
import { ana, entry, listOf, tokenOf } from '../../../../../test/builders';
import { type FakeServer, held, json } from '../../../../../test/fake-server';
import { TIMERS } from '../../../../../test/timers';
import { openApp, serverOfAna } from '../../../../../test/render-app';

const SEARCH = 'GET /api/journal/search';

/** Lets every search wait. Returns a function that answers them, and those that come later. */
function hold(server: FakeServer) {
  const waiting: (() => void)[] = [];
  let found: object[] = [];
  const released = () => new Promise<void>((resolve) => waiting.push(resolve));
  server.on(SEARCH, () => released().then(() => listOf(...found)));
  return (...entries: object[]) =>
    act(async () => {
      found = entries;
      server.on(SEARCH, () => listOf(...found));
      for (const release of waiting) release();
    });
}

/** The next day begins on the open page, whose searches wait then. */
async function endDay(server: FakeServer) {
  const asked = server.requests(SEARCH).length;
  const answer = hold(server);
  jest.useFakeTimers({ now: Date.now() + 24 * 60 * 60_000, doNotFake: TIMERS });
  act(() => void window.dispatchEvent(new Event('focus')));
  await waitFor(() => expect(server.requests(SEARCH).length).toBeGreaterThan(asked));
  return answer;
}

describe('the list of entries', () => {
  afterEach(() => jest.useRealTimers());

  it.each([
    ['days', '#from=2026-01-05&to=2026-01-05'],
    ['words', '#words=zeppelin'],
  ])('shows an entry that was just saved, whichever %s were asked for before', async (_what, asked) => {
    const server = serverOfAna().on('POST /api/journal/search', () => listOf());
    const { person } = openApp(`/journal${asked}`);
    await screen.findAllByText(/^(No entries|Nothing found)/);
    const saved = entry({ content: 'Written now.' });
    const today = dayIn(saved.createdAt);
    server
      .on('POST /api/journal/new', () => json(201, saved))
      .on(SEARCH, ({ query }) => ((query.get('endDate') ?? '') >= today ? listOf(saved) : listOf()));
    await person.type(await screen.findByPlaceholderText('Tell me about your day...!'), 'Written now.');
    await person.click(screen.getByRole('button', { name: 'Save Entry' }));
    expect(await within(await screen.findByRole('article')).findByText('Written now.')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText('Date To')).toHaveValue(today));
    expect(screen.getByLabelText('Words')).toHaveValue('');
  });

  it('shows the day of an entry that was written for long ago, and focuses the entry', async () => {
    const saved = entry({
      _id: 'saved',
      content: 'The old house.',
      createdAt: '2026-01-20T12:00:00.000+00:00',
    });
    const page = (...entries: object[]) =>
      json(200, entries, { 'X-Total-Count': '900', 'X-Next-Cursor': 'next' });
    const server = serverOfAna()
      .on('POST /api/journal/new', () => json(201, saved))
      .on(SEARCH, ({ query }) =>
        query.get('endDate') === '2026-01-20' ? listOf(saved) : page(entry({ _id: 'new', content: 'News.' })),
      );
    const { person } = openApp({ pathname: '/journal', state: { writeFor: '2026-01-20' } });
    await screen.findByRole('article');
    await person.type(screen.getByPlaceholderText('Tell me about your day...!'), 'The old house.');
    await person.click(screen.getByRole('button', { name: 'Save Entry' }));
    const card = (await screen.findByText('The old house.')).closest('article');
    await waitFor(() => expect(card).toHaveFocus());
    expect(server.requests(SEARCH).at(-1)?.query.get('startDate')).toBe('2026-01-20');

    // It is shown once: all entries are there again, and the focus stays where it was put.
    await person.click(screen.getByRole('button', { name: 'Filters' }));
    await person.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(await screen.findByText('News.')).toBeInTheDocument();
  });

  const serverOfFourPages = () =>
    serverOfAna().on(SEARCH, ({ query }) => {
      const page = Number(query.get('cursor') ?? 0);
      const found = [entry({ _id: `entry-${page}`, content: `Page ${page}.` })];
      const next: Record<string, string> = page < 3 ? { 'X-Next-Cursor': String(page + 1) } : {};
      return json(200, found, { 'X-Total-Count': '4', ...next });
    });

  it('loads more while its end is near the screen', async () => {
    const seen = [{ isIntersecting: true }] as IntersectionObserverEntry[];
    class NearObserver {
      disconnect = () => undefined;

      constructor(private readonly tell: (entries: IntersectionObserverEntry[]) => void) {}

      observe() {
        setTimeout(() => this.tell(seen));
      }
    }
    Object.assign(window, { IntersectionObserver: NearObserver });
    try {
      serverOfFourPages();
      openApp('/journal');
      expect(await screen.findByText('Page 3.')).toBeInTheDocument();
    } finally {
      Reflect.deleteProperty(window, 'IntersectionObserver');
    }
  });

  it('prints all of it: what is not loaded yet is loaded first', async () => {
    const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
    serverOfFourPages();
    const { person } = openApp('/journal');
    await screen.findByText('Page 0.');
    print.mockImplementation(() => expect(screen.getAllByRole('article')).toHaveLength(4));
    await person.click(screen.getByRole('button', { name: 'Print' }));
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
    expect(screen.getByText('Page 3.')).toBeInTheDocument();
  });

  it('shows entries with their own local date and time in any time zone', async () => {
    const user = { ...ana, timeZone: 'Pacific/Honolulu' };
    const server = serverOfAna()
      .on('GET /api/session', () => json(200, { token: tokenOf(user), user }))
      .on(SEARCH, () =>
        listOf(
          entry({ _id: 'tokyo', createdAt: '2026-03-02T00:30:00.000+09:00' }),
          entry({ _id: 'late', createdAt: '2026-03-01T23:10:00.000-10:00' }),
          entry({ _id: 'early', createdAt: '2026-03-01T00:05:00.000+14:00' }),
        ),
      );
    openApp('/journal');
    await screen.findByRole('article', { name: 'Entry of 1 Mar 2026, 00:05' });
    expect(screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))).toEqual([
      'Entry of 2 Mar 2026, 00:30',
      'Entry of 1 Mar 2026, 23:10',
      'Entry of 1 Mar 2026, 00:05',
    ]);
    // An entry from farther east may belong to a day that has not begun here.
    const { query } = server.requests(SEARCH)[0]!;
    expect([query.get('tz'), query.get('endDate')! > todayIn('Pacific/Kiritimati')]).toEqual([null, true]);
  });

  it('keeps an open editor when the day ends, and says how many entries there are only once it knows', async () => {
    const server = serverOfAna().on(SEARCH, () => listOf(entry()));
    const { person } = openApp('/journal');
    await person.click(await screen.findByRole('button', { name: 'Edit Entry' }));
    expect(screen.getByText('1 entry')).toBeInTheDocument();
    const text = screen.getByLabelText('Entry');
    const answer = await endDay(server);
    expect(screen.queryByText('1 entry')).not.toBeInTheDocument();
    expect(text).toBeInTheDocument();
    await answer(entry());
    expect(await screen.findByText('1 entry')).toBeInTheDocument();
    expect(text).toHaveFocus();
  });

  it('says that there is no entry, and asks how today was, only once it knows, when the day ends', async () => {
    const server = serverOfAna();
    openApp('/journal');
    const words = ['Your journal begins with a line', 'How are you?'];
    for (const one of words) expect(await screen.findByText(one)).toBeInTheDocument();
    const answer = await endDay(server);
    for (const one of words) expect(screen.queryByText(one)).not.toBeInTheDocument();
    await answer();
    for (const one of words) expect(await screen.findByText(one)).toBeInTheDocument();
  });

  it('guides a new user, and does not mention days', async () => {
    serverOfAna();
    const { person } = openApp('/journal');
    await screen.findByRole('heading', { name: 'Your journal begins with a line' });
    expect(screen.queryByText(/No entries/)).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Bring entries from a file' })).toHaveAttribute(
      'href',
      '/import',
    );
    await person.click(screen.getByRole('button', { name: 'Write your first entry' }));
    expect(screen.getByPlaceholderText('Tell me about your day...!')).toHaveFocus();
  });

  it('is here before anything else is read, and its photos are on their way before they are drawn', async () => {
    const { handler, answer } = held();
    const server = serverOfAna().on(SEARCH, handler);
    openApp('/journal');
    await waitFor(() => expect(server.requests(SEARCH)).toHaveLength(1));
    await screen.findByRole('button', { name: 'Save Entry' });
    expect(server.requests('GET /api/journal/tags')).toEqual([]);
    await answer(listOf(entry({ photos: ['a-photo'] })));
    await waitFor(() => expect(server.requests('GET /api/journal/tags')).toHaveLength(1));
    expect(document.querySelector('link[rel=preload][imagesrcset*="a-photo"]')).not.toBeNull();
  });

  it('shows the newest entries even if they are old, below those of this day in earlier years', async () => {
    const today = todayIn(timeZone());
    const year = Number(today.slice(0, 4));
    // 29 February exists only in leap years.
    const inYear = (back: number) => `${year - back}${today.slice(4).replace('02-29', '02-28')}`;
    const old = entry({ _id: 'old', content: 'Long ago.', createdAt: '2019-03-01T08:00:00.000+00:00' });
    const server = serverOfAna()
      .on('GET /api/journal/days', () =>
        json(200, { year, firstDay: '2019-03-01', lastDay: '2019-03-01', days: [] }),
      )
      .on(SEARCH, ({ query }) => {
        const [from, to] = [query.get('startDate'), query.get('endDate')];
        if (from !== to) return listOf(old);
        const isLastYear = from === inYear(1);
        return isLastYear
          ? listOf(entry({ _id: 'then', content: 'The first fire.', createdAt: `${from}T08:00:00` }))
          : listOf();
      });
    openApp('/journal');
    expect(await screen.findByText('Long ago.')).toBeInTheDocument();
    expect(screen.getByRole('article', { name: 'Entry of 1 Mar 2019, 08:00' })).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText('Date From')).toHaveValue('2019-03-01'));
    if (!today.endsWith('02-29')) {
      const before = within(await screen.findByRole('region', { name: 'On this day' }));
      expect(before.getByText('The first fire.')).toBeInTheDocument();
      expect(before.getByRole('link', { name: `${year - 1}, one year ago` })).toHaveAttribute(
        'href',
        '/entries/then',
      );
    }
    const days = server
      .requests(SEARCH)
      .filter(({ query }) => query.get('startDate') === query.get('endDate'));
    expect(days.length).toBeLessThanOrEqual(5);
  });
});
