import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { entry, measure } from '../../../test/builders';
import { json, problem, unreachable } from '../../../test/fake-server';
import { openApp, serverOfAna } from '../../../test/render-app';
import { renderSection } from '../../../test/render-within';
import AskedMeasures from './asked-measures';
import { addDays } from '../../lib/dates/calendar';
import { dayOf, dateNow } from '../../lib/dates/dates';
import { editEntry } from '../../lib/outbox/changes';
import { editOutbox } from '../../lib/outbox/outbox';

const today = () => dayOf(dateNow());
const SLEEP = measure({ name: 'Sleep' });
const ENERGY = measure({ _id: SLEEP._id.replaceAll('1', '2'), name: 'Energy', kind: 'scale-5' });
const MEASURES = 'GET /api/measures';
const DAYS = 'GET /api/measures/days';

/** @param noted the values of Sleep by days from today */
function serverWith(measures: ReturnType<typeof measure>[], noted: Record<number, number> = {}) {
  return serverOfAna()
    .on(MEASURES, () => json(200, { measures }))
    .on(DAYS, ({ query }) => {
      const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
      const known = Object.entries(noted)
        .map(([days, value]) => ({ day: addDays(today(), Number(days)), value }))
        .filter(({ day }) => day >= from && day <= to)
        .sort((one, other) => (one.day < other.day ? -1 : 1));
      const [days, values] = [known.map(({ day }) => day), known.map(({ value }) => value)];
      return json(200, { from, to, measures: [{ _id: SLEEP._id, days, values }] });
    });
}

const asked = () => screen.findByRole('region', { name: 'If you like' });
const namesIn = (region: HTMLElement) =>
  within(region)
    .getAllByRole('group')
    .map((row) => row.getAttribute('aria-labelledby') ?? '')
    .map((id) => document.getElementById(id)?.textContent);

