import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { tokenOf } from '../../../../../test/builders';
import { empty, FakeServer, json } from '../../../../../test/fake-server';
import { renderWithin } from '../../../../../test/render-within';
import { openSession } from '../../../../lib/api/session';
import { PhotoDetails } from './photo-details';

const DESCRIBE = 'PUT /api/photos/photo-1/description';
const nothing = () => undefined;

it.each([
  ['Enter is pressed in it, which saves no form', '{Enter}'],
  ['its form was saved by its keys and takes it away', ''],
])('the description of a photo is kept when %s', async (_when, keys) => {
  const server = new FakeServer()
    .on('GET /api/photos', () => json(200, { photos: [{ _id: 'photo-1', description: '' }] }))
    .on(DESCRIBE, () => empty(204));
  openSession(tokenOf());
  const onSubmit = jest.fn();
  const { unmount } = renderWithin(
    <form onSubmit={onSubmit}>
      <PhotoDetails
        photo={{ key: 'key', id: 'photo-1' }}
        index={0}
        count={1}
        onMove={nothing}
        onRemove={nothing}
      />
    </form>,
  );
  await userEvent.type(screen.getByLabelText('What is on it?'), `A blue door${keys}`);
  if (keys === '') unmount();
  expect(onSubmit).not.toHaveBeenCalled();
  await waitFor(() => expect(server.requests(DESCRIBE)).toHaveLength(1));
  expect(server.requests(DESCRIBE)[0]?.body).toEqual({ description: 'A blue door' });
});
