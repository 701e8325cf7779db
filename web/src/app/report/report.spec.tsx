import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ana, entry, insight, measure, statistics } from '../../../test/builders';
import { held, json, lost, problem } from '../../../test/fake-server';
import { openApp, serverOfAna } from '../../../test/render-app';
import { addDays } from '../../lib/dates/calendar';
import { dateNow, dayOf } from '../../lib/dates/dates';
import { PAPER } from '../../lib/drafts/drafts';
import { keepUnsaved, readUnsaved } from '../../lib/drafts/unsaved';
import { addEntry } from '../../lib/outbox/changes';
import { editOutbox, sendNow } from '../../lib/outbox/outbox';

const SEARCH = 'GET /api/journal/search';
const TOGETHER = 'GET /api/measures/together';
const NOTHING_TOGETHER = 'Nothing here is more than chance alone explains.';
const today = dayOf(dateNow());

const entryOf = (index: number) =>
  entry({
    _id: `entry-${index}`,
    content: `Words ${index}.`,
    createdAt: `${addDays(today, -index)}T08:00:00.000Z`,
    tags: [index % 2 ? 'Marisa' : 'River'],
  });

/** A journal with entries on the last days, whose list the server cuts into pages of two. */
function serverWith(count: number, changes: Record<number, Parameters<typeof entry>[0]> = {}) {
  const all = Array.from({ length: count }, (_, index) => ({ ...entryOf(index), ...changes[index] }));
  const days = all.map(({ day }) => ({ day, score: 1, entries: 1 })).reverse();
  const tags = ['Marisa', 'River'].map((name) => ({
    name,
    days: 9,
    mean: 1,
    low: 0,
    high: 2,
    differs: null,
  }));
  return serverOfAna()
    .on('GET /api/journal/statistics', ({ query }) =>
      json(200, statistics(query, { days, tags, daysWritten: count, entries: count })),
    )
    .on('GET /api/journal/tags', () => json(200, { tags: [{ tag: 'Marisa', entries: 1 }] }))
    .on(SEARCH, ({ query }) => {
      const from = Number(query.get('cursor') ?? 0);
      const page = all.slice(from, from + 2);
      const next: Record<string, string> = from + 2 < count ? { 'X-Next-Cursor': String(from + 2) } : {};
      return json(200, page, { 'X-Total-Count': String(count), ...next });
    });
}

const printButton = () => screen.getByRole('button', { name: 'Print or save as PDF' });
const isBusy = () => printButton().getAttribute('aria-disabled') === 'true';

/** The page and its code, which takes a while to load. */
const open = async (path = '/days/report') => {
  const app = openApp(path);
  const sheet = within(
    await screen.findByRole('article', { name: 'The page as it will be printed' }, { timeout: 25_000 }),
  );
  return { ...app, sheet, form: within(screen.getByRole('form', { name: 'What is on the paper' })) };
};

