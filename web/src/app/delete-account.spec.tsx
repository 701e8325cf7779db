import { screen, waitFor, within } from '@testing-library/react';
import { empty, held, json, problem, UNREACHABLE } from '../../test/fake-server';
import { renderSection } from '../../test/render-within';
import { serverOfAna } from '../../test/server-of-ana';
import { ana } from '../../test/builders';
import { YourData } from '../features/data/components/your-data';
import { sessionStore, signedInId } from '../lib/api/session';

const PATH = 'DELETE /api/user/me';

const wrongPassword = () =>
  json(401, {
    code: 'invalid_credentials',
    errors: [{ msg: 'Current password is wrong', field: 'currentPassword' }],
  });

describe('deleting the account', () => {
  const ask = async () => {
    const server = serverOfAna();
    const { person } = renderSection(YourData);
    await person.click(await screen.findByRole('button', { name: 'Delete my account' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    return { server, person, dialog, field: dialog.getByLabelText('Your password') };
  };

  it('asks for the password, and asks again when it is wrong', async () => {
    const { server, person, dialog, field } = await ask();
    server.on(PATH, wrongPassword);
    await person.click(dialog.getByRole('button', { name: 'Delete everything' }));
    expect(await dialog.findByText('Enter your current password')).toBeInTheDocument();
    expect(server.requests(PATH)).toHaveLength(0);

    await person.type(field, 'not it{Enter}');
    expect(await dialog.findByText('Current password is wrong')).toBeInTheDocument();
    expect(signedInId()).toBe(ana.id);

    server.on(PATH, () => empty(204));
    await person.clear(field);
    await person.type(field, 'a good evening');
    await person.click(dialog.getByRole('button', { name: 'Delete everything' }));
    await waitFor(() => expect(sessionStore.get()).toEqual({ status: 'anonymous', reason: 'left' }));
    expect(server.requests(PATH).map(({ body }) => body)).toEqual([
      { currentPassword: 'not it' },
      { currentPassword: 'a good evening' },
    ]);
  });

  it('is not cancelled once it was sent, says why it failed, and then clears the password when it is cancelled', async () => {
    const { server, person, dialog, field } = await ask();
    const deletion = held();
    server.on(PATH, deletion.handler);
    await person.type(field, 'a good evening{Enter}');
    await waitFor(() => expect(server.requests(PATH)).toHaveLength(1));
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    await person.keyboard('{Escape}');
    await deletion.answer(problem(503, 'Try again in a minute'));
    expect(await dialog.findByText('Try again in a minute')).toBeInTheDocument();
    expect(field).toHaveValue('a good evening');
    // Not what the route promises.
    server.on(PATH, () => empty(200));
    await person.click(dialog.getByRole('button', { name: 'Delete everything' }));
    expect(await dialog.findByText(UNREACHABLE)).toBeInTheDocument();
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    await person.click(screen.getByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByLabelText('Your password')).toHaveValue('');
  });
});
