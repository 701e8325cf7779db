import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { jest } from '@jest/globals';
import type { ReactNode } from 'react';
import { ana, tokenOf } from '../../../test/builders';
import { json } from '../../../test/fake-server';
import { fakeTabs, forgetTabs } from '../../../test/fake-tabs';
import { serverOfAna } from '../../../test/server-of-ana';
import { openSession, renewSession, signedInUser } from '../../lib/api/session';
import { useOrderMeasures } from '../../lib/measures/measures';
import { onRefetch, refetchInTabs } from '../../lib/refetch-in-tabs';
import { queryKey, type Root } from '../../lib/query-keys';
import { useFollowElsewhere } from './use-follow-elsewhere';

const SESSION = 'GET /api/session';
const MOODS = queryKey('ownMoods', ana.id);

let queries: QueryClient;

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>{children}</QueryClientProvider>
);

beforeEach(() => {
  fakeTabs();
  queries = new QueryClient();
  openSession(tokenOf());
});

afterEach(forgetTabs);

const serverInPorto = () =>
  serverOfAna().on(SESSION, () => json(200, { token: tokenOf({ ...ana, location: 'Porto' }) }));

it('fetches again what another tab has changed, and takes the city that was chosen there', async () => {
  serverInPorto();
  queries.setQueryData(MOODS, { moods: [], hidden: [] });
  renderHook(() => useFollowElsewhere(ana), { wrapper });
  refetchInTabs('somebody else', ['ownMoods']);
  refetchInTabs(ana.id, ['days', 'profile']);
  await waitFor(() => expect(signedInUser()?.location).toBe('Porto'));
  expect(queries.getQueryState(MOODS)?.isInvalidated).toBe(false);
  refetchInTabs(ana.id, ['ownMoods']);
  await waitFor(() => expect(queries.getQueryState(MOODS)?.isInvalidated).toBe(true));
});

it('takes the city that was chosen on another device, for one who comes back after ten minutes', async () => {
  const server = serverInPorto();
  const now = jest.spyOn(Date, 'now');
  now.mockReturnValue(0);
  renderHook(() => useFollowElsewhere(ana), { wrapper });
  const comeBack = (minute: number) => {
    now.mockReturnValue(minute * 60_000);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  comeBack(10);
  expect(server.requests(SESSION)).toHaveLength(0);
  comeBack(11);
  await waitFor(() => expect(signedInUser()?.location).toBe('Porto'));
  now.mockRestore();
});

it('tells the other tabs what is changed here', async () => {
  const told: (readonly Root[])[] = [];
  const stop = onRefetch(ana.id, (roots) => told.push(roots));
  serverOfAna().on('PUT /api/measures', () => json(200, { measures: [] }));
  const { result } = renderHook(useOrderMeasures, { wrapper });
  await act(() => result.current.mutateAsync([]));
  renewSession(tokenOf({ ...ana, name: 'Ana B' }));
  await waitFor(() => expect(told).toEqual([['measures', 'measured', 'together'], ['profile']]));
  stop();
});
