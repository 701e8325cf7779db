import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { TakenShare } from '../../../../lib/share/shares';
import type { PhotosOfForm } from '../photos/photo-field';
import { NEW_TEXT_ID } from '../entries/entry-text';
import { renderWithin } from '../../../../../test/render-within';

type Use = (share: TakenShare) => Promise<string[] | undefined>;
let use: Use;
jest.unstable_mockModule('../../../../lib/share/shares', () => ({
  SHARE_PARAMETER: 'share',
  takeShares: async (_userId: string, given: Use) => void (use = given),
}));
const { default: Shared } = await import('./shared');

it('leaves of a share only what can be opened later, once its words and other photos are in the draft', async () => {
  const photos = new Map(['broken', 'heic'].map((key) => [key, new File([], key)]));
  const form: PhotosOfForm = {
    count: () => 0,
    addShared: async () => 0,
    settle: async () => undefined,
    isUnopened: (key) => key === 'heic',
  };
  renderWithin(
    <MemoryRouter>
      <textarea id={NEW_TEXT_ID} aria-label="Text" />
      <Shared photos={{ current: form }} />
    </MemoryRouter>,
  );
  const share = { text: 'A song', photos, leftOut: 0 };
  expect(await act(() => use(share))).toEqual(['heic']);
  // It comes again if the page is left meanwhile.
  await act(() => use(share));
  expect(screen.getByLabelText('Text')).toHaveValue('A song');
});
