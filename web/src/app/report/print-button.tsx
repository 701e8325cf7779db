import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type RefObject, useState } from 'react';
import { Button } from '../../components/forms/button';
import { numberInWords } from '../../lib/language/formats';
import { photosForPaper } from './paper/photos-for-paper';
import type { EveryEntry } from './use-every-entry';

interface PrintButtonProps {
  sheet: RefObject<HTMLElement | null>;
  /** Whether no days are chosen. */
  disabled: boolean;
  /** Whether something is still missing on the paper. */
  isLoading: boolean;
  every: EveryEntry;
}

/** Opens the print dialog once everything is on the paper, also the photos out of sight. */
export function PrintButton({ sheet, disabled, isLoading, every }: PrintButtonProps) {
  const [preparing, setPreparing] = useState<{ done: number; all: number }>();
  const printAll = async () => {
    if (!sheet.current) return;
    const onProgress = (done: number, all: number) => setPreparing({ done, all });
    await Promise.all([photosForPaper(sheet.current, onProgress), document.fonts.ready]);
    setPreparing(undefined);
    print();
  };
  const ready = numberInWords(preparing?.done ?? 0);
  const allPhotos = numberInWords(preparing?.all ?? 0);
  const loaded = numberInWords(every.entries.length);
  const total = numberInWords(every.total ?? 0);
  return (
    <>
      <Button
        variant="primary"
        disabled={disabled}
        busy={isLoading || preparing !== undefined}
        onClick={() => void printAll()}
      >
        <Trans>Print or save as PDF</Trans>
      </Button>
      <span role="status">
        {every.isLoading && every.total !== undefined && t`${loaded} of ${total} entries are loaded.`}
        {preparing && preparing.all > 0 && t`${ready} of ${allPhotos} photos are loaded.`}
      </span>
    </>
  );
}
