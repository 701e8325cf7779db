import { entryTagOf } from '@inner-weather/domain/entries/entry-version';
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ana, entry, listOf, measure } from '../../../../../test/builders';
import { empty, type FakeServer, held, json, problem, unreachable } from '../../../../../test/fake-server';
import { openApp, serverOfAna } from '../../../../../test/render-app';
import { deleteEntry } from '../../../../lib/outbox/changes';
import { onSent } from '../../../../lib/outbox/outbox';
import { submit } from '../../../../lib/outbox/submit';

const SAVE = 'POST /api/journal/new';
const UPDATE = 'PUT /api/journal/update/entry-1';
const DELETE = 'DELETE /api/journal/delete/entry-1';
const TIRED = entry({ content: '', checkIn: true, inputMood: 'Tired' });

/** A server that keeps one check-in. */
function serverOfCheckIns() {
  const server = serverOfAna();
  let kept = TIRED;
  const list = (...entries: (typeof kept)[]) =>
    server.on('GET /api/journal/search', () => listOf(...entries));
  return server
    .on(SAVE, ({ body }) => {
      kept = { ...TIRED, ...(body as object) };
      list(kept);
      return json(201, kept);
    })
    .on(UPDATE, ({ body }) => {
      kept = { ...kept, checkIn: false, ...(body as object), updatedAt: new Date().toISOString() };
      list(kept);
      return json(200, kept);
    })
    .on(DELETE, () => {
      list();
      return empty(204);
    });
}

const keysOf = (server: FakeServer) =>
  server.requests(SAVE).map(({ headers }) => headers.get('Idempotency-Key'));

const question = () => screen.findByRole('toolbar', { name: 'How are you?' });
const face = async (mood: string) => within(await question()).getByRole('button', { name: mood });
const another = () => screen.getByRole('toolbar', { name: 'Not quite? Choose another.' });

