import type { Question, Template } from '@inner-weather/domain/beginnings/beginnings';
import { useState } from 'react';
import { useUser } from '../../../lib/api/session';
import { BEGINNING } from '../../../lib/drafts/drafts';
import { dropUnsaved, readUnsaved } from '../../../lib/drafts/unsaved';

export interface Items {
  questions: Question;
  templates: Template;
}

/** What a form opened with, and what has been written in it since. */
export interface OpenItem<T> {
  opened: T;
  written: T;
}

/** The place of an open form among the unsaved words of a user. Each list has one form. */
export const placeOf = (list: keyof Items): string => BEGINNING + list;

/** The item in the form of a list, which opens again with the words that were left in it unsaved. */
export function useOpenItem<L extends keyof Items>(list: L) {
  const userId = useUser()?.id ?? '';
  const [item, setItem] = useState(() => readOpenItem<Items[L]>(userId, list));
  return {
    item,
    open: (opened: Items[L]) => setItem({ opened, written: opened }),
    close: () => {
      // Another tab may have kept another item since.
      const kept = readOpenItem<Items[L]>(userId, list);
      if (kept && kept.opened._id === item?.opened._id) dropUnsaved(userId, placeOf(list));
      setItem(undefined);
    },
  };
}

function readOpenItem<T>(userId: string, list: keyof Items): OpenItem<T> | undefined {
  try {
    const kept = JSON.parse(readUnsaved(userId, placeOf(list)) ?? 'null') as Partial<OpenItem<T>> | null;
    return kept?.opened && kept.written ? { opened: kept.opened, written: kept.written } : undefined;
  } catch {
    return undefined;
  }
}
