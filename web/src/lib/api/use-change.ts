import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { signedInId } from './session';
import { refetchInTabs } from '../refetch-in-tabs';
import { queryKeysOf, type Root } from '../query-keys';

/** Returns a function that fetches all queries of some roots again, here and in the user's other tabs. */
export function useRefetch(): (roots: readonly Root[]) => Promise<unknown> {
  const queries = useQueryClient();
  return (roots) => {
    const userId = signedInId();
    if (userId !== undefined) refetchInTabs(userId, roots);
    return Promise.all(roots.map((root) => queries.invalidateQueries({ queryKey: queryKeysOf(root) })));
  };
}

/** A change after which these queries are fetched again, whether or not it succeeded. */
export function useChange<Of>(roots: readonly Root[], change: (of: Of) => Promise<unknown>) {
  const refetch = useRefetch();
  return useMutation({ mutationFn: change, onSettled: () => refetch(roots) });
}

/**
 * Returns a function that shows what a change was answered with. A read that is under way may have been answered before the
 * change, so it counts no more.
 */
export function useShowAnswer<Data>(query: { queryKey: QueryKey }): (data: Data) => Promise<void> {
  const queries = useQueryClient();
  return async (data) => {
    await queries.cancelQueries({ ...query, exact: true });
    queries.setQueryData(query.queryKey, data);
  };
}
