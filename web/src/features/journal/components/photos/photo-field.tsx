import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import type { PlacedMinute } from '@inner-weather/domain/time/local-time';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Button } from '../../../../components/forms/button';
import { FieldNote } from '../../../../components/forms/field';
import { VisuallyHidden } from '../../../../components/page/visually-hidden';
import { photoUrl } from '../../../../components/photos/photo-url';
import { usePicturesHere } from '../../../../components/photos/photos-of';
import { cn } from '../../../../lib/cn';
import type { EntryValues } from '../../../../lib/entry/entry-values';
import { numberInWords } from '../../../../lib/language/formats';
import { useStore } from '../../../../lib/store';
import { type ChosenPhoto, ChosenPhotos } from './chosen-photos';
import { PhotoDetails } from './photo-details';
import styles from './photo-field.module.css';
import { TakenOffer } from './taken-offer';

/** What a form asks its photos. */
export interface PhotosOfForm {
  /** How many are chosen, sent or not. */
  count: () => number;
  /** Adds photos by their keys, except those that are there. Resolves with how many an entry has no room for. */
  addShared: (files: ReadonlyMap<string, File>) => Promise<number>;
  /** Resolves when each is kept on this device or sent, with their names; undefined if one is neither, which the field says. */
  settle: () => Promise<string[] | undefined>;
  /** Whether an added photo can still be opened: see `ChosenPhotos`. */
  isUnopened: (key: string) => boolean;
}

interface PhotoFieldProps {
  /** Names of photos that the entry has at first: see `ChosenPhotos`. */
  initial: readonly string[];
  /** It gets their names. */
  form: UseFormReturn<EntryValues>;
  /** Converts a local minute of the entry to a moment. */
  place: (minute: string) => PlacedMinute;
  ref: Ref<PhotosOfForm>;
}

/** Chooses photos for an entry: by a button, by dropping them on the form, or by pasting them into it. */
export default function PhotoField({ initial, form, place: placeMinute, ref }: PhotoFieldProps) {
  const [photos] = useState(() => new ChosenPhotos(initial));
  const all = useStore(photos.store);
  const [openKey, setOpenKey] = useState<string>();
  const place = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const open = all.find(({ key }) => key === openKey);
  const taken = all.find((one) => one.taken?.minute ?? one.taken?.where)?.taken;
  const problem = all.find((one) => one.problem !== undefined)?.problem;

  useImperativeHandle(ref, () => ({
    count: () => photos.store.get().length,
    addShared: (files) => photos.addShared(files),
    settle: async () => {
      const names = await photos.settle();
      if (!names) place.current?.scrollIntoView({ block: 'center' });
      return names;
    },
    isUnopened: (key) => photos.unopened.has(key),
  }));

  useEffect(() => {
    const form = place.current?.closest('form');
    const addFrom = (event: Event, data: DataTransfer | null) => {
      const files = [...(data?.files ?? [])].filter(({ type, name }) => isPhoto(type, name));
      if (files.length === 0) return;
      event.preventDefault();
      // A photo that is added during a save would not be in the request.
      if (!place.current?.closest('[inert]')) photos.add(files);
    };
    const paste = (event: ClipboardEvent) => addFrom(event, event.clipboardData);
    const drop = (event: DragEvent) => {
      setIsOver(false);
      addFrom(event, event.dataTransfer);
    };
    const over = (event: DragEvent) => {
      if (![...(event.dataTransfer?.items ?? [])].some(({ kind }) => kind === 'file')) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!form?.contains(relatedTarget as Node | null)) setIsOver(false);
    };
    const again = () => photos.retry();
    form?.addEventListener('paste', paste);
    form?.addEventListener('drop', drop);
    form?.addEventListener('dragover', over);
    form?.addEventListener('dragleave', leave);
    window.addEventListener('online', again);
    return () => {
      form?.removeEventListener('paste', paste);
      form?.removeEventListener('drop', drop);
      form?.removeEventListener('dragover', over);
      form?.removeEventListener('dragleave', leave);
      window.removeEventListener('online', again);
    };
  }, [photos]);

  useEffect(() => {
    let last = photos.names().join();
    const stop = photos.store.subscribe(() => {
      const names = photos.names();
      if (names.join() === last) return;
      last = names.join();
      form.setValue('photos', names, { shouldDirty: true });
    });
    return () => {
      stop();
      photos.end();
    };
  }, [form, photos]);

  const isFull = all.length >= LIMITS.photosMax;
  const choose = () => input.current?.click();
  return (
    <div ref={place} className={cn(styles.photos, isOver && styles.over)}>
      {all.length === 0 ? (
        <Button variant="plain" onClick={choose}>
          <Trans>Add photos</Trans>
        </Button>
      ) : (
        <ul className={styles.strip} aria-label={t`Photos of this entry`}>
          {all.map((photo, index) => (
            <li key={photo.key}>
              <button
                type="button"
                className={cn(styles.shot, isWaiting(photo) && styles.waiting)}
                aria-label={nameOf(photo, index, all.length)}
                aria-expanded={photo.key === openKey}
                onClick={() => setOpenKey(photo.key === openKey ? undefined : photo.key)}
              >
                <Shot photo={photo} />
              </button>
            </li>
          ))}
          {!isFull && (
            <li>
              <button type="button" className={styles.add} onClick={choose}>
                <Trans>Add</Trans>
              </button>
            </li>
          )}
        </ul>
      )}
      <VisuallyHidden>
        <input
          ref={input}
          type="file"
          accept="image/*,.heic,.heif"
          multiple
          tabIndex={-1}
          aria-label={t`Photos to add`}
          onChange={({ currentTarget }) => {
            photos.add([...(currentTarget.files ?? [])]);
            // Allows choosing the same file again.
            currentTarget.value = '';
          }}
        />
      </VisuallyHidden>
      <p className={styles.say} role="status">
        {saidOf(all)}
      </p>
      {problem !== undefined && (
        <p className={styles.problem}>
          <FieldNote id="photos-problem" error={problem} />
          {all.some((one) => one.problem !== undefined && !one.isFinal) && (
            <Button variant="plain" onClick={() => photos.retry()}>
              <Trans>Try again</Trans>
            </Button>
          )}
        </p>
      )}
      {taken && <TakenOffer taken={taken} form={form} place={placeMinute} />}
      {open && (
        <PhotoDetails
          key={open.key}
          photo={open}
          index={all.indexOf(open)}
          count={all.length}
          onMove={(by) => photos.move(open.key, by)}
          onRemove={() => {
            photos.remove(open.key);
            place.current?.querySelector('button')?.focus();
          }}
        />
      )}
    </div>
  );
}

