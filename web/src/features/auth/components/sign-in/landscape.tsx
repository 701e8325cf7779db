import { t } from '@lingui/core/macro';
import styles from './landscape.module.css';

const STARS: [number, number, number][] = [
  [70, 80, 1.6],
  [150, 190, 1.2],
  [210, 60, 1.8],
  [290, 140, 1.1],
  [350, 50, 1.3],
  [520, 70, 1.7],
  [590, 170, 1.2],
  [110, 290, 1.1],
  [560, 280, 1.4],
  [250, 250, 1.2],
];

/** The animated picture of the login: a sun (a moon in the dark theme) over slowly moving hills. */
export function Landscape() {
  return (
    <div className={styles.landscape} role="img" aria-label={t`A low sun over three lines of hills`}>
      <svg
        className={styles.scene}
        viewBox="0 0 640 720"
        preserveAspectRatio="xMidYMax slice"
        aria-hidden="true"
      >
        <g className={styles.stars}>
          {STARS.map(([x, y, r]) => (
            <circle key={x} cx={x} cy={y} r={r} />
          ))}
        </g>
        <circle className={styles.halo} cx="440" cy="190" r="104" />
        <circle className={styles.disc} cx="440" cy="190" r="64" />
        <g className={styles.birds}>
          <path d="M60 250q9-9 17 0q9-9 17 0M100 276q7-7 13 0q7-7 13 0M34 284q6-6 11 0q6-6 11 0" />
        </g>
        <path className={styles.far} d="M-60 430C60 340 170 350 290 420s240 90 410 0v420H-60z" />
        <path className={styles.mid} d="M-60 530c90-50 170-90 270-60s170 110 280 90 130-60 210-80v360H-60z" />
        <path
          className={styles.near}
          d="M-60 600c110-10 170-40 270-20s190 90 300 70 120-40 190-50v240H-60z"
        />
      </svg>
    </div>
  );
}
