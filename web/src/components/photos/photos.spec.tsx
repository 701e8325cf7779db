import { act, fireEvent, screen } from '@testing-library/react';
import { tokenOf } from '../../../test/builders';
import { json } from '../../../test/fake-server';
import { renderWithin } from '../../../test/render-within';
import { serverOfAna } from '../../../test/server-of-ana';
import { openSession } from '../../lib/api/session';
import { awayStore } from '../../lib/copy/copy';
import { preloadPhotos } from './photo-url';
import { Photos } from './photos';

function show(ids: string[]): void {
  openSession(tokenOf());
  renderWithin(<Photos of="entry-1" ids={ids} about="Yesterday" />);
}

type Form = [width: number, height: number];
const WIDE: Form = [1600, 1067];
const TALL: Form = [1067, 1600];
const WIDER: Form = [2000, 1000];
const SMALL: Form = [1, 1];

/** What browsers choose a size by: how wide photos of these forms are drawn on a desktop. */
async function widthsOf(...forms: Form[]): Promise<(string | undefined)[]> {
  const photos = forms.map(([width, height], n) => ({
    _id: `${n}`,
    width,
    height,
    description: `Photo ${n}`,
  }));
  serverOfAna().on('GET /api/photos', () => json(200, { photos }));
  show(photos.map(({ _id }) => _id));
  await screen.findByRole('button', { name: 'Photo 0' });
  const pictures = screen.getAllByRole('presentation');
  return pictures.map((picture) => / (\d+rem),/.exec(picture.getAttribute('sizes') ?? '')?.[1]);
}

describe('the size of a photo', () => {
  it.each([
    ['alone', [WIDE], ['40rem']],
    ['alone and upright', [TALL], ['40rem']],
    ['beside another', [WIDE, TALL], ['40rem', '20rem']],
    ['of three', [WIDE, WIDE, TALL], ['40rem', '20rem', '20rem']],
    ['of four', [WIDE, WIDER, SMALL, SMALL], ['20rem', '27rem', '20rem', '20rem']],
  ])('fills its place %s', async (_where, forms, widths) => expect(await widthsOf(...forms)).toEqual(widths));
});

it.each([
  ['there is a connection', () => void window.dispatchEvent(new Event('online'))],
  ['the server is back', () => awayStore.set(false)],
])('is tried again once %s', async (_when, comeBack) => {
  await widthsOf(WIDE);
  awayStore.set(true);
  fireEvent.error(screen.getByRole('presentation'));
  expect(screen.getByText('This photo cannot be shown right now.')).toBeInTheDocument();
  act(comeBack);
  expect(screen.getByRole('presentation')).toHaveAttribute('src', '/api/photos/0?size=large');
});

it('is asked for before its entry is drawn, as it is drawn then', () => {
  serverOfAna().on('GET /api/photos', () => new Promise(() => undefined));
  preloadPhotos([{ photos: [] }, { photos: ['0', '1', '2'] }, { photos: ['7'] }]);
  show(['0', '1', '2']);
  const links = document.querySelectorAll('link[rel=preload][as=image]');
  expect(
    [...links].map((link) => [link.getAttribute('imagesrcset'), link.getAttribute('imagesizes')]),
  ).toEqual(
    screen
      .getAllByRole<HTMLImageElement>('presentation')
      .map((picture) => [picture.getAttribute('srcset'), picture.getAttribute('sizes')]),
  );
});
