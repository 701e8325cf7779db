import { screen, waitFor, within } from '@testing-library/react';
import { timeZone } from '../../../lib/dates/zone';
import { ana, insight, insightDetails, measure, statistics } from '../../../../test/builders';
import { empty, type FakeServer, held, json, problem } from '../../../../test/fake-server';
import { openApp, serverOfAna } from '../../../../test/render-app';
import { renderWithin } from '../../../../test/render-within';
import type { Statistics } from '../../../charts/get-statistics';
import { addDays } from '../../../lib/dates/calendar';
import { rangeInWords } from '../../../lib/dates/dates';
import { ConsentTerms } from './asking/consent-terms';

const ASK = 'POST /api/insights';
const JOB = 'GET /api/insights/job-1';
const SOON = { 'Retry-After': '0.02' };

const reading = insight({ status: 'running', progress: { step: 'reading', entries: 18 } });
const done = insight({
  status: 'done',
  progress: { step: 'finished', entries: 18 },
  text: 'Hello Ana,\n\n**Drizzle** suits you.',
  finishedAt: new Date().toISOString(),
});

const getInsights = () => screen.findByRole('button', { name: 'Get Insights' });

// Contract: 2 Data Insights: Last Week, Last Month, Last 6 Months; Get Insights; `Loading Data...`
// Contract: 4 insights: idle, loading, answer or reason
describe('the insights screen', () => {
  it('has nothing selected at first, and sends no range without a selection', async () => {
    const server = serverOfAna()
      .on('GET /api/journal/statistics', ({ query }) => json(200, statistics(query, { entries: 1 })))
      .on(ASK, () => json(202, insight({ range: 'today' }), SOON))
      .on(JOB, () => json(200, { ...done, range: 'today', text: 'There are no entries today.' }));
    const { person } = openApp('/insights');
    const button = await getInsights();
    const labels = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
    expect(labels).toEqual(['Last Week', 'Last Month', 'Last calendar month', 'Last 6 Months']);
    expect(await screen.findByText(/^1 entry on/)).toBeInTheDocument();
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked();
    await person.click(button);
    expect(await screen.findByText('There are no entries today.')).toBeInTheDocument();
    expect(server.requests(ASK)[0]?.body).toEqual({ tz: timeZone() });
    expect(server.requests(ASK)[0]?.headers.get('Idempotency-Key')).toBeTruthy();
  });

  it('leaves alone who has gone on to another page when its answer comes', async () => {
    const { handler, answer } = held();
    const server = serverOfAna().on(ASK, handler);
    const { person } = openApp('/insights');
    await person.click(await getInsights());
    await waitFor(() => expect(server.requests(ASK)).toHaveLength(1));
    await person.click(screen.getByRole('link', { name: 'Journal' }));
    const field = await screen.findByPlaceholderText('Tell me about your day...!');
    await answer(json(202, insight({ range: 'lastMonth' }), SOON));
    await person.type(field, 'Still here');
    expect(field).toHaveValue('Still here');
    expect(field).toBeInTheDocument();
  });

  it('shows its progress in words, polls with an ETag, announces and focuses formatted text, and shows it to its reader only', async () => {
    let now = insight();
    const server = serverOfAna()
      .on(ASK, () => json(202, now, SOON))
      .on(JOB, ({ headers }) => {
        const etag = `"${now.status}"`;
        if (headers.get('If-None-Match') === etag) return empty(304, { ...SOON, ETag: etag });
        return json(200, now, { ...SOON, ETag: etag });
      });
    const { person, path, reload } = openApp('/insights');
    await person.click(await screen.findByLabelText('Last Week'));
    await person.click(await getInsights());
    expect(await screen.findByText('Loading Data...')).toBeInTheDocument();
    expect(server.requests(ASK)[0]?.body).toEqual({ range: 'lastWeek', tz: timeZone() });
    now = reading;
    expect((await screen.findAllByText('Reading 18 entries')).length).toBeGreaterThan(0);
    expect(screen.getByText(/then moods, weather and words are counted/)).toBeInTheDocument();
    await waitFor(() => expect(server.requests(JOB).at(-1)?.headers.get('If-None-Match')).toBe('"running"'));
    now = done;
    expect(await screen.findByText('Drizzle')).toHaveProperty('tagName', 'STRONG');
    expect(screen.queryByText('Loading Data...')).not.toBeInTheDocument();
    expect(screen.getByText('Worked out on this server. Nothing was sent anywhere.')).toBeInTheDocument();
    expect(screen.getByText('Your insights are ready: Last Week.')).toBeInTheDocument();
    const heading = () => screen.findByRole('heading', { name: 'Last Week' });
    await waitFor(async () => expect(await heading()).toHaveFocus());
    expect(path()).toBe('/insights/job-1');
    const polls = server.requests(JOB).length;
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(server.requests(JOB)).toHaveLength(polls);

    reload();
    expect(await screen.findByText('Drizzle')).toBeInTheDocument();
    expect(screen.queryByText(/Your insights are ready/)).not.toBeInTheDocument();
    expect(await heading()).not.toHaveFocus();
    // As the server says to another user.
    server.on(JOB, () => problem(404, 'There is no such insight.'));
    reload();
    expect(await screen.findByText('There is no such insight.')).toBeInTheDocument();
    expect(screen.queryByText('Drizzle')).not.toBeInTheDocument();
  });

  it('says that a local model may take minutes, and how long it has taken', async () => {
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 5_000).toISOString();
    let now = insight({
      provider: 'openai',
      status: 'running',
      progress: { step: 'writing', entries: 4 },
      createdAt: at(3),
    });
    serverOfAna()
      .on('GET /api/about', () =>
        json(200, { insights: { provider: 'openai', model: 'llama3', recipient: null }, weather: null }),
      )
      .on(ASK, () => json(202, now, SOON))
      .on(JOB, () => json(200, now, SOON));
    const { person } = openApp('/insights');
    await person.click(await getInsights());
    expect(
      await screen.findByText(/then llama3 writes about them.*own network, and may take several minutes/),
    ).toBeInTheDocument();
    expect(await screen.findByText('Asked for 3 minutes ago.')).toBeInTheDocument();
    now = { ...now, createdAt: at(7) };
    expect(await screen.findByText('Asked for 7 minutes ago.')).toBeInTheDocument();
  });

  it('shows why a request was refused or failed, and tries the same range again', async () => {
    const failed = insight({
      status: 'failed',
      error: { code: 'model_refused', msg: 'Ask who runs this server.' },
    });
    const server = serverOfAna()
      .on(ASK, () => problem(429, 'Too many insights. Wait an hour.'))
      .on(JOB, () => json(200, failed));
    const { person } = openApp('/insights');
    await person.click(await screen.findByLabelText('Last Week'));
    await person.click(await getInsights());
    expect(await screen.findByText('Too many insights. Wait an hour.')).toBeInTheDocument();
    expect(screen.queryByText('Loading Data...')).not.toBeInTheDocument();
    server.on(ASK, () => json(202, insight(), SOON));
    await person.click(await getInsights());
    expect(await screen.findByText('Ask who runs this server.')).toBeInTheDocument();
    expect(screen.queryByText('Loading Data...')).not.toBeInTheDocument();

    server.on(ASK, () => json(202, insight({ id: 'job-2' }), SOON));
    server.on('GET /api/insights/job-2', () => json(200, { ...done, id: 'job-2' }));
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Drizzle')).toBeInTheDocument();
    expect(server.requests(ASK)[2]?.body).toMatchObject({ range: 'lastWeek' });
    const keys = server.requests(ASK).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(3);
  });

  it('looks again on request if the job cannot be fetched, and without a click after the server was down', async () => {
    const server = serverOfAna()
      .on(ASK, () => json(202, insight(), SOON))
      .on(JOB, () => problem(404, 'This insight is not there.'));
    const { person } = openApp('/insights');
    await person.click(await getInsights());
    expect(await screen.findByText('This insight is not there.')).toBeInTheDocument();
    expect(screen.queryByText('Loading Data...')).not.toBeInTheDocument();
    const error = 'The insights are not reachable just now.';
    server.on(JOB, () => problem(503, error));
    await person.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByText(error)).toBeInTheDocument();
    server.on(JOB, () => json(200, done));
    expect(await screen.findByText('Drizzle')).toBeInTheDocument();
  });

  it('finds a running job again after a reload, and opens past ones', async () => {
    const old = { ...done, id: 'job-0', range: 'lastMonth', text: 'Of last month.', outdated: true };
    let now = reading;
    serverOfAna()
      .on('GET /api/insights', () => json(200, { items: [now, old], nextCursor: null }))
      .on('GET /api/insights/job-0', () => json(200, old))
      .on(JOB, () => json(200, now, SOON));
    const { person } = openApp('/insights');
    expect(await screen.findByText('Loading Data...')).toBeInTheDocument();
    now = done;
    expect(await screen.findByText('Drizzle')).toBeInTheDocument();
    await person.click(await screen.findByRole('button', { name: /Last Month.*2026/ }));
    expect(await screen.findByText('Of last month.')).toBeInTheDocument();
    expect(
      screen.getByText('Entries from these days have changed since this was written.'),
    ).toBeInTheDocument();
  });

  it('begins with the last month if nothing was written today, and says what a range contains, who reads it, and what it needs', async () => {
    let entries = 0;
    serverOfAna().on('GET /api/journal/statistics', ({ query }) =>
      json(200, statistics(query, { entries, daysWritten: 2 })),
    );
    const { person } = openApp('/insights');
    expect(await screen.findByText(/^Nothing is written yet, .*/)).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText('Last Month')).toBeChecked());
    entries = 3;
    await person.click(await screen.findByLabelText('Last Week'));
    const words = await screen.findByText(/^3 entries on 2 days, /);
    await waitFor(() => expect(words).toHaveTextContent('They are read on this server and sent nowhere.'));
    expect(words).toHaveTextContent('Patterns show once you have written on 3 days.');
  });

  it('can be cancelled while it is written', async () => {
    const server = serverOfAna()
      .on(ASK, () => json(202, reading, SOON))
      .on(JOB, () => json(200, reading, SOON))
      .on('DELETE /api/insights/job-1', () => empty(204));
    const { person, path } = openApp('/insights');
    await person.click(await getInsights());
    await person.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Cancelled.')).toBeInTheDocument();
    expect(path()).toBe('/insights');
    expect(await getInsights()).toHaveFocus();
    expect(server.requests('DELETE /api/insights/job-1')).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText('Loading Data...')).not.toBeInTheDocument());
  });

  it('can be renamed, rated, and deleted after a confirmation', async () => {
    let now = done;
    const server = serverOfAna()
      .on(JOB, () => json(200, now))
      .on('PATCH /api/insights/job-1', ({ body }) => json(200, (now = { ...now, ...(body as object) })))
      .on('DELETE /api/insights/job-1', () => empty(204));
    const { person, path } = openApp('/insights/job-1');
    await person.click(await screen.findByRole('button', { name: 'Yes' }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Yes' })).toHaveAttribute('aria-pressed', 'true'),
    );
    await person.click(screen.getByRole('button', { name: 'Rename' }));
    expect(screen.getByLabelText('A name of your own')).toHaveFocus();
    await person.keyboard('My week{Enter}');
    expect(await screen.findByRole('heading', { name: 'My week' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Rename' })).toHaveFocus();
    expect(server.requests('PATCH /api/insights/job-1').map(({ body }) => body)).toEqual([
      { useful: true },
      { title: 'My week' },
    ]);
    await person.click(screen.getByRole('button', { name: 'Delete' }));
    await person.click(await screen.findByRole('button', { name: 'Delete the insight' }));
    expect(await screen.findByText('The insight is deleted.')).toBeInTheDocument();
    expect(path()).toBe('/insights');
  });

  it('links to the entries it refers to, and shows the help lines before its text if the server found a sign of self-harm', async () => {
    const mention = { createdAt: '2026-11-21T01:30:00.000Z', day: '2026-11-20', inputMood: 'Happy' };
    const details = insightDetails({
      selfHarm: true,
      notable: [{ ...mention, entryId: 'b', why: 'brightest' }],
      cited: [{ ...mention, entryId: 'a', why: 'cited' }],
      dropped: 2,
    });
    const text = 'A good day [1](#entry-1), and none [2](#entry-2).';
    serverOfAna().on(JOB, () => json(200, { ...done, details, text }));
    openApp('/insights/job-1');
    const cited = await screen.findByRole('link', { name: 'entry 1, listed below' });
    expect(cited).toHaveAttribute('href', '#entry-1');
    expect(screen.queryByRole('link', { name: /entry 2/ })).toBeNull();
    const links = screen.getAllByRole('link', { name: '20 Nov 2026' });
    expect(links.map((link) => link.getAttribute('href')).sort()).toEqual(['/entries/a', '/entries/b']);
    expect(screen.getByText(/one of your brightest/)).toBeInTheDocument();
    expect(screen.getByText(/^2 references were left out/)).toBeInTheDocument();

    const card = await screen.findByRole('region', { name: 'You do not have to be alone with this' });
    expect(card.compareDocumentPosition(cited) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(card).toHaveTextContent('No person was told.');
  });
});

const AGREE = 'PATCH /api/user/me';
const byGemini = insight({ status: 'done', provider: 'gemini', text: 'Written by Gemini.' });

function serverWithGemini(initialConsent: string[] = []) {
  let consent = { aiConsent: initialConsent, measuresToAi: false };
  const user = () => ({ ...ana, lastName: 'Silva', createdAt: new Date().toISOString(), ...consent });
  return serverOfAna()
    .on('GET /api/about', () =>
      json(200, { insights: { provider: 'gemini', model: 'gemini-flash', recipient: 'gemini' } }),
    )
    .on('GET /api/user/me', () => json(200, user()))
    .on(AGREE, ({ body }) => {
      consent = { ...consent, ...(body as Partial<typeof consent>) };
      return json(200, user());
    })
    .on(ASK, () => json(202, byGemini))
    .on(JOB, () => json(200, byGemini));
}

const consentHeading = () => screen.findByRole('heading', { name: 'Before your entries leave this server' });
const button = (name: string) => screen.findByRole('button', { name });

/** The page reads it for the consent, and the notices of signed-in users, which load later, for themselves. */
const consentRead = (server: FakeServer) =>
  waitFor(() => expect(server.requests('GET /api/user/me')).toHaveLength(2), { timeout: 25_000 });

describe('insights by an outside model', () => {
  it('say who receives what before any request, and send the request after consent', async () => {
    const server = serverWithGemini();
    const { person } = openApp('/insights');
    await consentRead(server);
    await person.click(await screen.findByLabelText('Last Week'));
    await person.click(await button('Get Insights'));
    expect(await consentHeading()).toHaveFocus();
    expect(screen.getByText('Google Gemini')).toBeInTheDocument();
    expect(screen.getByText(/free tier Google may use what it is sent/)).toBeInTheDocument();
    expect(server.requests(ASK)).toEqual([]);
    await person.click(await button('Agree and get insights'));
    expect(await screen.findByText('Written by Gemini.')).toBeInTheDocument();
    expect(server.requests(AGREE).map(({ body }) => body)).toEqual([{ aiConsent: ['gemini'] }]);
    expect(server.requests(ASK).map(({ body }) => body)).toEqual([
      expect.objectContaining({ range: 'lastWeek' }),
    ]);
  });

  it('send nothing if the user declines, the consent could not be saved, or the user thinks better of it meanwhile', async () => {
    const server = serverWithGemini().on(AGREE, () => problem(503, 'Not just now.'));
    const { person } = openApp('/insights');
    await consentRead(server);
    await person.click(await button('Get Insights'));
    await person.click(await button('Not now'));
    expect(await button('Get Insights')).toHaveFocus();
    expect(screen.queryByRole('heading', { name: 'Before your entries leave this server' })).toBeNull();
    expect([...server.requests(ASK), ...server.requests(AGREE)]).toEqual([]);

    await person.click(await button('Get Insights'));
    await person.click(await button('Agree and get insights'));
    expect(await screen.findByText('Not just now.')).toBeInTheDocument();

    const saved = held();
    server.on(AGREE, saved.handler);
    await person.click(await button('Agree and get insights'));
    await person.click(await button('Not now'));
    await saved.answer(json(200, { ...ana, aiConsent: ['gemini'], measuresToAi: false }));
    // It stands there to be withdrawn.
    expect(await screen.findByText(/your entries are sent to Google Gemini/)).toBeInTheDocument();
    expect(server.requests(ASK)).toEqual([]);
  });

  it('speak of no measures to who has none, and are not available once the consent is withdrawn', async () => {
    const server = serverWithGemini(['gemini', 'api.example.org']);
    const { person } = openApp('/insights');
    expect(await screen.findByText(/your entries are sent to Google Gemini/)).toBeInTheDocument();
    await waitFor(() => expect(server.requests('GET /api/measures')).not.toHaveLength(0));
    expect(screen.queryByLabelText(/what I measure/)).toBeNull();
    await person.click(await button('Withdraw my consent'));
    await waitFor(() => expect(screen.queryByText(/your entries are sent to/)).toBeNull());
    expect(server.requests(AGREE)[0]?.body).toEqual({ aiConsent: ['api.example.org'] });
    await person.click(await button('Get Insights'));
    await consentHeading();
    expect(server.requests(ASK)).toEqual([]);
  });

  it('get no figures of what is measured until the user allows that, too', async () => {
    const server = serverWithGemini(['gemini']).on('GET /api/measures', () =>
      json(200, { measures: [measure()] }),
    );
    const { person } = openApp('/insights');
    const allowed = await screen.findByLabelText('Also send the figures of what I measure');
    expect(allowed).not.toBeChecked();
    await person.click(allowed);
    await waitFor(() =>
      expect(server.requests(AGREE).map(({ body }) => body)).toEqual([{ measuresToAi: true }]),
    );
    await waitFor(() => expect(allowed).toBeEnabled());
    expect(allowed).toBeChecked();
  });

  it('also ask for consent when only the server knows that it is missing', async () => {
    let refusals = 1;
    const refusal = { type: 'about:blank', code: 'consent_required', errors: [{ msg: 'Agree first.' }] };
    const server = serverWithGemini(['gemini']).on(ASK, () =>
      refusals-- > 0
        ? json(403, refusal, { 'Content-Type': 'application/problem+json' })
        : json(202, byGemini),
    );
    const { person } = openApp('/insights');
    await screen.findByText(/your entries are sent to Google Gemini/);
    await person.click(await button('Get Insights'));
    await consentHeading();
    await person.click(await button('Agree and get insights'));
    expect(await screen.findByText('Written by Gemini.')).toBeInTheDocument();
    expect(server.requests(ASK)).toHaveLength(2);
  });

  it('show the host of a server that has no known name', () => {
    renderWithin(<ConsentTerms recipient="models.example.org" />);
    expect(screen.getByText('the language model at models.example.org')).toBeInTheDocument();
    expect(screen.queryByText(/free tier/)).toBeNull();
  });
});

describe('an entry', () => {
  it('can be kept from language models if one is configured', async () => {
    const server = serverWithGemini().on('POST /api/journal/new', () => problem(503, 'Not just now.'));
    const { person } = openApp('/journal');
    await person.type(await screen.findByLabelText('Your entry'), 'Only for me');
    await person.click(await screen.findByLabelText('Never send this entry to AI'));
    await person.click(await button('Save Entry'));
    await waitFor(() => expect(server.requests('POST /api/journal/new')).toHaveLength(1));
    expect(server.requests('POST /api/journal/new')[0]?.body).toMatchObject({ neverSendToAi: true });
  });
});

const STATISTICS = 'GET /api/journal/statistics';

const day = (of: string, score: number | null) => ({ day: of, score, entries: 1 });

/** A period with as many days as scores, the first one on `from`. */
function period(from: string, scores: (number | null)[]): Partial<Statistics> {
  const happy = scores.filter((score) => score === 1).length;
  return {
    entries: scores.length,
    daysWritten: scores.length,
    days: scores.map((score, index) => day(addDays(from, index), score)),
    moods: [{ mood: 'Happy', entries: happy, days: happy }],
    otherMoods: scores.filter((score) => score === null).length,
  };
}

/** Opens an insight about 14 to 21 November 2026. `periods` are the scores of each period, by its first day. */
function open(periods: Record<string, (number | null)[]>) {
  const figures = {
    days: ['2026-11-14', '2026-11-15', '2026-11-16'].map((of) => day(of, 1)),
    weekdays: [],
    skies: [],
  };
  const withFigures = insight({ status: 'done', text: 'Hello.', details: insightDetails({ figures }) });
  const server = serverOfAna()
    .on(JOB, () => json(200, withFigures))
    .on(STATISTICS, ({ query }) => {
      const from = query.get('from') ?? '';
      return json(200, statistics(query, period(from, periods[from] ?? [])));
    });
  return { server, ...openApp('/insights/job-1') };
}

const GOOD = [1, 1, 2, 1, 1, 2, 1, 1];
const HEAVY = [-2, -1, -2, -2, -1, -2, -2, -1];

/** The figures load after the page. */
const side = async () =>
  within(await screen.findByRole('region', { name: 'Two periods side by side' }, { timeout: 25_000 }));

describe('two periods side by side', () => {
  it('compares with as many days before or the same weekdays a year earlier, and names a difference that is not chance', async () => {
    const { person, server } = open({
      '2026-11-14': GOOD,
      '2026-11-06': HEAVY,
      '2025-11-15': [1, 1, null, null],
    });
    const words = /^The later period was clearly brighter than the earlier one/;
    expect(await (await side()).findByText(words)).toBeVisible();
    const ranges = server.requests(STATISTICS).map(({ query }) => `${query.get('from')} ${query.get('to')}`);
    expect(ranges).toEqual(expect.arrayContaining(['2026-11-14 2026-11-21', '2026-11-06 2026-11-13']));
    const [earlier, later] = (await side()).getAllByRole('region');
    expect(earlier).toHaveAccessibleName(rangeInWords('2026-11-06', '2026-11-13'));
    expect(earlier).toHaveTextContent('Mean mood −1.6, from −2 to 2');
    expect(later).toHaveAccessibleName(rangeInWords('2026-11-14', '2026-11-21'));
    expect(later).toHaveTextContent('8 entries on 8 days');
    expect(later).toHaveTextContent('Happy6');

    await person.click((await side()).getByRole('button', { name: 'A year earlier' }));
    expect(await (await side()).findByText('15 – 22 Nov 2025')).toBeVisible();
    expect((await side()).getByText('Too few days to compare, so far.')).toBeVisible();
    const [yearEarlier] = (await side()).getAllByRole('region');
    expect(yearEarlier).toHaveTextContent('Too few days for a mean mood');
    expect(yearEarlier).toHaveTextContent('Other, none2');
    expect(server.requests(STATISTICS).at(-1)?.query.get('to')).toBe('2025-11-22');
    expect((await side()).getByRole('button', { name: 'A year earlier' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  it('says that the later days were heavier, and names no difference that chance alone explains', async () => {
    const { person } = open({ '2026-11-14': HEAVY, '2026-11-06': GOOD, '2025-11-15': HEAVY });
    expect(await (await side()).findByText(/^The later period was clearly heavier/)).toBeVisible();
    await person.click((await side()).getByRole('button', { name: 'A year earlier' }));
    const words = 'There is no clear difference between the two.';
    expect(await (await side()).findByText(words)).toBeVisible();
  });
});
