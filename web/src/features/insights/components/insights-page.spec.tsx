import { screen, waitFor } from '@testing-library/react';
import { timeZone } from '../../../lib/dates/zone';
import { insight, insightDetails, statistics } from '../../../../test/builders';
import { empty, held, json, problem } from '../../../../test/fake-server';
import { openApp, serverOfAna } from '../../../../test/render-app';

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

  it('begins with the last month if nothing was written today', async () => {
    const server = serverOfAna().on(ASK, () => json(202, insight({ range: 'lastMonth' }), SOON));
    const { person } = openApp('/insights');
    await waitFor(() => expect(screen.getByLabelText('Last Month')).toBeChecked());
    await person.click(await getInsights());
    await waitFor(() =>
      expect(server.requests(ASK)[0]?.body).toEqual({ range: 'lastMonth', tz: timeZone() }),
    );
  });

  it('shows its progress in words, polls with an ETag, and ends with formatted text', async () => {
    let now = insight();
    const server = serverOfAna()
      .on(ASK, () => json(202, now, SOON))
      .on(JOB, ({ headers }) => {
        const etag = `"${now.status}"`;
        if (headers.get('If-None-Match') === etag) return empty(304, { ...SOON, ETag: etag });
        return json(200, now, { ...SOON, ETag: etag });
      });
    const { person } = openApp('/insights');
    await person.click(await screen.findByLabelText('Last Week'));
    await person.click(await getInsights());
    expect(await screen.findByText('Loading Data...')).toBeInTheDocument();
    expect(server.requests(ASK)[0]?.body).toEqual({ range: 'lastWeek', tz: timeZone() });
    now = reading;
    expect((await screen.findAllByText('Reading 18 entries')).length).toBeGreaterThan(0);
    await waitFor(() => expect(server.requests(JOB).at(-1)?.headers.get('If-None-Match')).toBe('"running"'));
    now = done;
    expect(await screen.findByText('Drizzle')).toHaveProperty('tagName', 'STRONG');
    expect(screen.queryByText('Loading Data...')).not.toBeInTheDocument();
    expect(screen.getByText('Worked out on this server. Nothing was sent anywhere.')).toBeInTheDocument();
    const polls = server.requests(JOB).length;
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(server.requests(JOB)).toHaveLength(polls);
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

  it('shows the reason when it fails, and tries the same range again', async () => {
    const failed = insight({
      status: 'failed',
      error: { code: 'model_refused', msg: 'Ask who runs this server.' },
    });
    const server = serverOfAna()
      .on(ASK, () => json(202, insight(), SOON))
      .on(JOB, () => json(200, failed));
    const { person } = openApp('/insights');
    await person.click(await screen.findByLabelText('Last Week'));
    await person.click(await getInsights());
    expect(await screen.findByText('Ask who runs this server.')).toBeInTheDocument();
    expect(screen.queryByText('Loading Data...')).not.toBeInTheDocument();

    server.on(ASK, () => json(202, insight({ id: 'job-2' }), SOON));
    server.on('GET /api/insights/job-2', () => json(200, { ...done, id: 'job-2' }));
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Drizzle')).toBeInTheDocument();
    expect(server.requests(ASK)[1]?.body).toMatchObject({ range: 'lastWeek' });
    const keys = server.requests(ASK).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[1]).not.toBe(keys[0]);
  });

  it('shows an error when the job cannot be fetched, and looks again on request', async () => {
    const server = serverOfAna()
      .on(ASK, () => json(202, insight(), SOON))
      .on(JOB, () => problem(404, 'This insight is not there.'));
    const { person } = openApp('/insights');
    await person.click(await getInsights());
    expect(await screen.findByText('This insight is not there.')).toBeInTheDocument();
    expect(screen.queryByText('Loading Data...')).not.toBeInTheDocument();
    server.on(JOB, () => json(200, done));
    await person.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByText('Drizzle')).toBeInTheDocument();
  });

  it('continues without a click after the server was down for a while', async () => {
    const server = serverOfAna()
      .on(ASK, () => json(202, insight(), SOON))
      .on(JOB, () => problem(503, 'The insights are not reachable just now.'));
    const { person } = openApp('/insights');
    await person.click(await getInsights());
    const error = 'The insights are not reachable just now.';
    expect(await screen.findByText(error, {}, { timeout: 25_000 })).toBeInTheDocument();
    server.on(JOB, () => json(200, done));
    expect(await screen.findByText('Drizzle', {}, { timeout: 25_000 })).toBeInTheDocument();
  });

  it('shows why a request was refused', async () => {
    serverOfAna().on(ASK, () => problem(429, 'Too many insights. Wait an hour.'));
    const { person } = openApp('/insights');
    await person.click(await getInsights());
    expect(await screen.findByText('Too many insights. Wait an hour.')).toBeInTheDocument();
    expect(screen.queryByText('Loading Data...')).not.toBeInTheDocument();
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

  it('announces a finished insight to screen readers and focuses it, and only shows it again after a reload', async () => {
    let now = reading;
    serverOfAna()
      .on(ASK, () => json(202, insight(), SOON))
      .on(JOB, () => json(200, now, SOON));
    const { person, reload } = openApp('/insights');
    await person.click(await screen.findByLabelText('Last Week'));
    await person.click(await getInsights());
    await screen.findByText('Loading Data...');
    expect(await screen.findByText(/then moods, weather and words are counted/)).toBeInTheDocument();
    now = done;
    expect(await screen.findByText('Your insights are ready: Last Week.')).toBeInTheDocument();
    const heading = () => screen.findByRole('heading', { name: 'Last Week' });
    await waitFor(async () => expect(await heading()).toHaveFocus());
    reload();
    expect(await screen.findByText('Drizzle')).toBeInTheDocument();
    expect(screen.queryByText(/Your insights are ready/)).not.toBeInTheDocument();
    expect(await heading()).not.toHaveFocus();
  });

  it('does not show another user’s insight, and says that it does not exist', async () => {
    const server = serverOfAna()
      .on(ASK, () => json(202, done, SOON))
      .on(JOB, () => json(200, done));
    const { person, reload, path } = openApp('/insights');
    await person.click(await getInsights());
    await screen.findByText('Drizzle');
    expect(path()).toBe('/insights/job-1');
    server.on(JOB, () => problem(404, 'There is no such insight.'));
    reload();
    expect(await screen.findByText('There is no such insight.')).toBeInTheDocument();
    expect(screen.queryByText('Drizzle')).not.toBeInTheDocument();
  });

  it('says before the request how much the range contains, who reads it, and what it needs', async () => {
    let entries = 0;
    serverOfAna().on('GET /api/journal/statistics', ({ query }) =>
      json(200, statistics(query, { entries, daysWritten: 2 })),
    );
    const { person } = openApp('/insights');
    expect(await screen.findByText(/^Nothing is written yet, .*/)).toBeInTheDocument();
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

  it('shows the help lines before its text if the server found a sign of self-harm', async () => {
    const details = insightDetails({ selfHarm: true });
    serverOfAna().on(JOB, () => json(200, { ...done, details }));
    openApp('/insights/job-1');
    const card = await screen.findByRole('region', { name: 'You do not have to be alone with this' });
    const words = screen.getByText('Drizzle');
    expect(card.compareDocumentPosition(words) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(card).toHaveTextContent('No person was told.');
  });

  it('links to the entries it refers to, and says how many references were left out', async () => {
    const mention = { createdAt: '2026-11-21T01:30:00.000Z', day: '2026-11-20', inputMood: 'Happy' };
    const details = insightDetails({
      notable: [{ ...mention, entryId: 'b', why: 'brightest' }],
      cited: [{ ...mention, entryId: 'a', why: 'cited' }],
      dropped: 2,
    });
    const text = 'A good day [1](#entry-1), and none [2](#entry-2).';
    serverOfAna().on(JOB, () => json(200, { ...done, details, text }));
    openApp('/insights/job-1');
    expect(await screen.findByRole('link', { name: 'entry 1, listed below' })).toHaveAttribute(
      'href',
      '#entry-1',
    );
    expect(screen.queryByRole('link', { name: /entry 2/ })).toBeNull();
    const links = screen.getAllByRole('link', { name: '20 Nov 2026' });
    expect(links.map((link) => link.getAttribute('href')).sort()).toEqual(['/entries/a', '/entries/b']);
    expect(screen.getByText(/one of your brightest/)).toBeInTheDocument();
    expect(screen.getByText(/^2 references were left out/)).toBeInTheDocument();
  });
});
