import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { MoodFace } from '../../../../components/entries/mood-face';
import { backgroundOf } from '../../../../charts/mood-colours';
import { moodInWords, useMoods } from '../../../../lib/entry/moods';
import styles from './legend.module.css';

/** The colours of the grid, with their faces and words. */
export function Legend() {
  const moods = useMoods();
  return (
    <>
      <ul className={styles.legend} aria-label={t`Colours`}>
        {moods.all
          .filter(({ own }) => !own?.archived)
          .map(({ name, own }) => (
            <li key={name}>
              <MoodFace mood={name} size={20} />
              {own && <i className={styles.swatch} style={{ background: backgroundOf(name) }} />}
              <bdi>{moodInWords(name)}</bdi>
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
