import { plural, t } from '@lingui/core/macro';
import { useStorage } from '../../../lib/account/storage';
import { bytesInWords } from '../../../lib/language/bytes';
import type { Check } from '../api/check-entries';
import styles from './import.module.css';

/** What the server would leave out, and whether there is room for the rest. */
export function Foreseen({ alreadyThere, changed, deleted, bytes }: Check) {
  const storage = useStorage().data;
  const left = storage && Math.max(0, storage.maxBytes - storage.usedBytes);
  const [needed, free] = [bytesInWords(bytes), bytesInWords(left ?? 0)];
  const sentences = [
    alreadyThere > 0 &&
      plural(alreadyThere, {
        one: '# of them is already in your journal.',
        other: '# of them are already in your journal.',
      }),
    changed > 0 &&
      plural(changed, {
        one: '# of them is already here with different contents. You can add it afterwards.',
        other: '# of them are already here with different contents. You can add them afterwards.',
      }),
    deleted > 0 &&
      plural(deleted, {
        one: '# of them was deleted here not long ago. You can add it again afterwards.',
        other: '# of them were deleted here not long ago. You can add them again afterwards.',
      }),
  ].filter((sentence) => sentence !== false);
  return (
    <>
      {sentences.map((sentence) => (
        <span key={sentence} className={styles.promise}>
          {sentence}
        </span>
      ))}
      {left !== undefined && bytes > left && (
        <strong className={styles.promise}>
          {t`They take up ${needed}, but your journal has only ${free} left. Not all of them will fit.`}
        </strong>
      )}
    </>
  );
}