function Shot({ photo }: { photo: ChosenPhoto }) {
  const { id, preview, share, problem } = photo;
  const { here, onMissing } = usePicturesHere(id === undefined ? [] : [id]);
  const source = preview ?? (id && (here.get(id) ?? photoUrl(id, 'small')));
  return (
    <>
      {source && <img src={source} alt="" onError={() => id !== undefined && onMissing(id)} />}
      {id === undefined && !isWaiting(photo) && (
        <span className={styles.way}>
          {problem !== undefined ? '!' : percent(share ?? 0)}
          <progress value={share ?? 0} aria-hidden />
        </span>
      )}
    </>
  );
}

const percent = (share: number): string => numberInWords(share, { style: 'percent' });

const isPhoto = (type: string, name: string): boolean =>
  type.startsWith('image/') || /\.hei[cf]$/i.test(name);

/** Whether it is kept on this device until it can be sent. */
const isWaiting = ({ id, isKept, share, problem }: ChosenPhoto): boolean =>
  isKept === true && id === undefined && share === undefined && problem === undefined;

function nameOf(photo: ChosenPhoto, index: number, count: number): string {
  const { id, share, problem } = photo;
  const number = numberInWords(index + 1);
  const all = numberInWords(count);
  const sent = percent(share ?? 0);
  if (problem !== undefined) return t`Photo ${number} of ${all}, not sent`;
  if (isWaiting(photo)) return t`Photo ${number} of ${all}, not sent yet`;
  if (id === undefined) return t`Photo ${number} of ${all}, ${sent} sent`;
  return t`Photo ${number} of ${all}`;
}

/** Not each step, which a screen reader would read out. */
function saidOf(photos: readonly ChosenPhoto[]): string {
  const unsent = photos.filter(({ id, problem }) => id === undefined && problem === undefined);
  const left = unsent.length;
  const waiting = unsent.filter(isWaiting).length;
  // Otherwise those behind the one that is being sent have their turn soon.
  if (left > 0 && waiting === left)
    return plural(waiting, {
      one: '# photo is kept on this device, and sent once there is a connection.',
      other: '# photos are kept on this device, and sent once there is a connection.',
    });
  if (left > 0) return plural(left, { one: '# photo is on its way', other: '# photos are on their way' });
  return photos.length >= LIMITS.photosMax
    ? plural(LIMITS.photosMax, {
        one: 'An entry has room for # photo.',
        other: 'An entry has room for # photos.',
      })
    : '';
}
