import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type RefObject, useState } from 'react';
import { Button } from '../../components/forms/button';
import { photosLoaded } from '../../components/photos/photos-loaded';
import { numberInWords } from '../../lib/language/formats';
import type { EveryEntry } from './use-every-entry';

interface PrintButtonProps {
  sheet: RefObject<HTMLElement | null>;
  /** Whether something is still missing on the paper. */
  isLoading: boolean;
  every: EveryEntry;
}

/** Opens the print dialog once everything is on the paper, also the photos out of sight. */
export function PrintButton({ sheet, isLoading, every }: PrintButtonProps) {
  const [isPreparing, setIsPreparing] = useState(false);
  const printAll = async () => {
    if (!sheet.current) return;
    setIsPreparing(true);
    await Promise.all([photosLoaded(sheet.current), document.fonts.ready]);
    setIsPreparing(false);
    print();
  };
  const loaded = numberInWords(every.entries.length);
  const total = numberInWords(every.total ?? 0);
  return (
    <>
      <Button variant="primary" busy={isLoading || isPreparing} onClick={() => void printAll()}>
        <Trans>Print or save as PDF</Trans>
      </Button>
      <span role="status">
        {every.isLoading && every.total !== undefined && t`${loaded} of ${total} entries are loaded.`}
        {isPreparing && t`Loading the photos.`}
      </span>
    </>
  );
}
