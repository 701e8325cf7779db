import { screen, waitFor, within } from '@testing-library/react';
import { entry, listOf } from '../../../../../test/builders';
import { held, json, problem } from '../../../../../test/fake-server';
import { openApp, serverOfAna } from '../../../../../test/render-app';

const UPDATE = 'PUT /api/journal/update/entry-1';

async function edit(words: string) {
  const server = serverOfAna()
    .on('GET /api/journal/search', () => listOf(entry()))
    .on(UPDATE, () => json(200, entry()));
  const { person } = openApp('/journal');
  await person.click(await screen.findByRole('button', { name: 'Edit Entry' }));
  if (words) await person.type(screen.getByLabelText('Entry'), words);
  return { person, server };
}

const question = () => screen.queryByRole('alertdialog', { name: 'Discard your changes?' });
const editButton = () => screen.findByRole('button', { name: 'Edit Entry' });

describe('an entry in the editor', () => {
  it('is saved with Enter and the key of a Mac for commands, even from the mood field', async () => {
    const { person, server } = await edit(' Slowly.');
    screen.getByRole('button', { name: 'Save Editions' });
    expect(screen.getByText('Draft saved')).toBeInTheDocument();
    within(screen.getByRole('article')).getByRole('radio', { name: 'Happy' }).focus();
    await person.keyboard('{Meta>}{Enter}{/Meta}');
    await editButton();
    expect(server.requests(UPDATE)[0]?.body).toMatchObject({ content: 'Walked home the long way. Slowly.' });
  });

  it('stands still while it is saved, since what is typed then would be in no request', async () => {
    const { person, server } = await edit(' Slowly.');
    const { handler, answer } = held();
    server.on(UPDATE, handler);
    await person.keyboard('{Control>}{Enter}{/Control}');
    const text = screen.getByLabelText('Entry');
    await waitFor(() => expect(text).toHaveAttribute('readonly'));
    const face = within(screen.getByRole('article')).getByRole('radio', { name: 'Happy' });
    expect(face.closest('[inert]')).toBeInTheDocument();
    await person.keyboard('{Escape}');
    expect(question()).not.toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(text).toBeInTheDocument();
    await answer(problem(413, 'That is too long.'));
    await screen.findByText('That is too long.');
    expect(text).not.toHaveAttribute('readonly');
    expect(face.closest('[inert]')).not.toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(text).not.toBeInTheDocument();
  });

  it('closes with Escape, which asks if something was changed, and restores the focus', async () => {
    const { person, server } = await edit('');
    await person.keyboard('{Escape}');
    expect(await editButton()).toHaveFocus();
    expect(question()).not.toBeInTheDocument();

    await person.click(await editButton());
    await person.type(screen.getByLabelText('Entry'), ' Slowly.');
    await person.keyboard('{Escape}');
    expect(question()).toBeInTheDocument();
    // Escape closes the question, and does not ask it again.
    await person.keyboard('{Escape}');
    await waitFor(() => expect(question()).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByLabelText('Entry')).toHaveFocus());
    expect(screen.getByLabelText('Entry')).toHaveValue('Walked home the long way. Slowly.');

    await person.keyboard('{Escape}');
    await person.click(screen.getByRole('button', { name: 'Discard' }));
    const button = await editButton();
    await waitFor(() => expect(button).toHaveFocus());
    expect(screen.getByText('Walked home the long way.')).toBeInTheDocument();
    expect(localStorage).toHaveLength(0);
    expect(server.requests(UPDATE)).toHaveLength(0);
  });
});
