import { AUTHOR_PROFILE_URL, OPEN_METEO_URL } from '../lib/links';
import styles from './footer.module.css';

export function Footer() {
  return (
    <footer className={styles.footer}>
      <p className={styles.tagline}>A quiet place for loud days.</p>
      <ul className={styles.facts}>
        <li>© {new Date().getFullYear()} Inner Weather</li>
        <li>
          <a href={AUTHOR_PROFILE_URL} target="_blank" rel="noopener noreferrer">
            The author’s code
          </a>
        </li>
        <li>
          <a href={OPEN_METEO_URL} target="_blank" rel="noopener noreferrer">
            Weather data by Open-Meteo.com
          </a>
        </li>
      </ul>
    </footer>
  );
}
