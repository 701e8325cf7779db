import { useLocation, useNavigate } from 'react-router-dom';
import { fragmentOf, readSearch, type Search } from '../../search';

/** The search in the address, so that back, a reload and a bookmark keep it. */
export function useSearch(today: string): [Search, (search: Search) => void] {
  const { hash, ...location } = useLocation();
  const state: unknown = location.state;
  const navigate = useNavigate();
  const search = readSearch(hash, today);
  const go = (next: Search) => {
    const fragment = fragmentOf(next);
    // A repeated search only refreshes the list, so it adds no step to the history.
    const replace = fragment === fragmentOf(search);
    // The past day that is written for stays.
    void navigate({ hash: fragment }, { preventScrollReset: true, replace, state });
  };
  return [search, go];
}
