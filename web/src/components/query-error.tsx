import type { UseQueryResult } from '@tanstack/react-query';
import { messageOf } from '../lib/api-error';
import { Button } from './button';
import { Notice } from './notice';

interface QueryErrorProps {
  query: Pick<UseQueryResult, 'isError' | 'error' | 'isFetching'> & { refetch: () => unknown };
  title?: string;
}

/** Why something could not be fetched, with a way to try again; nothing while there is no error. */
export function QueryError({ query, title }: QueryErrorProps) {
  if (!query.isError) return null;
  const again = (
    <Button variant="plain" busy={query.isFetching} onClick={() => void query.refetch()}>
      Try again
    </Button>
  );
  return (
    <Notice tone="error" title={title} action={again}>
      {messageOf(query.error)}
    </Notice>
  );
}
