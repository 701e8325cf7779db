import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '@inner-weather/domain/limits';
import { YEARS } from '@inner-weather/domain/statistics/mood-days';
import type { SessionUser } from '../../../lib/api/session';
import { newestFirst } from '../../../lib/copy/entries';
import { addDays } from '../../../lib/dates/calendar';
import { useToday } from '../../../lib/dates/today';
import type { DayRange, Entry } from '../../../lib/entry/entry';
import { useWaiting } from '../../../lib/outbox/waiting';
import { newEntries } from '../../../lib/outbox/pending';
import { queryKey } from '../../../lib/query-keys';
import { AHEAD_MAX } from '../search';
import { useDeletions } from './deletions';
import { searchEntries } from './search-entries';

/** Days after an entry in which the next one is looked for at first. Each further look covers twice as many. */
const FIRST_DAYS = 7;

/** The ids of the entries before and after one, if there are any. */
export function useNeighbours(user: SessionUser, entry: Entry): { earlier?: string; later?: string } {
  const last = addDays(useToday(), AHEAD_MAX);
  const waiting = useWaiting();
  const deletions = [...useDeletions(user.id), ...waiting.filter(({ change }) => change.kind === 'delete')];
  const hidden = new Set([entry._id, ...deletions.map(({ entryId }) => entryId)]);
  const { data } = useQuery({
    queryKey: queryKey('neighbours', user.id, entry._id, entry.createdAt),
    queryFn: async ({ signal }) => {
      const search = searchOf(user.email, signal);
      const found = [...(await findLater(entry, last, search)), ...(await findEarlier(entry, search))];
      return found.map(placeOf);
    },
  });
  if (!data) return {};
  const others = [...data, ...newEntries(waiting)].filter(({ _id }) => !hidden.has(_id)).sort(newestFirst);
  return {
    later: others.findLast((one) => newestFirst(one, entry) < 0)?._id,
    earlier: others.find((one) => newestFirst(one, entry) > 0)?._id,
  };
}

/** What tells the order of entries. The rest of them would become out of date here. */
const placeOf = ({ _id, day, createdAt }: Entry) => ({ _id, day, createdAt });

type Search = ReturnType<typeof searchOf>;

const searchOf = (userReference: string, signal: AbortSignal) => (days: DayRange, cursor?: string) =>
  searchEntries({ userReference, ...days }, { limit: LIMITS.searchSmallMax, cursor }, signal);

/** The first page that has an entry before this one. */
async function findEarlier(entry: Entry, search: Search): Promise<Entry[]> {
  const days = { startDate: `${YEARS.min}-01-01`, endDate: entry.day };
  let cursor: string | undefined;
  do {
    const page = await search(days, cursor);
    if (page.entries.some((one) => newestFirst(one, entry) > 0)) return page.entries;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return [];
}

/** The entries of the first days that have one after this one. Lists begin with the newest, so all pages are read. */
async function findLater(entry: Entry, last: string, search: Search): Promise<Entry[]> {
  let startDate = entry.day;
  for (let days = FIRST_DAYS; startDate <= last; days *= 2) {
    const endDate = addDays(startDate, days - 1);
    const found: Entry[] = [];
    let cursor: string | undefined;
    do {
      const page = await search({ startDate, endDate }, cursor);
      found.push(...page.entries);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    if (found.some((one) => newestFirst(one, entry) < 0)) return found;
    startDate = addDays(endDate, 1);
  }
  return [];
}
