import { screen, waitFor, within } from '@testing-library/react';
import { measure } from '../../../../test/builders';
import { empty, json, UNREACHABLE, unreachable } from '../../../../test/fake-server';
import { openApp, serverOfAna } from '../../../../test/render-app';
import { textOf } from './delete-measure';

const SLEEP = measure();
const ENERGY = measure({ _id: SLEEP._id.replaceAll('1', '2'), name: 'Energy', kind: 'scale-5' });
const MEASURES = '/api/measures';
const TWO_DAYS =
  'Its values of 2 days are deleted, too. They cannot be brought back. Your words and moods stay.';

/** A server that keeps the list of measures. */
function serverWith(...kept: ReturnType<typeof measure>[]) {
  const server = serverOfAna();
  server
    .on(`GET ${MEASURES}`, () => json(200, { measures: kept }))
    .on(`PUT ${MEASURES}`, ({ body }) => {
      const { ids } = body as { ids: string[] };
      kept.sort((one, other) => ids.indexOf(one._id) - ids.indexOf(other._id));
      return json(200, { measures: kept });
    });
  return server;
}

const section = async () => within(await screen.findByRole('region', { name: 'What you measure' }));

describe('what a person measures', () => {
  it('begins with three proposals, one tap each, until there is one', async () => {
    const server = serverWith();
    const { person, reload } = openApp('/settings');
    const list = await section();
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
    server.on(`GET ${MEASURES}`, () => json(200, { measures: [SLEEP] }));
    reload();
    await (await section()).findByText('Hours and minutes');
    expect(screen.queryByText('To begin with:')).not.toBeInTheDocument();
  });

  it('has an order, which buttons change', async () => {
    const server = serverWith(SLEEP, ENERGY);
    const { person } = openApp('/settings');
    const list = await section();
    expect(await list.findByRole('button', { name: 'Move Sleep up' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await person.click(list.getByRole('button', { name: 'Move Sleep down' }));
    await waitFor(() =>
      expect(list.getByRole('button', { name: 'Move Energy up' })).toHaveAttribute('aria-disabled', 'true'),
    );
    expect(list.getByRole('button', { name: 'Move Sleep down' })).toHaveFocus();
    expect(server.requests(`PUT ${MEASURES}`)[0]?.body).toEqual({ ids: [ENERGY._id, SLEEP._id] });
  });

  it('says that a change needs the server, and keeps what was typed until it answers', async () => {
    const put = `PUT ${MEASURES}/${SLEEP._id}`;
    const server = serverWith(SLEEP, ENERGY).on(put, unreachable).on(`PUT ${MEASURES}`, unreachable);
    const { person } = openApp('/settings');
    const list = await section();
    await person.click(await list.findByRole('button', { name: 'Move Sleep down' }));
    expect(await list.findByText(UNREACHABLE)).toBeInTheDocument();
    await person.click(list.getByRole('button', { name: 'Change Sleep' }));
    await person.type(list.getByLabelText('Name'), ' at night');
    await person.click(list.getByRole('button', { name: 'Save' }));
    expect(await list.findByText(UNREACHABLE)).toBeInTheDocument();
    expect(list.getByLabelText('Name')).toHaveValue('Sleep at night');
    server.on(put, () => json(200, SLEEP));
    await person.click(list.getByRole('button', { name: 'Save' }));
    await list.findByRole('button', { name: 'Measure something' });
    expect(server.requests(put).at(-1)?.body).toMatchObject({ name: 'Sleep at night' });
  });

  it('is shown as it will be asked, and keeps its kind', async () => {
    const server = serverWith(SLEEP).on(`PUT ${MEASURES}/${SLEEP._id}`, () => json(200, SLEEP));
    const { person } = openApp('/settings');
    await person.click(await (await section()).findByRole('button', { name: 'Change Sleep' }));
    const form = await section();
    expect(form.getByLabelText('What it counts')).toBeDisabled();
    await person.clear(form.getByLabelText('Name'));
    await person.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Give it a name.')).toBeInTheDocument();
    await person.type(form.getByLabelText('Name'), 'Nights');
    expect(form.getByRole('group', { name: 'Nights' })).toBeInTheDocument();
    await person.click(form.getByRole('radio', { name: 'From Monday to Friday' }));
    await person.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByRole('button', { name: 'Measure something' })).toHaveFocus();
    const { _id, ...fields } = SLEEP;
    expect(server.requests(`PUT ${MEASURES}/${_id}`).map(({ body }) => body)).toEqual([
      { ...fields, name: 'Nights', askedOn: 'weekdays' },
    ]);
  });

  it('has one line for scripts, with its id', async () => {
    serverWith(ENERGY);
    const { person } = openApp('/settings');
    await person.click(await (await section()).findByRole('button', { name: 'Change Energy' }));
    const form = await section();
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
    [2, TWO_DAYS],
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
    const { person } = openApp('/settings');
    await person.click(await (await section()).findByRole('button', { name: 'Delete Sleep' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(await within(dialog).findByText(TWO_DAYS)).toBeInTheDocument();
    await person.click(within(dialog).getByRole('button', { name: 'Delete it with its values' }));
    await waitFor(() => expect(screen.queryByText('Archived')).not.toBeInTheDocument());
    expect(server.requests(`DELETE ${MEASURES}/${old._id}`)).toHaveLength(1);
  });
});