describe('what is asked', () => {
  const ask = (day?: string) =>
    renderSection(() => <AskedMeasures day={day} values={{}} onChange={() => undefined} />);

  it('is nothing, and needs no request for values, until a measure is defined', async () => {
    const server = serverWith([]);
    openApp('/journal');
    await screen.findByText('Your journal begins with a line');
    expect(screen.queryByRole('region', { name: 'If you like' })).not.toBeInTheDocument();
    expect(server.requests(DAYS)).toEqual([]);
  });

  it('has the order of the settings, without what is archived or never asked, and the last value as a hint', async () => {
    const unasked = [
      { ...SLEEP, _id: SLEEP._id.replaceAll('1', '3'), archived: true },
      { ...ENERGY, _id: SLEEP._id.replaceAll('1', '4'), askedOn: 'never' as const },
    ];
    serverWith([ENERGY, SLEEP, ...unasked], { [-9]: 300, [-1]: 450 });
    ask();
    const region = await asked();
    expect(namesIn(region)).toEqual(['Energy', 'Sleep']);
    expect(within(region).getByText('Yesterday: 7h 30m')).toBeInTheDocument();
  });

  it('is not asked twice a day unless that is wanted', async () => {
    serverWith([SLEEP, ENERGY], { 0: 450 });
    const { person } = ask();
    const region = await asked();
    expect(namesIn(region)).toEqual(['Energy']);
    await person.click(within(region).getByRole('button', { name: 'Note again: Sleep' }));
    expect(namesIn(region)).toEqual(['Sleep', 'Energy']);
  });

  it('is only asked on weekdays if it says so, by the day that is written about', async () => {
    serverWith([{ ...SLEEP, askedOn: 'weekdays' }, ENERGY]);
    const monday = ask('2026-03-02');
    expect(namesIn(await asked())).toEqual(['Sleep', 'Energy']);
    monday.unmount();
    openApp({ pathname: '/journal', state: { writeFor: '2026-03-07' } });
    expect(namesIn(await asked())).toEqual(['Energy']);
  });

  it('is not asked again while an edit with its value waits', async () => {
    const saved = entry({ createdAt: dateNow(), day: today() });
    serverWith([SLEEP, ENERGY])
      .on('GET /api/journal/search', () => json(200, [saved], { 'X-Total-Count': '1' }))
      .on(`GET /api/journal/entries/${saved._id}`, () => json(200, saved))
      .on(`PUT /api/journal/entries/${saved._id}`, unreachable);
    openApp('/journal');
    expect(namesIn(await asked())).toEqual(['Sleep', 'Energy']);
    const { content, inputMood, location } = saved;
    const body = { content, inputMood, location, measures: { [SLEEP._id]: 450 } };
    await act(() => editOutbox((all) => editEntry(all, saved._id, body, saved.updatedAt)));
    await waitFor(async () => expect(namesIn(await asked())).toEqual(['Energy']));
  });

  it('keeps the values of an entry without words yet, which stays unfolded, and asks before a logout', async () => {
    serverWith([ENERGY]);
    const { person, reload } = openApp('/journal');
    await person.click(within(await asked()).getByRole('button', { name: '4' }));
    reload();
    expect(within(await asked()).getByRole('button', { name: '4' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('form', { name: 'New entry' })).not.toHaveClass('resting');
    await person.click(screen.getByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('alertdialog', { name: 'Log out without saving?' })).toBeInTheDocument();
  });

  it.each(['new entry', 'editor'])('that cannot be read is not dropped by a save: %s', async (where) => {
    const stored = entry({ createdAt: dateNow(), day: today() });
    const server = serverWith([ENERGY, SLEEP])
      .on('POST /api/journal/new', () => json(201, stored))
      .on('PUT /api/journal/update/entry-1', () => json(200, stored));
    if (where === 'editor')
      server.on('GET /api/journal/search', () => json(200, [stored], { 'X-Total-Count': '1' }));
    const { person } = openApp('/journal');
    if (where === 'editor') await person.click(await screen.findByRole('button', { name: 'Edit Entry' }));
    const form = await screen.findByRole('form', { name: where === 'editor' ? 'Edit Entry' : 'New entry' });
    await person.type(within(form).getByLabelText(where === 'editor' ? 'Entry' : 'Your entry'), 'A walk.');
    const sleep = await within(form).findByRole('textbox', { name: 'Sleep' });
    await person.type(sleep, '7h3o');
    await person.click(within(form).getByRole('button', { name: /^Save E/ }));
    await waitFor(() => expect(sleep).toHaveFocus());
    expect(sleep).toHaveValue('7h3o');
    expect(sleep).toHaveAccessibleDescription(/^Write a value such as/);
    const sent = () => server.received.filter(({ body }) => JSON.stringify(body)?.includes('A walk.'));
    expect(sent()).toEqual([]);
    await person.clear(sleep);
    await person.type(sleep, '7:30{Control>}{Enter}{/Control}');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({ measures: { [SLEEP._id]: 450 } });
  });

  describe('after a check-in', () => {
    const UPDATE = 'PUT /api/journal/update/entry-1';

    async function checkIn(...measures: ReturnType<typeof measure>[]) {
      let kept = entry({ content: '', checkIn: true, inputMood: 'Tired' });
      const server = serverWith(measures)
        .on('POST /api/journal/new', () => json(201, kept))
        .on(UPDATE, ({ body }) => {
          kept = { ...kept, ...(body as object), updatedAt: new Date().toISOString() };
          return json(200, kept);
        });
      const { person } = openApp('/journal');
      const faces = await screen.findByRole('toolbar', { name: 'How are you?' });
      await person.click(within(faces).getByRole('button', { name: 'Tired' }));
      const saved = within(await screen.findByRole('region', { name: 'Tired' }));
      const region = within(await saved.findByRole('region', { name: 'If you like' }));
      const lastSent = () => server.requests(UPDATE).at(-1)?.body;
      return { server, person, region, lastSent };
    }

    it('stays where its value was taken back, and says what is saved', async () => {
      const { server, person, region, lastSent } = await checkIn(ENERGY);
      await person.click(region.getByRole('button', { name: '3' }));
      await waitFor(() => expect(lastSent()).toMatchObject({ measures: { [ENERGY._id]: 3 } }));
      expect(await region.findByText('Energy saved')).toBeInTheDocument();
      // Now the day has a value of it.
      server.on(DAYS, () =>
        json(200, { from: '', to: '', measures: [{ _id: ENERGY._id, days: [today()], values: [3] }] }),
      );
      await person.click(region.getByRole('button', { name: '3' }));
      await waitFor(() => expect(lastSent()).toMatchObject({ measures: {} }));
      expect(region.getByRole('button', { name: '3', pressed: false })).toBeInTheDocument();
    });

    it('counts from what was tapped last, also while that is not stored yet, and says what failed', async () => {
      const tea = { ...SLEEP, name: 'Tea', kind: 'number' } as const;
      const bed = { ...ENERGY, name: 'Bedtime', kind: 'time' } as const;
      const { server, person, region, lastSent } = await checkIn(tea, bed);
      const more = region.getByRole('button', { name: 'More: Tea' });
      // None of these waits for the device to store the one before.
      fireEvent.click(more);
      fireEvent.click(more);
      expect(region.getByRole('textbox', { name: 'Tea' })).toHaveValue('2');
      const time = region.getByLabelText('Bedtime', { selector: 'input' });
      fireEvent.change(time, { target: { value: '22:45' } });
      expect(time).toHaveValue('22:45');
      const measures = { [tea._id]: 2, [bed._id]: 22 * 60 + 45 };
      await waitFor(() => expect(lastSent()).toMatchObject({ measures }));
      expect(await region.findByText('Tea and Bedtime saved')).toBeInTheDocument();

      server.on(UPDATE, () => problem(400, 'Not now'));
      await person.click(more);
      expect(await screen.findByText('Your changes were not saved.')).toBeInTheDocument();
      await waitFor(() => expect(region.getByRole('textbox', { name: 'Tea' })).toHaveValue('2'));
    });
  });
});
