import { plural, t } from '@lingui/core/macro';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Notice } from '../../../../components/page/notice';
import { signedInId } from '../../../../lib/api/session';
import { keepNow, unsavedKept } from '../../../../lib/drafts/unsaved';
import {
  SHARE_PARAMETER,
  type ShareProblem,
  type TakenShare,
  takeShares,
} from '../../../../lib/share/shares';
import { NEW_TEXT_ID } from '../entries/entry-text';
import type { PhotosOfForm } from '../photos/photo-field';
import { insertText } from './insert-text';

/** Adds what other apps have shared to the form of a new entry, and says so. What is written there stays. */
export default function Shared({ photos }: { photos: RefObject<PhotosOfForm | null> }) {
  /** How many files were left out, once anything was added. */
  const [leftOut, setLeftOut] = useState<number>();
  const problem = useShareProblem();
  const add = useEffectEvent(async (share: TakenShare): Promise<string[] | undefined> => {
    const area = textArea();
    const form = photos.current;
    if (!area || !form) return undefined;
    area.focus();
    // It comes again if the page was left before its photos were kept.
    if (share.text !== '' && !area.value.includes(share.text)) insertText(area, share.text);
    const missing = share.leftOut + (await form.addShared(share.photos));
    setLeftOut((count = 0) => count + missing);
    // The share is deleted when its words and photos are kept as those of the draft. The field names a photo that cannot be.
    keepNow();
    await unsavedKept();
    await form.settle();
    return [...share.photos.keys()].filter(form.isUnopened);
  });
  useEffect(() => {
    // Without a vault nothing was kept.
    takeShares(signedInId() ?? '', (share) => add(share)).catch(() => undefined);
  }, []);
  return (
    <>
      {problem && <Notice tone="info">{problemInWords(problem)}</Notice>}
      {leftOut !== undefined && (
        <Notice tone="info">
          {t`What you shared is here. It is saved when you save this entry.`}
          {leftOut > 0 && ` ${leftOutInWords(leftOut)}`}
        </Notice>
      )}
    </>
  );
}

/** The problem that the address names. The address is that of the journal then, so that a reload does not say it again. */
function useShareProblem(): string | null {
  const [parameters, setParameters] = useSearchParams();
  const named = parameters.get(SHARE_PARAMETER);
  const [problem, setProblem] = useState(named);
  if (named !== null && named !== problem) setProblem(named);
  useEffect(() => {
    if (named === null) return;
    setParameters(
      (all) => {
        all.delete(SHARE_PARAMETER);
        return all;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [named, setParameters]);
  useEffect(() => {
    // On a phone, the form is one line until it is touched, which may not happen while React is at work.
    if (problem !== null) queueMicrotask(() => textArea()?.focus());
  }, [problem]);
  return problem;
}

const textArea = () => document.getElementById(NEW_TEXT_ID) as HTMLTextAreaElement | null;

const leftOutInWords = (count: number): string =>
  plural(count, {
    one: '# file was left out, because it is not a photo or the entry has no room for it.',
    other: '# files were left out, because they are not photos or the entry has no room for them.',
  });

function problemInWords(problem: string): string {
  switch (problem as ShareProblem) {
    case 'empty':
      return t`There was nothing to add. You can share text, links and photos.`;
    case 'too-large':
      return t`What you shared is too large for an entry, so it was not added. Try a shorter text or fewer photos.`;
    case 'no-room':
      return t`What you shared was not added, because this device has no room to keep it.`;
    default:
      return t`What you shared did not arrive, because the app was not ready yet. Please share it again.`;
  }
}
