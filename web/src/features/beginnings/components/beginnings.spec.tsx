import { type Beginnings as Kept, NO_BEGINNINGS } from '@inner-weather/domain/beginnings/beginnings';
import { screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { tokenOf } from '../../../../test/builders';
import {
  FakeServer,
  json,
  type ReceivedRequest,
  UNREACHABLE,
  unreachable,
} from '../../../../test/fake-server';
import { aPerson } from '../../../../test/person';
import { renderWithin } from '../../../../test/render-within';
import { openSession } from '../../../lib/api/session';
import { Beginnings } from './beginnings';

const PUT = 'PUT /api/beginnings';

/** Keeps what is put, by version. */
function serverWith(beginnings: Kept = NO_BEGINNINGS) {
  /** `meanwhile` is what another device does just before the next change arrives. */
  const kept = { current: { version: 1, ...beginnings }, meanwhile: () => undefined as void };
  const put = ({ body }: ReceivedRequest) => {
    kept.meanwhile();
    const wanted = body as typeof kept.current;
    if (wanted.version !== kept.current.version)
      return json(409, { code: 'changed_meanwhile', errors: [{ msg: 'Changed' }] });
    kept.current = { ...wanted, version: wanted.version + 1 };
    return json(200, kept.current);
  };
  const server = new FakeServer().on('GET /api/beginnings', () => json(200, kept.current)).on(PUT, put);
  return { server, kept, put };
}

async function openSection() {
  openSession(tokenOf());
  renderWithin(
    <MemoryRouter>
      <Beginnings title="Questions and templates" />
    </MemoryRouter>,
  );
  const page = within(await screen.findByRole('region', { name: 'Questions and templates' }));
  return { person: aPerson(), page };
}

const question = (_id: string, text: string) => ({ _id, text, weekdays: [], archived: false });

describe('questions and templates in the settings', () => {
  it('adds a question for a weekday, archives it and deletes it', async () => {
    const { kept } = serverWith();
    const { person, page } = await openSection();
    await person.click(await page.findByRole('button', { name: 'Add a question' }));
    await person.click(page.getByRole('button', { name: 'Save' }));
    expect(page.getByLabelText('Your question')).toHaveAccessibleDescription('Write a question.');
    await person.type(page.getByLabelText('Your question'), 'How is my back?');
    await person.click(page.getByRole('checkbox', { name: 'Sunday' }));
    await person.click(page.getByRole('button', { name: 'Save' }));
    const row = within(await page.findByRole('list', { name: 'Your questions' }));
    expect(row.getByText('Sunday')).toBeInTheDocument();
    expect(kept.current.questions).toMatchObject([
      { text: 'How is my back?', weekdays: [7], archived: false },
    ]);
    await person.click(page.getByRole('checkbox', { name: 'Ask me only my own questions' }));
    await waitFor(() => expect(kept.current.onlyOwn).toBe(true));
    await person.click(row.getByRole('button', { name: /^Change .?How is my back/ }));
    await person.click(page.getByRole('checkbox', { name: 'Archived: not asked any more' }));
    await person.click(page.getByRole('button', { name: 'Save' }));
    await page.findByRole('list', { name: 'Archived questions' });
    await person.click(page.getByRole('button', { name: /^Delete/ }));
    await person.click(screen.getByRole('button', { name: 'Delete it' }));
    await waitFor(() => expect(kept.current.questions).toEqual([]));
    await waitFor(() => expect(page.getByRole('heading', { name: 'Questions and templates' })).toHaveFocus());
  });

  it('keeps what another device changed meanwhile', async () => {
    const { kept } = serverWith({
      ...NO_BEGINNINGS,
      questions: [question('a', 'First?'), question('b', 'Second?')],
    });
    const { person, page } = await openSection();
    const list = within(await page.findByRole('list', { name: 'Your questions' }));
    kept.meanwhile = () => {
      kept.meanwhile = () => undefined;
      const questions = [...kept.current.questions, question('c', 'From the phone?')];
      kept.current = { ...kept.current, version: 7, questions };
    };
    await person.click(list.getByRole('button', { name: /^Move .?First.* down$/ }));
    await waitFor(() =>
      expect(kept.current.questions.map(({ text }) => text)).toEqual([
        'Second?',
        'First?',
        'From the phone?',
      ]),
    );
    expect(await list.findByText('From the phone?')).toBeInTheDocument();
  });

  describe('a template that another device changes while its form is open', () => {
    const template = { _id: 'a', name: 'Evening', text: 'What was good?' };
    const opened = async () => {
      const { kept } = serverWith({ ...NO_BEGINNINGS, templates: [template] });
      const { person, page } = await openSection();
      await person.click(await page.findByRole('button', { name: /^Change .?Evening/ }));
      const changeElsewhere = (change: Partial<typeof template>) => {
        kept.current = { ...kept.current, version: 7, templates: [{ ...template, ...change }] };
      };
      return { kept, person, page, changeElsewhere };
    };

    it('keeps that change beside another field that was changed here', async () => {
      const { kept, person, page, changeElsewhere } = await opened();
      await person.type(page.getByLabelText('Name'), 's');
      changeElsewhere({ text: 'What was good?\nFrom the phone?' });
      await person.click(page.getByRole('button', { name: 'Save' }));
      await page.findByRole('button', { name: 'Add a template' });
      expect(kept.current.templates).toEqual([
        { _id: 'a', name: 'Evenings', text: 'What was good?\nFrom the phone?' },
      ]);
    });

    it('is not written over in silence if the same field was changed here, and gets the lines of both', async () => {
      const { kept, person, page, changeElsewhere } = await opened();
      await person.type(page.getByLabelText('What the form begins with'), '\nFrom here?');
      const elsewhere = { name: 'At night', text: 'What was good?\nFrom the phone?' };
      changeElsewhere(elsewhere);
      await person.click(page.getByRole('button', { name: 'Save' }));
      expect(await page.findByRole('alert')).toHaveTextContent(/have been changed elsewhere/);
      expect(kept.current.templates).toEqual([{ _id: 'a', ...elsewhere }]);
      const both = 'What was good?\nFrom here?\nFrom the phone?';
      expect(page.getByLabelText('What the form begins with')).toHaveValue(both);
      await person.click(page.getByRole('button', { name: 'Save' }));
      await page.findByRole('button', { name: 'Add a template' });
      expect(kept.current.templates).toEqual([{ _id: 'a', name: 'At night', text: both }]);
    });
  });

  it('makes a template with a link once the server answers, keeps it until then, and hides one of ours', async () => {
    const { server, kept, put } = serverWith();
    const { person, page } = await openSection();
    await person.click(await page.findByRole('button', { name: 'Add a template' }));
    await person.type(page.getByLabelText('Name'), 'After therapy');
    await person.type(page.getByLabelText('What the form begins with'), 'What stayed:');
    server.on(PUT, unreachable);
    await person.click(page.getByRole('button', { name: 'Save' }));
    expect(await page.findByText(UNREACHABLE)).toBeInTheDocument();
    expect(page.getByLabelText('What the form begins with')).toHaveValue('What stayed:');
    server.on(PUT, put);
    await person.click(page.getByRole('button', { name: 'Save' }));
    const row = within(await page.findByRole('list', { name: 'Your templates' }));
    await person.click(row.getByRole('button', { name: /^Link to .?After therapy/ }));
    const { _id } = kept.current.templates[0]!;
    expect(row.getByText(`http://localhost/journal?template=${_id}`)).toBeInTheDocument();
    await person.click(page.getByRole('checkbox', { name: 'A dream' }));
    await waitFor(() => expect(kept.current.hidden).toEqual(['dream']));
    expect(kept.current.templates).toMatchObject([{ name: 'After therapy', text: 'What stayed:' }]);
  });
});
