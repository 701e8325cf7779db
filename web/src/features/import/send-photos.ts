import { t } from '@lingui/core/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { PHOTO_PROBLEMS } from '@inner-weather/domain/problems/photo-problems';
import { prepared } from '../../components/photos/prepare';
import { api, expectData } from '../../lib/api/api-client';
import { isTransient, toApiError } from '../../lib/api/api-error';
import { isTooLargeInFront } from '../../lib/api/own-answer';
import { idOfPhoto } from '../../lib/api/photo-id';
import { signedInId } from '../../lib/api/session';
import { upload } from '../../lib/api/upload';
import { words } from '../../lib/language/words';
import { retryAfterMs } from '../../lib/retry-after';
import { BUSY, checkPart, NotNow, type PartReport, sendPart } from './api/send-part';
import { isGoingOn, type Job, jobStore, type JobState, type PhotosOfJob } from './job-state';
import type { KeptJob } from './kept-job';
import { type NumberedEntry, type PartOfImport, withoutPhotos } from './parts';
import { filesOf, forgetFiles } from './photo-files';
import { pathOf } from './understand/files/reading';
import { unpacked } from './understand/files/zip-parts';
import { fingerprint } from './understand/texts/fingerprint';
import { type At, BOUNDS, ImportFailure, type PhotoInFile } from './understand/understood';

/** Bytes of a picture that is read, which becomes smaller before it is sent. */
const PICTURE_BYTES_MAX = 2 * LIMITS.photoBytesMax;

/** Milliseconds in which a photo that was sent is not sent again. The server keeps one without an entry for a day. */
const KNOWN_MS = 6 * 60 * 60_000;

/** The ids of photos that were sent, by their keys: a part whose photos could not all be sent is sent again. */
const known = new Map<string, { id: string; at: number }>();

/** This photo cannot be sent, and never will be. The message says why. */
class Lost extends Error {}

/** There is no room for more. */
class Full extends Error {}

/** Why the photos of a part were not all sent. */
class Interrupted extends Error {
  constructor(readonly step: 'sending' | 'file') {
    super(step);
  }
}

/**
 * Sends the photos of a part, one after another, and then its entries. Nothing is sent twice, and no photo of an entry that
 * is there already. One that cannot be sent is named.
 * @returns the report with what is counted in the job, or the state if something came between
 * @throws what `sendPart` throws
 */
export async function sendWithPhotos(
  part: PartOfImport,
  job: Job,
  kept: KeptJob,
): Promise<{ job: Job; report: PartReport } | { state: JobState }> {
  const { photos } = job;
  if (!photos) return { job, report: await sendPart(part.map(withoutPhotos), job) };
  const check = await checkPart(part.map(withoutPhotos), job);
  const added = new Set(check.addedIndexes);
  const sender = new PhotoSender(job, photos, () => isStillSent(job, kept));
  const ready: ReadyEntry[] = [];
  try {
    for (const [index, one] of part.entries())
      ready.push(added.has(index) ? await sender.send(one) : sender.skip(one));
  } catch (error) {
    // What was counted in this part is counted again.
    if (error instanceof Interrupted) return { state: { step: error.step, job } };
    throw error;
  }
  if (added.size === 0) return { job: sender.job, report: check };
  // From now on, entries may arrive late: see `lateUntil`.
  const now = await kept.claim(isGoingOn);
  if (now.step === 'none' || now.job.id !== job.id || !isGoingOn(now))
    return { state: { step: 'sending', job } };
  const report = await sendPart(ready, job);
  const sent = report.addedIndexes.reduce((sum, index) => sum + (ready[index]?.sent ?? 0), 0);
  return { job: withPhotos(sender.job, { added: photos.added + sent }), report };
}

interface ReadyEntry extends NumberedEntry {
  /** The number of photos that were sent for it. */
  sent: number;
}

const withPhotos = (job: Job, changes: Partial<PhotosOfJob>): Job =>
  job.photos ? { ...job, photos: { ...job.photos, ...changes } } : job;

/** Whether the import was neither paused nor ended, and its user is still here. */
function isStillSent(job: Job, { userId }: KeptJob): boolean {
  const now = jobStore.get();
  return signedInId() === userId && isGoingOn(now) && now.job.id === job.id;
}

class PhotoSender {
  constructor(
    public job: Job,
    private photos: PhotosOfJob,
    private readonly isOn: () => boolean,
  ) {}

  /** @throws Interrupted, and ApiError that another attempt may not have */
  async send(one: NumberedEntry): Promise<ReadyEntry> {
    const ids: string[] = [];
    for (const photo of one.photos ?? []) {
      const id = this.photos.end ? undefined : await this.sendOne(photo, one.at);
      if (id !== undefined) ids.push(id);
      this.update({
        done: this.photos.done + 1,
        ...(this.photos.end && { leftOut: this.photos.leftOut + 1 }),
      });
    }
    if (ids.length === 0) return { ...withoutPhotos(one), sent: 0 };
    return { ...one, entry: { ...one.entry, photos: ids }, sent: ids.length };
  }

