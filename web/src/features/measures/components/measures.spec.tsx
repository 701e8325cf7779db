import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { measure, tokenOf } from '../../../../test/builders';
import { empty, FakeServer, json, UNREACHABLE, unreachable } from '../../../../test/fake-server';
import { aPerson } from '../../../../test/person';
import { renderWithin } from '../../../../test/render-within';
import { openSession } from '../../../lib/api/session';
import { Measures } from './measures';
import { textOf } from './delete-measure';

const SLEEP = measure();
const ENERGY = measure({ _id: SLEEP._id.replaceAll('1', '2'), name: 'Energy', kind: 'scale-5' });
const MEASURES = '/api/measures';
const TWO_DAYS =
  'Its values of 2 days are deleted, too. They cannot be brought back. Your words and moods stay.';

const serverWith = (...kept: ReturnType<typeof measure>[]) =>
  new FakeServer().on(`GET ${MEASURES}`, () => json(200, { measures: kept }));

/** The section of the settings, in which a form takes the place of the list. */
async function openSection() {
  openSession(tokenOf());
  renderWithin(<Measures title="What you measure" />);
  const region = await screen.findByRole('region', { name: 'What you measure' });
  const list = within(region.parentElement!);
  return { person: aPerson(), list };
}

describe('what a person measures', () => {
  it('begins with three proposals, one tap each, until there is one', async () => {
    const server = serverWith();
    const { person, list } = await openSection();
    await list.findByText('To begin with:');
    for (const name of ['Sleep', 'Energy', 'Stress'])
      expect(list.getByRole('button', { name })).toBeInTheDocument();
    await person.click(list.getByRole('button', { name: 'Sleep' }));
    // Its id is new.
    const isPut = ({ method, path }: { method: string; path: string }) =>
      method === 'PUT' && path.startsWith(`${MEASURES}/`);
    await waitFor(() => expect(server.received.filter(isPut)).toHaveLength(1));
    const { _id, ...fields } = measure();
    expect(server.received.find(isPut)?.body).toEqual(fields);
    cleanup();
    server.on(`GET ${MEASURES}`, () => json(200, { measures: [SLEEP] }));
    await (await openSection()).list.findByText('Hours and minutes');
    expect(screen.queryByText('To begin with:')).not.toBeInTheDocument();
  });

  it('has an order, which buttons change once the server answers', async () => {
    const order = `PUT ${MEASURES}`;
    const server = serverWith(SLEEP, ENERGY);
    const { person, list } = await openSection();
    expect(await list.findByRole('button', { name: 'Move Sleep up' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    const down = list.getByRole('button', { name: 'Move Sleep down' });
    server.on(order, unreachable);
    await person.click(down);
    expect(await list.findByText(UNREACHABLE)).toBeInTheDocument();
    const changed = () => json(200, { measures: [ENERGY, SLEEP] });
    server.on(order, () => {
      server.on(`GET ${MEASURES}`, changed);
      return changed();
    });
    await person.click(down);
    await waitFor(() =>
      expect(list.getByRole('button', { name: 'Move Energy up' })).toHaveAttribute('aria-disabled', 'true'),
    );
    expect(list.getByRole('button', { name: 'Move Sleep down' })).toHaveFocus();
    expect(server.requests(order).at(-1)?.body).toEqual({ ids: [ENERGY._id, SLEEP._id] });
  });

  it('is shown as it will be asked, keeps its kind, and what was typed until the server answers', async () => {
    const put = `PUT ${MEASURES}/${SLEEP._id}`;
    const server = serverWith(SLEEP).on(put, unreachable);
    const { person, list: form } = await openSection();
    await person.click(await form.findByRole('button', { name: 'Change Sleep' }));
    expect(form.getByLabelText('What it counts')).toBeDisabled();
    await person.clear(form.getByLabelText('Name'));
    await person.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Give it a name.')).toBeInTheDocument();
    await person.type(form.getByLabelText('Name'), 'Nights');
    expect(form.getByRole('group', { name: 'Nights' })).toBeInTheDocument();
    await person.click(form.getByRole('radio', { name: 'From Monday to Friday' }));
    await person.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(UNREACHABLE)).toBeInTheDocument();
    expect(form.getByLabelText('Name')).toHaveValue('Nights');
    server.on(put, () => json(200, SLEEP));
    await person.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByRole('button', { name: 'Measure something' })).toHaveFocus();
    const { _id, ...fields } = SLEEP;
    const body = { ...fields, name: 'Nights', askedOn: 'weekdays' };
    expect(server.requests(put).at(-1)?.body).toEqual(body);
  });

  it('has one line for scripts, with its id', async () => {
    serverWith(ENERGY);
    const { person, list: form } = await openSection();
    await person.click(await form.findByRole('button', { name: 'Change Energy' }));
    await person.click(form.getByText('Set it from another app or a script'));
    await person.click(form.getAllByRole('button', { name: 'Copy' })[0]!);
    expect(await navigator.clipboard.readText()).toBe(ENERGY._id);
    const line = form.getByRole('group', { name: 'One line for a script' }).textContent;
    expect(line).toMatch(/^curl -X PUT /);
    expect(line).toMatch(`-d '{"value":4}' '${window.location.origin}${MEASURES}/${ENERGY._id}/days/`);
  });

  it.each([
    [0, 'It has no values in the last ten years. It cannot be brought back.'],
    [1, 'Its value of 1 day is deleted, too. It cannot be brought back. Your words and moods stay.'],
  ])('has its own words for values of %i days', (days, words) => {
    expect(textOf(days)).toBe(words);
  });

  it('says before it is deleted which values go with it', async () => {
    const days = ['2026-03-02', '2026-03-03'];
    const old = { ...SLEEP, archived: true };
    const server = serverWith(old)
      .on('GET /api/measures/days', () =>
        json(200, { from: '', to: '', measures: [{ _id: old._id, days, values: days.map(() => 400) }] }),
      )
      .on(`DELETE ${MEASURES}/${old._id}`, () => {
        server.on(`GET ${MEASURES}`, () => json(200, { measures: [] }));
        return empty(204);
      });
    const { person, list } = await openSection();
    await person.click(await list.findByRole('button', { name: 'Delete Sleep' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(await within(dialog).findByText(TWO_DAYS)).toBeInTheDocument();
    await person.click(within(dialog).getByRole('button', { name: 'Delete it with its values' }));
    await waitFor(() => expect(screen.queryByText('Archived')).not.toBeInTheDocument());
    expect(server.requests(`DELETE ${MEASURES}/${old._id}`)).toHaveLength(1);
  });
});
