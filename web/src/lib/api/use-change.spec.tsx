import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { queryKey } from '../query-keys';
import { useShowAnswer } from './use-change';

it('shows what a change was answered with, also while a read is under way that was answered before', async () => {
  const queries = new QueryClient();
  const query = { queryKey: queryKey('reminders') };
  const { promise: read, resolve: answer } = held<string>();
  const { result } = renderHook(
    () => ({
      shown: useQuery({ ...query, queryFn: () => read }).data,
      show: useShowAnswer<string>(query),
    }),
    {
      wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
    },
  );
  await act(() => result.current.show('after'));
  await act(async () => answer('before'));
  expect(result.current.shown).toBe('after');
});

function held<T>() {
  let resolve: (value: T) => void = () => undefined;
  return { promise: new Promise<T>((done) => (resolve = done)), resolve: (value: T) => resolve(value) };
}
