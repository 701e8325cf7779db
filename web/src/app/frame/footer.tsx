import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { AUTHOR_URL } from '@inner-weather/domain/author';
import { type ComponentType, lazy, Suspense } from 'react';
import { isolate } from '../../lib/language/isolate';
import { useAbout } from '../../lib/account/about';
import { today } from '../../lib/dates/zone';
import { WEATHER_CREDITS } from '../../lib/links';
import { setStill, useStill } from '../../lib/screen/motion';
import type { LanguageChoiceProps } from './language-choice';
import styles from './footer.module.css';

/** Without it the page stays in the language in which it is. */
const LanguageChoice = lazy<ComponentType<LanguageChoiceProps>>(() =>
  import('./language-choice').catch(() => ({ default: () => null })),
);

export function Footer() {
  const { data: about } = useAbout();
  const year = today().slice(0, 4);
  const credit = about?.weather && WEATHER_CREDITS[about.weather.provider];
  const providerName = isolate(credit?.name ?? '');
  return (
    <footer className={styles.footer}>
      <p className={styles.tagline}>
        <Trans>A quiet place for loud days.</Trans>
      </p>
      <ul className={styles.facts}>
        <li className={styles.choice}>
          <Suspense>
            <LanguageChoice label={t`Language`} />
          </Suspense>
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
        <li>
          <a href="/licenses.txt" target="_blank" rel="noopener">
            <Trans>Licences</Trans>
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
