import type { SessionUser } from '../../../../lib/api/session';
import { useIsNarrow } from '../../../../lib/screen/use-is-narrow';
import { useSettled } from '../../../../lib/use-settled';
import { useEntryCount } from '../../api/search-entries';
import { readSearch, scopeOf } from '../../search';

/** Milliseconds without a change before what the filters find is counted. */
const PAUSE_MS = 300;

/**
 * How many entries the filters would find, on a phone, where they cover the list; undefined until that is known.
 * @param fragment of the search
 */
export function useCount(
  user: SessionUser,
  fragment: string,
  today: string,
  isOpen: boolean,
): number | undefined {
  const isNarrow = useIsNarrow();
  const settled = useSettled(fragment, PAUSE_MS);
  const search = readSearch(settled, today);
  const count = useEntryCount(scopeOf(user.email, search, today), isOpen && isNarrow);
  return settled === fragment ? count : undefined;
}
