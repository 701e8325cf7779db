import { screen, waitFor } from '@testing-library/react';
import { timeZone } from '../../../lib/dates';
import { insight } from '../../../../test/builders';
import { empty, json, problem } from '../../../../test/fake-server';
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

describe('the insights screen', () => {
  it('has nothing selected at first, and without a selection asks without a range', async () => {
    const server = serverOfAna()
      .on(ASK, () => json(202, insight({ range: 'today' }), SOON))
      .on(JOB, () => json(200, { ...done, range: 'today', text: 'There are no entries today.' }));
    const { person } = openApp('/insights');
    const button = await getInsights();
    const labels = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
    expect(labels).toEqual(['Last Week', 'Last Month', 'Last 6 Months']);
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked();
    await person.click(button);
    expect(await screen.findByText('There are no entries today.')).toBeInTheDocument();
    expect(server.requests(ASK)[0]?.body).toEqual({ tz: timeZone() });
    expect(server.requests(ASK)[0]?.headers.get('Idempotency-Key')).toBeTruthy();
  });

  it('loads with its progress in words, asks conditionally, and ends in formatted text', async () => {
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
    expect(screen.getByText('local analysis, nothing leaves this server')).toBeInTheDocument();
    const asked = server.requests(JOB).length;
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(server.requests(JOB)).toHaveLength(asked);
  });

  it('ends in the reason when it fails, and tries the same range again', async () => {
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

  it('ends in words when the job cannot be fetched, and looks again when asked', async () => {
    const server = serverOfAna()
      .on(ASK, () => json(202, insight(), SOON))
      .on(JOB, () => problem(404, 'This insight is not there.'));
    const { person } = openApp('/insights');
    await person.click(await getInsights());
    expect(await screen.findByText('This insight is not there.')).toBeInTheDocument();
    expect(screen.queryByText('Loading Data...')).not.toBeInTheDocument();
    server.on(JOB, () => json(200, done));
    await person.click(screen.getByRole('button', { name: 'Look again' }));
    expect(await screen.findByText('Drizzle')).toBeInTheDocument();
  });

  it('goes on by itself when the server was away for a while', async () => {
    const server = serverOfAna()
      .on(ASK, () => json(202, insight(), SOON))
      .on(JOB, () => problem(503, 'The insights are not reachable just now.'));
    const { person } = openApp('/insights');
    await person.click(await getInsights());
    expect(await screen.findByText('The insights are not reachable just now.')).toBeInTheDocument();
    server.on(JOB, () => json(200, done));
    expect(await screen.findByText('Drizzle', {}, { timeout: 7000 })).toBeInTheDocument();
  }, 15_000);

  it('says why nothing was asked for', async () => {
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
      screen.getByText('Entries of these days have changed since this was written.'),
    ).toBeInTheDocument();
  });
});
