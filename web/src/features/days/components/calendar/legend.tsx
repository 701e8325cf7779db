import { MOODS } from '@inner-weather/domain/entries/moods';
import { MoodFace } from '../../../../components/entries/mood-face';
import styles from './legend.module.css';

/** The colours of the grid, with their faces and words. */
export function Legend() {
  return (
    <>
      <ul className={styles.legend} aria-label="Colours">
        {MOODS.map((mood) => (
          <li key={mood}>
            <MoodFace mood={mood} size={20} />
            {mood}
          </li>
        ))}
        <li>
          <MoodFace mood="" size={20} />
          Another mood, or none
        </li>
      </ul>
      <p className={styles.split}>A day with several moods is split between them.</p>
    </>
  );
}