describe('a page for someone else', () => {
  it('has no entries until they are chosen, and asks for none', async () => {
    const server = serverWith(5);
    const { sheet } = await open();
    expect(await sheet.findByText(/Written on 5 of 91 days\.$/)).toBeInTheDocument();
    expect(sheet.getByRole('heading', { name: 'Mood journal of A. S.' })).toBeInTheDocument();
    expect(server.requests(SEARCH).filter(({ query }) => query.get('limit') === '100')).toEqual([]);
    expect(sheet.queryByText(/^Words/)).not.toBeInTheDocument();
  });

  it('has every entry of its days that is more than measures, oldest first, however many pages they are', async () => {
    serverWith(5, { 1: { content: '', inputMood: '', tags: [], measures: { sleep: 420 } } });
    const { person, sheet, form } = await open();
    await person.click(form.getByRole('radio', { name: 'All' }));
    await waitFor(() => expect(sheet.getAllByText(/^Words/)).toHaveLength(4));
    expect(sheet.getAllByText(/^Words/).map((one) => one.textContent)).toEqual(
      [4, 3, 2, 0].map((index) => `Words ${index}.`),
    );
    expect(sheet.queryByText('No mood noted')).not.toBeInTheDocument();
  });

  it('is not printed before the entries of added days are on it, nor with more than ten years', async () => {
    const server = serverWith(2);
    const { person, sheet, form } = await open();
    const days = { from: addDays(today, -9), to: addDays(today, -1) };
    await person.click(form.getByRole('radio', { name: 'Other days' }));
    await person.type(form.getByLabelText('Date From'), days.from);
    await person.type(form.getByLabelText('Date To'), days.to);
    await person.click(form.getByRole('radio', { name: 'All' }));
    await waitFor(() => expect(sheet.getAllByText(/^Words/)).toHaveLength(2));
    await waitFor(() => expect(isBusy()).toBe(false));
    const longer = held();
    server.on(SEARCH, longer.handler);
    // A date is changed as a whole: in between it would be empty.
    fireEvent.change(form.getByLabelText('Date To'), { target: { value: today } });
    await sheet.findByText(/of 10 days\.$/);
    expect(isBusy()).toBe(true);
    await longer.answer(json(200, [entryOf(5)], { 'X-Total-Count': '1' }));
    expect(await sheet.findByText('Words 5.')).toBeInTheDocument();
    expect(isBusy()).toBe(false);
    fireEvent.change(form.getByLabelText('Date From'), { target: { value: '2010-01-01' } });
    expect(form.getByLabelText('Date To')).toHaveAccessibleDescription('At most ten years');
    expect([isBusy(), printButton().matches(':disabled')]).toEqual([false, true]);
  });

  it('has the entries that were found or chosen one by one, and their tags but the hidden ones', async () => {
    const { _id } = measure();
    const side = { days: 9, median: 400, mean: 400 };
    serverWith(5)
      .on('GET /api/measures', () => json(200, { measures: [measure()] }))
      .on('GET /api/measures/days', ({ query }) =>
        json(200, {
          ...{ from: query.get('from'), to: query.get('to') },
          measures: [{ _id, days: [addDays(today, -1), today], values: [400, 300] }],
        }),
      )
      .on('GET /api/measures/together', ({ query }) =>
        json(200, {
          ...{ from: query.get('from'), to: query.get('to'), asked: 12, moods: [] },
          days: [{ measure: _id, weather: null, tag: 'Marisa', later: 0, with: side, without: side }],
        }),
      );
    const { person, sheet, form } = await open();
    await person.click(form.getByRole('radio', { name: 'Some' }));
    await person.type(form.getByLabelText('Find entries'), 'Words 3');
    await waitFor(() => expect(form.getAllByRole('checkbox', { name: /Words/ })).toHaveLength(1));
    await person.click(form.getByRole('button', { name: 'Choose all found' }));
    await person.clear(form.getByLabelText('Find entries'));
    await person.click(await form.findByRole('checkbox', { name: /Words 2/ }));
    expect(form.getByRole('status')).toHaveTextContent('2 entries chosen');
    expect(sheet.getAllByText(/^Words/).map((one) => one.textContent)).toEqual(['Words 3.', 'Words 2.']);
    expect(sheet.queryByText('Marisa')).not.toBeInTheDocument();
    await person.click(form.getByLabelText('Weather and tags'));
    expect(within(sheet.getByRole('figure', { name: 'Mood and tag' })).getAllByText('Marisa')).not.toEqual(
      [],
    );
    expect(await sheet.findByText(/^Days with .*Marisa.*Sleep/)).toBeInTheDocument();
    expect(sheet.getByText('Words 3.').closest('section')).toHaveTextContent('Marisa');
    await person.click(await form.findByText('Tags to leave out'));
    await person.click(form.getByLabelText('Marisa'));
    expect(sheet.queryByText(/Marisa/)).not.toBeInTheDocument();
    expect(sheet.getAllByText('River')).not.toEqual([]);
  });

  it('has means of nights and of small doses as they are, and keeps what is chosen for other days', async () => {
    const [bed, dose] = [
      measure({ name: 'Bedtime', kind: 'time' }),
      measure({ _id: measure()._id.replaceAll('1', '2'), name: 'Drops', kind: 'number', unit: 'mg' }),
    ];
    const days = [addDays(today, -40), addDays(today, -39)];
    serverWith(5)
      .on('GET /api/measures', () => json(200, { measures: [bed, dose] }))
      .on('GET /api/measures/days', ({ query }) => {
        const [from, to] = [query.get('from'), query.get('to')];
        const bedtimes = { _id: bed._id, days, values: [23 * 60 + 30, 30] };
        // In the last four weeks nothing was taken.
        const isLonger = from! < days[0]!;
        return json(200, {
          ...{ from, to },
          measures: [
            bedtimes,
            { _id: dose._id, days: isLonger ? days : [], values: isLonger ? [0.05, 0.05] : [] },
          ],
        });
      });
    const { person, sheet, form } = await open();
    const figure = (name: string) => sheet.getByText(`${name}, on average`).nextElementSibling;
    await person.click(await form.findByLabelText('Drops'));
    expect(figure('Bedtime')).toHaveTextContent('00:00');
    expect(figure('Drops')).toHaveTextContent('0.05 mg');
    await person.click(form.getByRole('radio', { name: 'Last 4 weeks' }));
    await waitFor(() => expect(form.queryByLabelText('Drops')).not.toBeInTheDocument());
    await person.click(form.getByLabelText('Bedtime'));
    await person.click(form.getByLabelText('Bedtime'));
    await person.click(form.getByRole('radio', { name: 'Last 3 months' }));
    expect(await form.findByLabelText('Drops')).toBeChecked();
  });

  it('says that nothing goes together only once that is known, for the days that are chosen', async () => {
    const { _id } = measure();
    const side = { days: 9, median: 400, mean: 400 };
    const found = { measure: _id, weather: 'rain', tag: null, later: 0, with: side, without: side };
    const daysMeasured = () =>
      json(200, { measures: [{ _id, days: [addDays(today, -1), today], values: [400, 300] }] });
    const together = (query: URLSearchParams, days: object[]) =>
      json(200, { from: query.get('from'), to: query.get('to'), asked: 12, moods: [], days });
    const server = serverWith(5)
      .on('GET /api/measures', () => json(200, { measures: [measure()] }))
      .on('GET /api/measures/days', () => daysMeasured())
      .on(TOGETHER, ({ query }) => together(query, [found]));
    const { person, sheet, form } = await open();
    await person.click(form.getByLabelText('Weather and tags'));
    expect(await sheet.findByText(/Sleep/, { selector: 'section > div > p' })).toBeInTheDocument();
    const next = held();
    server.on(TOGETHER, next.handler);
    const measured = held();
    server.on('GET /api/measures/days', measured.handler);
    await person.click(form.getByRole('radio', { name: 'Last 4 weeks' }));
    await sheet.findByText(/of 28 days\.$/);
    expect(sheet.queryByText(NOTHING_TOGETHER)).not.toBeInTheDocument();
    await measured.answer(daysMeasured());
    await waitFor(() => expect(server.requests(TOGETHER)).toHaveLength(2));
    expect(sheet.queryByText(/Sleep/, { selector: 'section > div > p' })).not.toBeInTheDocument();
    expect(sheet.queryByText(NOTHING_TOGETHER)).not.toBeInTheDocument();
    expect(isBusy()).toBe(true);
    await next.answer(problem(403, 'Not now.'));
    expect(await screen.findByText('Not everything could be loaded.')).toBeInTheDocument();
    expect(sheet.queryByText(NOTHING_TOGETHER)).not.toBeInTheDocument();
    server.on(TOGETHER, ({ query }) => together(query, []));
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await sheet.findByText(NOTHING_TOGETHER)).toBeInTheDocument();
    expect(isBusy()).toBe(false);
  });

  it('waits for a chosen insight, and says if it could not be loaded, unless it was deleted', async () => {
    const done = insight({ status: 'done', title: 'By the sea', text: 'Drizzle suits you.' });
    const text = held();
    const server = serverWith(5)
      .on('GET /api/insights', () => json(200, { items: [done], nextCursor: null }))
      .on('GET /api/insights/job-1', text.handler);
    const { person, sheet, form, reload } = await open();
    await sheet.findByText(/Written on 5/);
    await waitFor(() => expect(isBusy()).toBe(false));
    await person.click(await form.findByText('Insights'));
    await person.click(form.getByRole('checkbox', { name: /^By the sea/ }));
    expect(isBusy()).toBe(true);
    await text.answer(problem(403, 'Not now.'));
    expect(await screen.findByText('Not everything could be loaded.')).toBeInTheDocument();
    server.on('GET /api/insights/job-1', () => json(200, done));
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await sheet.findByText('Drizzle suits you.')).toBeInTheDocument();
    server.on('GET /api/insights/job-1', () => problem(404, 'No such insight'));
    reload();
    await screen.findByText(/Written on 5/);
    await waitFor(() => expect(isBusy()).toBe(false));
    expect(screen.queryByText('Not everything could be loaded.')).not.toBeInTheDocument();
  });

  it('names its author as chosen, also in an insight', async () => {
    const done = insight({
      status: 'done',
      title: 'Ana by the sea',
      text: 'Hello Ana, drizzle suits you. [1](#entry-1)',
    });
    serverWith(5)
      .on('GET /api/insights', () => json(200, { items: [done], nextCursor: null }))
      .on('GET /api/insights/job-1', () => json(200, done));
    const { person, sheet, form } = await open();
    await person.click(await form.findByText('Insights'));
    await person.click(form.getByRole('checkbox', { name: /^Ana by the sea/ }));
    expect(await sheet.findByText('Hello A., drizzle suits you.')).toBeInTheDocument();
    expect(sheet.getByRole('heading', { name: /^A. by the sea/ })).toBeInTheDocument();
    await person.click(form.getByRole('radio', { name: 'Not at all' }));
    expect(sheet.getByRole('heading', { name: 'Mood journal' })).toBeInTheDocument();
    expect(sheet.getByText('Hello …, drizzle suits you.')).toBeInTheDocument();
    await person.click(form.getByRole('radio', { name: 'In full' }));
    expect(sheet.getByRole('heading', { name: `Mood journal of ${ana.name} Silva` })).toBeInTheDocument();
  });

  it('keeps the note and the choices on this device, and asks before a logout deletes the note', async () => {
    serverWith(5);
    const { person, form, reload } = await open();
    await person.type(form.getByLabelText('A note from you'), 'Around deadlines.');
    await person.click(form.getByRole('radio', { name: 'Letter' }));
    await person.click(form.getByRole('radio', { name: 'Some' }));
    await person.type(form.getByLabelText('Find entries'), 'Words 3');
    await waitFor(() => expect(form.getAllByRole('checkbox', { name: /Words/ })).toHaveLength(1));
    await person.click(form.getByRole('button', { name: 'Choose all found' }));
    reload();
    expect(await screen.findByLabelText('A note from you')).toHaveValue('Around deadlines.');
    expect(screen.getByRole('radio', { name: 'Letter' })).toBeChecked();
    expect(await screen.findByText('1 entry chosen')).toBeInTheDocument();
    const sheet = screen.getByRole('article', { name: 'The page as it will be printed' });
    expect(sheet).toHaveTextContent('Around deadlines.');
    expect(sheet).toHaveAttribute('data-paper', 'letter');
    await person.click(screen.getByRole('button', { name: 'Logout' }));
    const question = await screen.findByRole('alertdialog', { name: 'Log out without saving?' });
    expect(question).toHaveTextContent('What you have written and not saved yet will be deleted');
  });

  it.each(['/days/report', '/journal'])(
    'keeps a chosen entry that is sent while %s is open',
    async (path) => {
      const SAVE = 'POST /api/journal/new';
      const server = serverWith(0).on(SAVE, lost);
      const { person, sheet, form, go } = await open();
      const body = { email: ana.email, content: 'Waited.', location: 'Porto', inputMood: 'Happy' };
      await act(() => editOutbox((waiting) => addEntry(waiting, body)));
      await person.click(form.getByRole('radio', { name: 'Some' }));
      await person.click(await form.findByRole('checkbox', { name: /Waited/ }));
      expect(await sheet.findByText('Waited.')).toBeInTheDocument();
      await go(path);
      const sent = entry({ _id: 'sent', content: 'Waited.' });
      server.on(SAVE, () => json(201, sent)).on(SEARCH, () => json(200, [sent], { 'X-Total-Count': '1' }));
      await act(() => sendNow());
      await waitFor(() => expect(server.requests(SAVE).length).toBeGreaterThan(0));
      await go('/days/report');
      const paper = within(await screen.findByRole('article', { name: 'The page as it will be printed' }));
      await waitFor(() => expect(screen.getByRole('checkbox', { name: /Waited/ })).toBeChecked());
      expect(paper.getByText('Waited.')).toBeInTheDocument();
      expect(readUnsaved(ana.id, `${PAPER}report`)).toContain('"chosen":["sent"]');
    },
  );

  it('keeps what another tab has changed since', async () => {
    serverWith(5);
    const { person, form } = await open();
    await person.click(form.getByRole('radio', { name: 'Letter' }));
    const kept = JSON.parse(readUnsaved(ana.id, PAPER + 'report') ?? '') as object;
    keepUnsaved(ana.id, PAPER + 'report', JSON.stringify({ ...kept, note: 'Around deadlines.' }));
    await person.click(form.getByLabelText('Weather and tags'));
    expect(form.getByLabelText('A note from you')).toHaveValue('Around deadlines.');
    const after = JSON.parse(readUnsaved(ana.id, PAPER + 'report') ?? '') as object;
    expect(after).toMatchObject({
      ...{ note: 'Around deadlines.', paper: 'letter' },
      parts: ['mood', 'together', 'weather'],
    });
  });
});

describe('a book of a year', () => {
  it('says that nothing was written in a month only once that is known', async () => {
    const days = held();
    const server = serverWith(1).on('GET /api/journal/days', days.handler);
    const { person, sheet } = await open('/days/book');
    await sheet.findByText('Words 0.');
    expect(sheet.queryAllByText('Nothing was written in this month.')).toEqual([]);
    expect(isBusy()).toBe(true);
    await days.answer(problem(403, 'Not now.'));
    expect(await screen.findByText('Not everything could be loaded.')).toBeInTheDocument();
    expect(sheet.queryAllByText('Nothing was written in this month.')).toEqual([]);
    server.on('GET /api/journal/days', ({ query }) =>
      json(200, { year: Number(query.get('year')), firstDay: null, lastDay: null, days: [] }),
    );
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await sheet.findAllByText('Nothing was written in this month.')).not.toEqual([]);
    expect(isBusy()).toBe(false);
  });
});
