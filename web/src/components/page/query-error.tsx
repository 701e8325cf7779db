import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { reasonOf } from '../../lib/api/unreachable';
import { Button } from '../forms/button';
import { Notice } from './notice';

interface QueryErrorProps {
  query: Pick<UseQueryResult, 'isError' | 'error' | 'isFetching'> & { refetch: () => unknown };
  title?: string;
}

/** Says why something could not be fetched, with a button to try again. Renders nothing without an error. */
export function QueryError({ query, title }: QueryErrorProps) {
  if (!query.isError) return null;
  const retryButton = (
    <Button variant="plain" busy={query.isFetching} onClick={() => void query.refetch()}>
      <Trans>Try again</Trans>
    </Button>
  );
  return (
    <Notice tone="error" title={title} action={retryButton}>
      {reasonOf(query.error)}
    </Notice>
  );
}
