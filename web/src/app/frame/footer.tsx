import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { AUTHOR_URL } from '@inner-weather/domain/author';
import { useAbout } from '../../lib/api/about';
import { OPEN_METEO_URL, WEATHER_API_URL } from '../../lib/links';
import { setStill, useStill } from '../../lib/motion';
import { LanguageChoice } from './language-choice';
import { locale } from '../../lib/language/language';
import styles from './footer.module.css';

/** The credit that the weather provider's terms require. */
const CREDITS = {
  'open-meteo': { name: 'Open-Meteo.com', url: OPEN_METEO_URL },
  weatherapi: { name: 'WeatherAPI.com', url: WEATHER_API_URL },
} as const;

export function Footer() {
  const { data: about } = useAbout();
  const year = new Intl.NumberFormat(locale(), { useGrouping: false }).format(new Date().getFullYear());
  const credit = about?.weather && CREDITS[about.weather.provider];
  const providerName = credit?.name;
  return (
    <footer className={styles.footer}>
      <p className={styles.tagline}>
        <Trans>A quiet place for loud days.</Trans>
      </p>
      <ul className={styles.facts}>
        <li>
          <LanguageChoice />
        </li>
        <li className={styles.motion}>
          <MotionButton />
        </li>
        <li>© {year} Inner Weather</li>
        <li>
          <a href={about?.authorUrl ?? AUTHOR_URL} target="_blank" rel="noopener noreferrer">
            <Trans>The author’s code</Trans>
          </a>
        </li>
        {credit && (
          <li>
            <a href={credit.url} target="_blank" rel="noopener noreferrer">
              <Trans>Weather data by {providerName}</Trans>
            </a>
          </li>
        )}
      </ul>
    </footer>
  );
}

/** Anything that moves for more than five seconds needs a way to stop it (WCAG 2.2.2). */
function MotionButton() {
  const still = useStill();
  return (
    <button type="button" className={styles.button} onClick={() => setStill(!still)}>
      {still ? t`Let the sky move` : t`Pause the sky`}
    </button>
  );
}
