import { MoodFace } from '../../../components/entries/mood-face';
import { WeatherGlyph } from '../../../components/entries/weather-glyph';
import styles from './sample-page.module.css';

/** Two sample entries. Their weather appears a moment after the words, as in the journal. */
export function SamplePage() {
  return (
    <figure className={styles.pages} aria-label="An example of two journal entries">
      <div className={styles.below}>
        <MoodFace mood="Tired" size={36} />
        <p className={styles.meta}>
          <b>Tired</b> <span>Porto</span> <span>Overcast</span>
        </p>
      </div>
      <div className={styles.above}>
        <MoodFace mood="Happy" size={44} />
        <div>
          <p className={styles.meta}>
            <b>Happy</b>
            <span>Porto</span>
            <span className={styles.weather}>
              <WeatherGlyph condition="drizzle" /> Patchy light drizzle
            </span>
          </p>
          <p className={styles.words}>
            Walked home the long way. The river was silver and nobody wanted anything from me.
          </p>
        </div>
      </div>
    </figure>
  );
}