describe('a check-in', () => {
  it('is saved by Enter on the face that the arrows have moved to, offers words, and can be undone', async () => {
    const server = serverOfCheckIns();
    const { person } = openApp('/journal');
    (await face('Very Happy')).focus();
    await person.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
    expect(await face('Happy')).toHaveFocus();
    await person.keyboard('{End}');
    expect(await face('Own words')).toHaveFocus();
    await person.keyboard('{ArrowRight}');
    expect(await face('Very Happy')).toHaveFocus();
    const faces = within(await question()).getAllByRole('button');
    expect(faces.filter((one) => one.tabIndex === 0)).toHaveLength(1);
    expect(server.requests(SAVE)).toHaveLength(0);
    await person.keyboard('{Enter}');
    expect(await screen.findByText('Very Happy saved. Undo is available.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Add words' })).toHaveFocus();
    await waitFor(() => expect(server.requests(SAVE)).toHaveLength(1));
    expect(server.requests(SAVE)[0]?.body).toEqual({
      email: ana.email,
      content: '',
      checkIn: true,
      inputMood: 'Very Happy',
      location: 'Porto',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    // Its card has no empty paragraph.
    const card = await screen.findByRole('article');
    expect(within(card).getByText('Very Happy')).toBeInTheDocument();
    expect([...card.querySelectorAll('p')].filter((one) => one.textContent === '')).toEqual([]);

    await person.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.requests(DELETE)).toHaveLength(1));
    expect(screen.getByText('Undone. Very Happy is not saved.')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'How are you?' })).toHaveFocus();
    await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
  });

  it('takes another mood and a favourite tag, one tap each, stays a check-in, and is gone with its entry', async () => {
    const server = serverOfCheckIns();
    const { person } = openApp('/journal');
    await person.click(await face('Tired'));
    await waitFor(() => expect(server.requests(SAVE)).toHaveLength(1));
    await person.click(within(another()).getByRole('button', { name: 'Sad' }));
    expect(await screen.findByText('Sad saved. Undo is available.')).toBeInTheDocument();
    await waitFor(() => expect(server.requests(UPDATE)).toHaveLength(1));
    const [tag] = await screen.findAllByRole('group', { name: 'Favourite tags' });
    await person.click(within(tag!).getByRole('button', { name: 'River', pressed: false }));
    await waitFor(() => expect(server.requests(UPDATE)).toHaveLength(2));
    const body = { content: '', checkIn: true, inputMood: 'Sad', location: 'Porto' };
    expect(server.requests(UPDATE).map((request) => request.body)).toEqual([
      body,
      { ...body, tags: ['River'] },
    ]);
    expect(await within(tag!).findByRole('button', { name: 'River', pressed: true })).toBeInTheDocument();
    expect(screen.getByText(/^Saved at/)).toBeInTheDocument();
    await act(async () => void (await submit((all) => deleteEntry(all, 'entry-1', TIRED.updatedAt))));
    expect(server.requests(DELETE)).toHaveLength(1);
    expect(screen.queryByText(/^Saved at/)).not.toBeInTheDocument();
  });

  it('becomes an entry like any other when words follow, of the version with a tag that was just tapped', async () => {
    const server = serverOfCheckIns();
    const { person } = openApp('/journal');
    await person.click(await face('Tired'));
    await waitFor(() => expect(server.requests(SAVE)).toHaveLength(1));
    const tagging = held();
    server.on(UPDATE, tagging.handler);
    const [tags] = await screen.findAllByRole('group', { name: 'Favourite tags' });
    await person.click(within(tags!).getByRole('button', { name: 'River' }));
    await person.click(screen.getByRole('button', { name: 'Add words' }));
    const tagged = { ...TIRED, tags: ['River'], updatedAt: '2030-01-01T00:00:00.000Z' };
    server.on(UPDATE, ({ body }) => json(200, { ...tagged, checkIn: false, ...(body as object) }));
    await tagging.answer(json(200, tagged));
    const text = await screen.findByRole('textbox', { name: 'Entry' });
    expect(text).toHaveFocus();
    // Without words it may stay a check-in.
    expect(text).not.toBeRequired();
    await person.type(text, 'A long day.');
    await person.click(screen.getByRole('button', { name: 'Save Editions' }));
    await waitFor(() => expect(server.requests(UPDATE)).toHaveLength(2));
    expect(server.requests(UPDATE)[1]?.headers.get('if-match')).toBe(entryTagOf(tagged));
    expect(server.requests(UPDATE)[1]?.body).toEqual({
      content: 'A long day.',
      inputMood: 'Tired',
      location: 'Porto',
    });
    const card = await screen.findByRole('article');
    expect(await within(card).findByText('A long day.')).toBeInTheDocument();
    await waitFor(() => expect(card).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    expect(screen.queryByText('How are you?')).not.toBeInTheDocument();
  });

  describe('in the moment when it has arrived', () => {
    /** Presses a button after the answer is stored and before the page is drawn with it. */
    async function pressAsItArrives(name: string) {
      const favourites = ['River', 'Sea'].map((tag) => ({ tag, entries: 2 }));
      const server = serverOfCheckIns().on('GET /api/journal/tags', () => json(200, { tags: favourites }));
      const { person } = openApp('/journal');
      const stop = onSent(() => {
        stop();
        fireEvent.click(screen.getAllByRole('button', { name })[0]!);
      });
      await person.click(await face('Tired'));
      await waitFor(() => expect(server.requests(SAVE)).toHaveLength(1));
      return { server, person };
    }

    it('takes a tag, and a second one that is tapped before the page is drawn with the first', async () => {
      let drawOn = (_: void): void => undefined;
      // A slow disk.
      const stop = onSent(({ kind }) =>
        kind === 'update' ? new Promise<void>((resolve) => (drawOn = resolve)) : undefined,
      );
      const { server, person } = await pressAsItArrives('River');
      await waitFor(() => expect(server.requests(UPDATE)).toHaveLength(1));
      expect(server.requests(UPDATE)[0]?.body).toMatchObject({ checkIn: true, tags: ['River'] });
      expect(server.requests(UPDATE)[0]?.headers.get('if-match')).toBe(entryTagOf(TIRED));
      const [tags] = screen.getAllByRole('group', { name: 'Favourite tags' });
      await person.click(within(tags!).getByRole('button', { name: 'Sea' }));
      stop();
      drawOn();
      await waitFor(() => expect(server.requests(UPDATE)).toHaveLength(2));
      expect(server.requests(UPDATE)[1]?.body).toMatchObject({ tags: ['River', 'Sea'] });
      expect(await within(tags!).findByRole('button', { name: 'River', pressed: true })).toBeInTheDocument();
      expect(screen.queryByText('Your changes were not saved.')).not.toBeInTheDocument();
    });

    it('can be undone', async () => {
      const { server } = await pressAsItArrives('Undo');
      await waitFor(() => expect(server.requests(DELETE)).toHaveLength(1));
      await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
    });
  });

  it('is asked for again if it was refused, with the reason', async () => {
    const server = serverOfAna().on(SAVE, () => problem(403, 'Your journal is full.'));
    const { person } = openApp('/journal');
    await person.click(await face('Tired'));
    expect(await screen.findByText('Your check-in was not saved.')).toBeInTheDocument();
    expect(screen.getByText('Your journal is full.')).toBeInTheDocument();
    expect(await question()).toBeInTheDocument();
    expect(screen.queryByText('Tired saved. Undo is available.')).not.toBeInTheDocument();
    // The same key would be refused again.
    await person.click(await face('Tired'));
    await waitFor(() => expect(new Set(keysOf(server))).toHaveProperty('size', 2));
  });

  describe('without an answer, on a device that keeps nothing', () => {
    afterEach(() => jest.restoreAllMocks());

    it.each([
      ['is the same one within five minutes', 4, 1],
      ['is another one later, with its own time', 6, 2],
    ])('%s', async (_what, minutes, count) => {
      const server = serverOfAna().on(SAVE, unreachable);
      const { person } = openApp('/journal');
      await person.click(await face('Tired'));
      expect(await screen.findByText('Your check-in was not saved.')).toBeInTheDocument();
      const now = Date.now();
      jest.spyOn(Date, 'now').mockImplementation(() => now + minutes * 60_000);
      await person.click(await face('Tired'));
      await waitFor(() => expect(server.requests(SAVE)).toHaveLength(2));
      expect(new Set(keysOf(server))).toHaveProperty('size', count);
    });
  });

  it('is asked for in a small row once something was written today, and saved by one tap as often as one likes', async () => {
    const server = serverOfCheckIns();
    const { person, reload } = openApp('/journal');
    await person.click(await face('Tired'));
    await waitFor(() => expect(server.requests(SAVE)).toHaveLength(1));
    expect(screen.queryByRole('toolbar', { name: 'How are you now?' })).not.toBeInTheDocument();
    reload();
    const now = await screen.findByRole('toolbar', { name: 'How are you now?' });
    await screen.findByRole('article');
    expect(screen.queryByText('How are you?')).not.toBeInTheDocument();
    await person.click(within(now).getByRole('button', { name: 'Happy' }));
    expect(await screen.findByText('Happy saved. Undo is available.')).toBeInTheDocument();
    await waitFor(() => expect(server.requests(SAVE)).toHaveLength(2));
    const [first, second] = server.requests(SAVE);
    expect(second?.body).toMatchObject({ content: '', checkIn: true, inputMood: 'Happy' });
    expect(second?.headers.get('Idempotency-Key')).not.toBe(first?.headers.get('Idempotency-Key'));
    expect(server.requests(UPDATE)).toEqual([]);
  });

  it('is one line without faces while an entry is written, and is kept if the next one is saved before its answer', async () => {
    const server = serverOfAna();
    const first = held();
    server.on(SAVE, first.handler);
    const { person } = openApp('/journal');
    await person.click(await face('Tired'));
    await waitFor(() => expect(server.requests(SAVE)).toHaveLength(1));
    await person.click(screen.getByPlaceholderText('Tell me about your day...!'));
    expect(screen.queryByRole('toolbar', { name: /^Not quite/ })).not.toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Tired' })).toBeInTheDocument();
    const now = screen.getByRole('toolbar', { name: 'How are you now?' });
    await person.click(within(now).getByRole('button', { name: 'Happy' }));
    server
      .on('GET /api/journal/search', () => new Promise(() => undefined))
      .on(SAVE, ({ body }) => json(201, { ...TIRED, ...(body as object), _id: 'entry-2' }));
    await first.answer(json(201, TIRED));
    await waitFor(() => expect(server.requests(SAVE)).toHaveLength(2));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText(/waits? for a connection/)).not.toBeInTheDocument());
    expect(screen.getAllByRole('article')).toHaveLength(2);
  });

  it('is one line five minutes after its last change, with the focus that was in it, and not while a value is typed', async () => {
    const sleep = measure({ name: 'Sleep' });
    const server = serverOfCheckIns()
      .on('GET /api/measures', () => json(200, { measures: [sleep] }))
      .on('GET /api/measures/days', () => json(200, { from: '', to: '', measures: [] }));
    jest.useFakeTimers({ advanceTimers: true });
    const { person } = openApp('/journal');
    const tired = await face('Tired');
    const pass = (minutes: number) => act(() => jest.advanceTimersByTimeAsync(minutes * 60_000));
    fireEvent.click(tired);
    const region = screen.getByRole('region', { name: 'Tired' });
    const field = await within(region).findByRole('textbox', { name: 'Sleep' });
    act(() => field.focus());
    fireEvent.change(field, { target: { value: '7:30' } });
    await pass(6);
    expect(field).toHaveValue('7:30');
    const addWords = within(region).getByRole('button', { name: 'Add words' });
    act(() => addWords.focus());
    await waitFor(() => expect(server.requests(UPDATE)).toHaveLength(1));
    expect(server.requests(UPDATE)[0]?.body).toMatchObject({ measures: { [sleep._id]: 450 } });
    await pass(4);
    expect(addWords).toHaveFocus();
    await pass(2);
    jest.useRealTimers();
    expect(screen.queryByRole('button', { name: 'Add words' })).not.toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Tired' })).toHaveFocus();
    await person.tab();
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
  });

  it('leads to the page for other words, and is not asked for above words that are being written', async () => {
    serverOfAna();
    const { person, reload } = openApp('/journal');
    await person.click(await face('Own words'));
    expect(screen.getByPlaceholderText('Tell me about your day...!')).toHaveFocus();
    await person.keyboard('So far');
    await waitFor(() => expect(localStorage).not.toHaveLength(0));
    reload();
    expect(await screen.findByText('Your journal begins with a line')).toBeInTheDocument();
    expect(screen.queryByText('How are you?')).not.toBeInTheDocument();
  });
});
