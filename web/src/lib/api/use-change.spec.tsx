import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { held, json } from '../../../test/fake-server';
import { queryKey } from '../query-keys';
import { useShowAnswer } from './use-change';

it('shows what a change was answered with, also while a read is under way that was answered before', async () => {
  const queries = new QueryClient();
  const query = { queryKey: queryKey('reminders') };
  const read = held();
  const { result } = renderHook(
    () => ({
      shown: useQuery({ ...query, queryFn: async () => (await read.handler()).json() as Promise<string> })
        .data,
      show: useShowAnswer<string>(query),
    }),
    {
      wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
    },
  );
  await act(() => result.current.show('after'));
  await read.answer(json(200, 'before'));
  expect(result.current.shown).toBe('after');
});
