import { LIMITS } from '@inner-weather/domain/limits';
import { keepShare, type Share, SHARE_PARAMETER, type ShareProblem } from './shares';

/*
 * Shares in the service worker, with a connection and without. Nothing tells a share of the system from a form that a page of
 * another site posts here, so a share only fills the form of a new entry: the person sees it there, and saves it or not.
 */

/** Answers a share with the journal, where what was shared is in the form, or where a sentence says why it is not. */
export async function receiveShare({ request }: { request: Request }): Promise<Response> {
  const problem = await request
    .formData()
    .then((form) => keepShare(shareOf(form)))
    .catch((): ShareProblem => 'no-room');
  const address = new URL('/journal', location.origin);
  if (problem) address.searchParams.set(SHARE_PARAMETER, problem);
  return Response.redirect(address.href, 303);
}

/** What an entry can have of a form with the fields that the manifest names. */
function shareOf(form: FormData): Share {
  const files = form.getAll('photos').filter((value): value is File => typeof value !== 'string');
  const photos = files.filter(isPhoto).slice(0, LIMITS.photosMax);
  return { text: textOf(form), photos, leftOut: files.length - photos.length };
}

/** Title, text and address, each on a line of its own. Apps often repeat one within another. */
function textOf(form: FormData): string {
  const parts = ['title', 'text', 'url'].map((name) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : '';
  });
  return parts
    .filter((part, n) => part !== '' && !parts.some((other, m) => repeats(part, n, other, m)))
    .join('\n');
}

/** Whether a part says nothing beside another one: it is within it, or is the same and comes later. */
const repeats = (part: string, n: number, other: string, m: number): boolean =>
  n !== m && other.includes(part) && (other !== part || m < n);

const isPhoto = ({ type, name, size }: File): boolean =>
  size > 0 && (type.startsWith('image/') || /\.hei[cf]$/i.test(name));
