import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { Share } from '../../../../lib/share/shares';
import type { PhotosOfForm } from '../photos/photo-field';
import { NEW_TEXT_ID } from '../entries/entry-text';
import { renderWithin } from '../../../../../test/render-within';

type Use = (share: Share) => Promise<File[] | undefined>;
let use: Use;
jest.unstable_mockModule('../../../../lib/share/shares', () => ({
  SHARE_PARAMETER: 'share',
  takeShares: async (given: Use) => void (use = given),
}));
const { default: Shared } = await import('./shared');

it('leaves of a share only what can be opened later, once its words and other photos are in the draft', async () => {
  const photos = ['broken', 'heic'].map((name) => new File([], name));
  const form: PhotosOfForm = {
    count: () => 0,
    add: () => 0,
    settle: async () => undefined,
    lacksDecoder: ({ name }) => name === 'heic',
  };
  renderWithin(
    <MemoryRouter>
      <textarea id={NEW_TEXT_ID} aria-label="Text" />
      <Shared photos={{ current: form }} />
    </MemoryRouter>,
  );
  const left = await act(() => use({ text: 'A song', photos, leftOut: 0 }));
  expect(screen.getByLabelText('Text')).toHaveValue('A song');
  expect(left).toEqual(photos.slice(1));
});
