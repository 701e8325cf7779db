import { useQuery } from '@tanstack/react-query';
import { api, expectData } from '../api/api-client';
import { queryKey } from '../query-keys';

/** GET /user/me/storage. Each change of entries fetches it again. */
export function useStorage() {
  return useQuery({
    queryKey: queryKey('storage'),
    queryFn: async ({ signal }) => expectData(await api.GET('/api/user/me/storage', { signal })),
  });
}

/** GET /photos/storage: photos have a limit of their own. */
export function usePhotoStorage() {
  return useQuery({
    queryKey: queryKey('photoStorage'),
    queryFn: async ({ signal }) => expectData(await api.GET('/api/photos/storage', { signal })),
    // Nothing that is saved elsewhere fetches it again.
    staleTime: 0,
  });
}
