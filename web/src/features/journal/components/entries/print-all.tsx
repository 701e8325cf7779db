import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../components/forms/button';
import { photoLoaded } from '../../../../components/photos/photo-loaded';
import type { useEntries } from '../../api/search-entries';

interface PrintAllProps {
  list: ReturnType<typeof useEntries>;
  /** How many entries of all are shown, in words. */
  share: string;
}

/** Prints all entries that were looked for. Those that the list does not show yet are loaded first. */
export function PrintAll({ list, share }: PrintAllProps) {
  const [isLoading, setIsLoading] = useState(false);
  const isWanted = useRef(false);
  const stop = () => {
    isWanted.current = false;
  };
  // Another search has another list.
  useEffect(() => stop, []);

  const printAll = async () => {
    isWanted.current = true;
    setIsLoading(true);
    let { hasNextPage, isFetchNextPageError: hasFailed } = list;
    while (isWanted.current && hasNextPage && !hasFailed) {
      const next = await list.fetchNextPage({ cancelRefetch: false });
      ({ hasNextPage, isFetchNextPageError: hasFailed } = next);
    }
    // A little later, when the last cards are drawn.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const photos = document.querySelectorAll<HTMLImageElement>('article img');
    await Promise.all([...photos].map(photoLoaded));
    setIsLoading(false);
    if (isWanted.current && !hasNextPage) print();
  };

  return (
    <>
      <Button variant="plain" busy={isLoading} onClick={() => void printAll()}>
        <Trans>Print</Trans>
      </Button>
      {isLoading && (
        <>
          <span role="status">{t`Getting ready to print: ${share}`}</span>
          <Button variant="plain" onClick={stop}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      )}
    </>
  );
}