  /** For an entry that is there already, or is not wanted. */
  skip(one: NumberedEntry): ReadyEntry {
    this.update({ done: this.photos.done + (one.photos?.length ?? 0) });
    return { ...withoutPhotos(one), sent: 0 };
  }

  private async sendOne(photo: PhotoInFile, at: At): Promise<string | undefined> {
    if (!this.isOn()) throw new Interrupted('sending');
    // Two files may have photos of the same path.
    const place = [photo.path, photo.within?.from, photo.packed?.chosen, photo.packed?.offset];
    const key = `${this.job.id}-${fingerprint(place.join(' ').trimEnd())}`;
    try {
      const id = await idOf(key, photo, this.job);
      if (photo.description !== undefined) await describe(id, photo.description);
      return id;
    } catch (error) {
      if (error instanceof Full) this.update({ end: 'full' });
      else if (error instanceof Lost) this.lose(at, nameOf(photo), error.message);
      else throw error;
      return undefined;
    }
  }

  private lose(at: At, name: string, reason: string): void {
    const { lost } = this.photos;
    if (lost.length < BOUNDS.listed)
      this.update({ lost: [...lost, { at, reasons: [`${name}: ${reason}`] }] });
  }

  private update(changes: Partial<PhotosOfJob>): void {
    this.photos = { ...this.photos, ...changes };
    this.job = withPhotos(this.job, this.photos);
    const now = jobStore.get();
    if (isGoingOn(now) && now.job.id === this.job.id) jobStore.set({ step: 'sending', job: this.job });
  }
}

const nameOf = ({ path, within }: PhotoInFile): string => within?.name || path.replace(/^.*[/\\]/, '');

/** Sends a photo unless it was sent a moment ago. @throws Lost, Full, Interrupted, and what may be over soon */
async function idOf(key: string, photo: PhotoInFile, job: Job): Promise<string> {
  const sent = known.get(key);
  if (sent && sent.at + KNOWN_MS > Date.now()) return sent.id;
  const body = await pictureOf(photo, job);
  try {
    const photo = await upload({
      path: '/api/photos',
      body,
      headers: { 'Content-Type': body.type, 'Idempotency-Key': key },
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    const id = idOfPhoto(photo);
    known.set(key, { id, at: Date.now() });
    return id;
  } catch (error) {
    const { code, status, message } = toApiError(error);
    if (code === 'quota_exceeded') throw new Full(message);
    if (isTooLargeInFront(error)) throw new Lost(words(PHOTO_PROBLEMS.photo_stopped));
    if (status === 429) throw new NotNow(BUSY.otherwise);
    if (isTransient(error) || status === 401 || status === 403) throw error;
    throw new Lost(message);
  }
}

/** The picture as it is sent. Only one is in memory. @throws Lost if it cannot be opened, Interrupted if its file is away */
async function pictureOf(photo: PhotoInFile, job: Job): Promise<Blob> {
  const picture = await fileOf(photo, job);
  if (photo.isOwn) return picture;
  try {
    return (await prepared(picture)).blob;
  } catch (error) {
    throw new Lost(toApiError(error).message);
  }
}

async function fileOf(photo: PhotoInFile, job: Job): Promise<File> {
  const { path, packed, within } = photo;
  const files = filesOf(job.id);
  const chosen = packed ? packed.chosen : path;
  const source = chosen === undefined ? files?.[0] : files?.find((file) => pathOf(file) === chosen);
  // A file that was moved or changed cannot be read any more.
  const isThere = await source
    ?.slice(0, 1)
    .arrayBuffer()
    .then(Boolean, () => false);
  if (!source || !isThere) {
    forgetFiles();
    throw new Interrupted('file');
  }
  const size = within ? bytesOfBase64(within.to - within.from) : (packed?.uncompressedSize ?? source.size);
  if (size > PICTURE_BYTES_MAX) throw new Lost(t`This file is too large for a photo.`);
  try {
    const whole = packed
      ? new Blob([(await unpacked(source, packed, path, within?.to)) as BlobPart])
      : source;
    const bytes = within ? ofBase64(await whole.slice(within.from, within.to).text()) : whole;
    return new File([bytes as BlobPart], nameOf(photo), { type: typeOf(nameOf(photo)) });
  } catch (error) {
    if (error instanceof ImportFailure) throw new Lost(t`It cannot be read.`);
    throw error;
  }
}

const bytesOfBase64 = (characters: number): number => (characters * 3) / 4;

/** @throws Lost if it is none */
function ofBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
  } catch {
    throw new Lost(t`It cannot be read.`);
  }
}

/** The server judges by the bytes. Photos of Daylio have no extension. */
function typeOf(path: string): string {
  const [, extension] = /\.(avif|gif|hei[cf]|png|webp)$/i.exec(path) ?? [];
  return `image/${extension?.toLowerCase() ?? 'jpeg'}`;
}

/** @throws what may be over soon */
async function describe(id: string, description: string): Promise<void> {
  const answer = await api.PUT('/api/photos/{id}/description', {
    params: { path: { id } },
    body: { description },
  });
  const { status, headers } = answer.response;
  if (status === 429) throw new NotNow(retryAfterMs(headers, BUSY));
  // A description that is refused is not worth the photo.
  if (status < 400 || status >= 500 || status === 401) expectData(answer);
}
