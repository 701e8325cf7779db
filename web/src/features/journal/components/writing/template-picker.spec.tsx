import type { Beginnings } from '@inner-weather/domain/beginnings/beginnings';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { entry } from '../../../../../test/builders';
import { type FakeServer, held, json, lost } from '../../../../../test/fake-server';
import { openApp, serverOfAna } from '../../../../../test/render-app';
import { ourTemplates } from '../../../../lib/beginnings/templates';

const OWN = '0199f5a6-6d4f-7a63-b0a1-4a1d3c1f2e3d';
const BEGINNINGS: Beginnings = {
  questions: [],
  templates: [{ _id: OWN, name: 'After therapy', text: 'What stayed:\n\nWhat I want to try:' }],
  onlyOwn: false,
  hidden: ['dream'],
};

const serverWith = (beginnings: Beginnings = BEGINNINGS): FakeServer =>
  serverOfAna().on('GET /api/beginnings', () => json(200, { version: 1, ...beginnings }));
const text = () => screen.findByPlaceholderText<HTMLTextAreaElement>('Tell me about your day...!');
const open = () => screen.findByRole('button', { name: 'Templates' });

describe('templates', () => {
  it('fill the form behind a quiet button, become the draft, and add to what is written', async () => {
    const server = serverWith().on('POST /api/journal/new', () => json(201, entry()));
    const beginnings = held();
    server.on('GET /api/beginnings', beginnings.handler);
    const app = openApp('/journal');
    const area = await text();
    await app.person.click(await open());
    const templates = within(await screen.findByRole('group', { name: 'Templates' }));
    // Nothing that would move once one's own are known.
    expect(templates.queryByRole('button')).not.toBeInTheDocument();
    await beginnings.answer(json(200, { version: 1, ...BEGINNINGS }));
    expect((await templates.findAllByRole('button')).map(({ textContent }) => textContent)).toEqual([
      'After therapy',
      'A thought on paper',
      'Three good things',
      'Looking back on the week',
    ]);
    await app.person.click(templates.getByRole('button', { name: 'After therapy' }));
    expect(area).toHaveValue('What stayed:\n\nWhat I want to try:');
    expect(area).toHaveFocus();
    // Below the first question.
    await app.person.keyboard('A sentence.');
    expect(area).toHaveValue('What stayed:\nA sentence.\nWhat I want to try:');
    await app.person.click(await open());
    await app.person.click(screen.getByRole('button', { name: 'Three good things' }));
    const [, good = ''] = ourTemplates().map(({ text: words }) => words);
    const both = `What stayed:\nA sentence.\nWhat I want to try:\n\n${good}`;
    expect(area).toHaveValue(both);
    app.reload();
    expect(await text()).toHaveValue(both);
    await app.person.click(screen.getByRole('button', { name: 'Save Entry' }));
    await waitFor(() =>
      expect(server.requests('POST /api/journal/new')[0]?.body).toMatchObject({ content: both }),
    );
  });

  it('open by Alt and T, and close by Escape', async () => {
    serverWith();
    const { person } = openApp('/journal');
    await open();
    // On a Mac, Alt makes another letter of it.
    fireEvent.keyDown(document.body, { key: '†', code: 'KeyT', altKey: true });
    expect(await screen.findByRole('button', { name: 'After therapy' })).toHaveFocus();
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('group', { name: 'Templates' })).not.toBeInTheDocument();
    expect(await open()).toHaveFocus();
    fireEvent.keyDown(document.body, { key: 't', code: 'KeyT', altKey: true, ctrlKey: true });
    expect(screen.queryByRole('group', { name: 'Templates' })).not.toBeInTheDocument();
  });

  it('have a link, which fills the form once, and adds to a draft that lacks its words', async () => {
    serverWith();
    const link = `/journal?template=${OWN}`;
    const template = BEGINNINGS.templates[0]?.text ?? '';
    const { go, reload } = openApp(`${link}#words=river`);
    await waitFor(async () => expect(await text()).toHaveValue(template));
    // The words of the template within others are not the template.
    const begun = `Begun: ${template}, and more.`;
    fireEvent.change(await text(), { target: { value: begun } });
    reload();
    expect(await text()).toHaveValue(begun);
    await screen.findByRole('button', { name: 'Templates' });
    await act(async () => undefined);
    expect(await text()).toHaveValue(begun);
    await go(link);
    const both = `${begun}\n\n${template}`;
    await waitFor(async () => expect(await text()).toHaveValue(both));
    act(() => (document.activeElement as HTMLElement).blur());
    await go(link);
    await waitFor(async () => expect(await text()).toHaveFocus());
    expect(await text()).toHaveValue(both);
  });

  it.each([
    ['nobody has', () => json(200, { version: 1, ...BEGINNINGS }), /^This template is not here any more/],
    ['cannot be loaded', lost, /^This template could not be loaded/],
  ])('that %s are told kindly, and the form is there', async (_what, answer, words) => {
    serverOfAna().on('GET /api/beginnings', answer);
    const { person } = openApp('/journal?template=0199f5a6-6d4f-7a63-b0a1-000000000000');
    expect(await screen.findByText(words, {}, { timeout: 10_000 })).toBeInTheDocument();
    await person.type(await text(), 'Words.');
    expect(await text()).toHaveValue('Words.');
  });

  it('of ours need no answer of the server', async () => {
    serverOfAna().on('GET /api/beginnings', () => new Promise(() => undefined));
    openApp('/journal?template=dream');
    await waitFor(async () => expect(await text()).toHaveValue(ourTemplates()[2]?.text));
  });
});
