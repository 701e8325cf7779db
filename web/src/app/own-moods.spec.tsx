import { act, screen, waitFor, within } from '@testing-library/react';
import { PRESET_MOODS } from '@inner-weather/domain/entries/own-moods';
import { json, problem, UNREACHABLE, unreachable } from '../../test/fake-server';
import { renderSection } from '../../test/render-within';
import { serverOfAna } from '../../test/server-of-ana';
import { OwnMoodsSection } from '../features/moods/components/moods';
import { moodsStore } from '../lib/entry/moods';
import type { OwnMood, OwnMoods } from '../lib/own-moods/own-moods';

const HOPEFUL: OwnMood = {
  ...{
    _id: '0198c0de-0000-7000-8000-000000000001',
    name: 'Hopeful',
    formerNames: [],
    score: 1,
    archived: false,
  },
  ...{ colour: 'apricot', eyes: 'closed', mouth: 'smile', emoji: '' },
};

/** A journal with these moods, which takes changes. */
function journalWith(list: OwnMoods) {
  const uses = { moods: [{ mood: 'Hopeful', entries: 31 }], words: [{ mood: 'Restless', entries: 9 }] };
  const server = serverOfAna()
    .on('GET /api/moods', () => json(200, list))
    .on('GET /api/moods/uses', () => json(200, uses))
    .on('PUT /api/moods', ({ body }) => {
      Object.assign(list, body);
      return json(200, list);
    });
  return server;
}

describe('moods of one’s own, in the settings', () => {
  afterEach(() => act(() => moodsStore.set(PRESET_MOODS)));

  it('are listed with their entries and can be changed, which needs the server; any of the six can be hidden', async () => {
    const put = `PUT /api/moods/${HOPEFUL._id}`;
    const server = journalWith({ moods: [HOPEFUL], hidden: [] }).on(put, unreachable);
    const { person, section: moods } = renderSection(OwnMoodsSection);
    expect(await moods.findByText('A bright day, 31 entries')).toBeInTheDocument();
    await person.click(moods.getByRole('button', { name: 'Angry', pressed: true }));
    expect(await moods.findByRole('button', { name: 'Angry', pressed: false })).toHaveTextContent(
      'Angryhidden',
    );
    expect(server.requests('PUT /api/moods')[0]?.body).toEqual({ hidden: ['Angry'] });
    await person.click(moods.getByRole('button', { name: 'Change Hopeful' }));
    expect(moods.getByRole('radio', { name: 'Bright' })).toBeChecked();
    expect(moods.getByRole('radio', { name: 'Apricot' })).toBeChecked();
    await person.type(moods.getByLabelText('Name'), ' again');
    await person.click(moods.getByRole('button', { name: 'Save' }));
    expect(await moods.findByText(UNREACHABLE)).toBeInTheDocument();
    expect(moods.getByLabelText('Name')).toHaveValue('Hopeful again');
    server.on(put, () => json(200, HOPEFUL));
    await person.click(moods.getByRole('button', { name: 'Save' }));
    await moods.findByRole('button', { name: 'Add a mood' });
    expect(server.requests(put).at(-1)?.body).toMatchObject({ name: 'Hopeful again' });
  });

  it('say before they are deleted which old names their entries show again', async () => {
    const renamed = {
      ...HOPEFUL,
      _id: `${HOPEFUL._id.slice(0, -1)}2`,
      name: 'On edge',
      formerNames: ['Tense', 'Jumpy'],
    };
    journalWith({ moods: [HOPEFUL, renamed], hidden: [] });
    const { person, section: moods } = renderSection(OwnMoodsSection);
    for (const [name, isSaid] of [
      ['Hopeful', false],
      ['On edge', true],
    ] as const) {
      await person.click(await moods.findByRole('button', { name: `Change ${name}` }));
      await person.click(moods.getByRole('button', { name: 'Delete' }));
      const dialog = within(screen.getByRole('alertdialog'));
      const words = /Those written under an old name show it again: .?Tense.? and .?Jumpy.?\.$/;
      expect(dialog.queryAllByText(words)).toHaveLength(isSaid ? 1 : 0);
      await person.click(dialog.getByRole('button', { name: 'Cancel' }));
      await person.click(moods.getByRole('button', { name: 'Cancel' }));
    }
  });

  it('are made of words with a face, a colour and a step, or none', async () => {
    const puts: unknown[] = [];
    let answer = () => problem(400, '“Restless” is the name of another of your moods.', 'name');
    journalWith({ moods: [], hidden: [] }).on('PUT /api/moods/*', ({ body }) => {
      puts.push(body);
      return answer();
    });
    const { person, section: moods } = renderSection(OwnMoodsSection);
    await person.click(await moods.findByRole('button', { name: 'Make “Restless” a mood' }));
    expect(moods.getByLabelText('Name')).toHaveValue('Restless');
    await person.click(moods.getByRole('radio', { name: 'Lagoon' }));
    await person.click(
      within(moods.getByRole('group', { name: 'Eyes' })).getByRole('radio', { name: 'Worried' }),
    );
    await person.type(moods.getByLabelText('Or an emoji'), 'ab');
    await person.click(moods.getByRole('radio', { name: 'Heaviest' }));
    await person.click(moods.getByRole('checkbox', { name: 'Leave it out of the averages' }));
    expect(moods.getByRole('radio', { name: 'Heaviest' })).not.toBeChecked();
    await person.click(moods.getByRole('button', { name: 'Save' }));
    expect(await moods.findByText('Enter one emoji, or none.')).toBeInTheDocument();
    await person.clear(moods.getByLabelText('Or an emoji'));
    await person.type(moods.getByLabelText('Or an emoji'), '🌊');
    // The step is the one from before.
    await person.click(moods.getByRole('checkbox', { name: 'Leave it out of the averages' }));
    await person.click(moods.getByRole('button', { name: 'Save' }));
    expect(await moods.findByText(/is the name of another of your moods/)).toBeInTheDocument();
    answer = () => json(200, {});
    await person.click(moods.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(moods.queryByLabelText('Name')).not.toBeInTheDocument());
    expect(puts.at(-1)).toEqual({
      ...{ name: 'Restless', colour: 'lagoon', eyes: 'worried', mouth: 'smile', emoji: '🌊' },
      ...{ score: -2, archived: false },
    });
  });
});
