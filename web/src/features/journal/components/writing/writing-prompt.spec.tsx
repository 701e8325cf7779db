import { screen } from '@testing-library/react';
import { ana, entry } from '../../../../../test/builders';
import { held, json } from '../../../../../test/fake-server';
import { openApp, serverOfAna } from '../../../../../test/render-app';
import { today } from '../../../../lib/dates/zone';
import { promptsOf } from '../../prompts/prompts';

describe('a prompt for the empty page', () => {
  const ask = () => screen.queryByRole('button', { name: /question/ });

  it('appears on request, moves the focus to the text, and disappears when the entry is saved', async () => {
    serverOfAna().on('POST /api/journal/new', () => json(201, entry()));
    const { person } = openApp('/journal');
    const area = await screen.findByPlaceholderText('Tell me about your day...!');
    const prompts = promptsOf(today(), ana.id);
    for (const prompt of prompts) expect(screen.queryByText(prompt)).not.toBeInTheDocument();
    for (const prompt of prompts) {
      await person.click(ask()!);
      expect(await screen.findByText(prompt)).toHaveAttribute('role', 'status');
      expect(area).toHaveFocus();
    }
    expect(ask()).not.toBeInTheDocument();
    await person.type(area, 'The river.');
    expect(screen.getByText(prompts.at(-1)!)).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Save Entry' }));
    await screen.findByText('Journal entry saved successfully!');
    expect(screen.queryByText(prompts.at(-1)!)).not.toBeInTheDocument();
    expect(ask()).toBeInTheDocument();
  });

  it("may be one's own, and no other if that is wanted", async () => {
    const questions = ['Mine, first?', 'Mine, too?'].map((text) => ({
      _id: text,
      text,
      weekdays: [],
      archived: false,
    }));
    const own = { version: 1, questions, templates: [], onlyOwn: true, hidden: [] };
    const beginnings = held();
    serverOfAna().on('GET /api/beginnings', beginnings.handler);
    const { person } = openApp('/journal');
    await screen.findByPlaceholderText('Tell me about your day...!');
    const seen: string[] = [];
    for (const [index] of questions.entries()) {
      await person.click(ask()!);
      if (index === 0) {
        expect(ask()).not.toBeInTheDocument();
        for (const text of promptsOf(today(), ana.id))
          expect(screen.queryByText(text)).not.toBeInTheDocument();
        await beginnings.answer(json(200, own));
      }
      seen.push((await screen.findByText(/^Mine/)).textContent ?? '');
    }
    expect(seen.sort()).toEqual(questions.map(({ text }) => text));
    expect(ask()).not.toBeInTheDocument();
  });

  it('is not offered while the user is writing', async () => {
    serverOfAna();
    const { person } = openApp('/journal');
    await person.type(await screen.findByPlaceholderText('Tell me about your day...!'), 'The river.');
    expect(ask()).not.toBeInTheDocument();
  });
});
