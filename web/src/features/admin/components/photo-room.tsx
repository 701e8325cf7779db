import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Notice } from '../../../components/page/notice';
import { Section } from '../../../components/page/section';
import { bytesInWords } from '../../../lib/language/bytes';
import type { AdminState } from '../api/admin';

type Room = NonNullable<AdminState['photos']>;

/** With less than this, a few people with a new phone fill the disk within days. */
const LITTLE_BYTES = 2_000_000_000;

/** What all photos take, and what is left of the disk that they are on. */
export function PhotoRoom({ room }: { room: Room }) {
  const { freeBytes, missing } = room;
  const free = bytesInWords(freeBytes ?? 0);
  return (
    <Section title={t`Photos`} intro={usedInWords(room)}>
      {freeBytes === null && (
        <p>
          <Trans>They are in a store that does not report its free space.</Trans>
        </p>
      )}
      {freeBytes !== null && freeBytes >= LITTLE_BYTES && (
        <p>
          <Trans>{free} of the disk are free.</Trans>
        </p>
      )}
      {freeBytes !== null && freeBytes < LITTLE_BYTES && (
        <Notice tone="error">
          <Trans>Only {free} of the disk are free. When it is full, no new photos can be kept.</Trans>
        </Notice>
      )}
      {missing > 0 && (
        <Notice tone="error">
          {plural(missing, {
            one: 'The file of # photo is missing. Copy it back from a backup of the photos.',
            other: 'The files of # photos are missing. Copy them back from a backup of the photos.',
          })}
        </Notice>
      )}
    </Section>
  );
}

function usedInWords({ photos, usedBytes }: Room): string {
  const size = bytesInWords(usedBytes);
  if (photos === 0) return t`Nobody has added a photo yet.`;
  return plural(photos, {
    one: `# photo of all people, ${size}.`,
    other: `# photos of all people, ${size}.`,
  });
}
