import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Mood } from '@inner-weather/domain/entries/moods';
import { PresetFace } from '../../../components/entries/preset-face';
import { WeatherGlyph } from '../../../components/entries/weather-glyph';
import { presetInWords } from '../../../lib/entry/preset-words';
import styles from './sample-page.module.css';

/** Two sample entries. Their weather appears a moment after the words, as in the journal. */
export function SamplePage() {
  return (
    <figure className={styles.pages} aria-label={t`An example of two journal entries`}>
      <div className={styles.below}>
        <PresetFace mood="Tired" size={36} />
        <p className={styles.meta}>
          <b>
            <MoodName mood="Tired" />
          </b>{' '}
          <span>{t`Porto`}</span>{' '}
          <span>
            <Trans>Overcast</Trans>
          </span>
        </p>
      </div>
      <div className={styles.above}>
        <PresetFace mood="Happy" size={44} />
        <div>
          <p className={styles.meta}>
            <b>
              <MoodName mood="Happy" />
            </b>
            <span>{t`Porto`}</span>
            <span className={styles.weather}>
              <WeatherGlyph condition="drizzle" /> <Trans>Patchy light drizzle</Trans>
            </span>
          </p>
          <p className={styles.words}>
            <Trans comment="A sample journal entry">
              Walked home the long way. The river was silver and nobody wanted anything from me.
            </Trans>
          </p>
        </div>
      </div>
    </figure>
  );
}

const MoodName = ({ mood }: { mood: Mood }) => presetInWords(mood);
