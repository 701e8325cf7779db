import { MOODS } from '@inner-weather/domain/entries/moods';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { MoodFace } from '../../../../components/entries/mood-face';
import { moodInWords } from '../../../../lib/moods';
import styles from './legend.module.css';

/** The colours of the grid, with their faces and words. */
export function Legend() {
  return (
    <>
      <ul className={styles.legend} aria-label={t`Colours`}>
        {MOODS.map((mood) => (
          <li key={mood}>
            <MoodFace mood={mood} size={20} />
            {moodInWords(mood)}
          </li>
        ))}
        <li>
          <MoodFace mood="" size={20} />
          <Trans>Another mood, or none</Trans>
        </li>
      </ul>
      <p className={styles.split}>
        <Trans>A day with several moods is split between them.</Trans>
      </p>
    </>
  );
}
