import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, expectData, expectNoBody } from '../../../lib/api/api-client';
import type { components } from '../../../lib/api/api-types.gen';
import { queryKey, queryKeysOf } from '../../../lib/query-keys';

type Schemas = components['schemas'];

export type AdminState = Schemas['AdminStateDto'];
export type Installation = Schemas['InstallationDto'];
export type Account = Schemas['AccountWithUsageDto'];
export type QueueState = Schemas['QueueStateDto'];
export type Part = Schemas['PartDto'];
export type Thing = Schemas['ThingDto'];

/** Milliseconds between two looks while the page is visible. */
const REFRESH_MS = 10_000;

/** GET /admin/state, again and again while the page is visible. */
export function useAdminState() {
  return useQuery({
    queryKey: queryKey('admin', 'state'),
    queryFn: async ({ signal }) => expectData(await api.GET('/api/admin/state', { signal })),
    refetchInterval: REFRESH_MS,
    // The next look comes soon, and a failure has to be shown.
    retry: false,
    staleTime: 0,
  });
}

/** PATCH /admin/installation. */
export function useChangeInstallation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['ChangeInstallationDto']) =>
      expectData(await api.PATCH('/api/admin/installation', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKey('admin', 'state') }),
  });
}

/** POST /admin/mail-tests. */
export function useTestMail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => expectData(await api.POST('/api/admin/mail-tests')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKey('admin', 'state') }),
  });
}

/** GET /admin/accounts, page by page. */
export function useAccounts() {
  return useInfiniteQuery({
    queryKey: queryKey('admin', 'accounts'),
    queryFn: async ({ signal, pageParam }) =>
      expectData(
        await api.GET('/api/admin/accounts', {
          params: { query: pageParam === null ? {} : { cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** POST /admin/accounts/{id}/reset-links. Only this answer contains the token. */
export function useCreateResetLink(id: string) {
  return useMutation({
    mutationFn: async (body: Schemas['CreateResetLinkDto']) =>
      expectData(await api.POST('/api/admin/accounts/{id}/reset-links', { params: { path: { id } }, body })),
  });
}

/** DELETE /admin/accounts/{id}/sessions. */
export function useEndAccountSessions(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      expectNoBody(await api.DELETE('/api/admin/accounts/{id}/sessions', { params: { path: { id } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKey('admin', 'accounts') }),
  });
}

/** PUT /admin/accounts/{id}/administrator. */
export function useSetAdministrator(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['SetAdministratorDto']) =>
      expectNoBody(
        await api.PUT('/api/admin/accounts/{id}/administrator', { params: { path: { id } }, body }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeysOf('admin') }),
  });
}

/** GET /admin/queues/{queue}/dead-letters. Looking moves messages about in the broker, so it is done on request only. */
export function useDeadLetters(queue: string, isShown: boolean) {
  return useQuery({
    queryKey: queryKey('admin', 'deadLetters', queue),
    queryFn: async ({ signal }) =>
      expectData(
        await api.GET('/api/admin/queues/{queue}/dead-letters', { params: { path: { queue } }, signal }),
      ),
    enabled: isShown,
  });
}

/** POST /admin/queues/{queue}/replays. */
export function useReplay() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (queue: string) =>
      expectData(await api.POST('/api/admin/queues/{queue}/replays', { params: { path: { queue } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeysOf('admin') }),
  });
}
