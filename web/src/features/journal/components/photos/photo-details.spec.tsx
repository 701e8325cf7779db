import { jest } from '@jest/globals';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { tokenOf } from '../../../../../test/builders';
import { empty, FakeServer, json } from '../../../../../test/fake-server';
import { createQueryClient } from '../../../../lib/api/query-client';
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
  const { unmount } = render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={createQueryClient()}>
        <form onSubmit={onSubmit}>
          <PhotoDetails
            photo={{ key: 'key', id: 'photo-1' }}
            index={0}
            count={1}
            onMove={nothing}
            onRemove={nothing}
          />
        </form>
      </QueryClientProvider>
    </I18nProvider>,
  );
  await userEvent.type(screen.getByLabelText('What is on it?'), `A blue door${keys}`);
  if (keys === '') unmount();
  expect(onSubmit).not.toHaveBeenCalled();
  await waitFor(() => expect(server.requests(DESCRIBE)).toHaveLength(1));
  expect(server.requests(DESCRIBE)[0]?.body).toEqual({ description: 'A blue door' });
});
