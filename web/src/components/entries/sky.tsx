import { useEffect, useState, type ReactNode } from 'react';
import { cn } from '../../lib/cn';
import type { Sky as SkyKind } from '@inner-weather/domain/weather/skies';
import { hourNow } from '../../lib/dates/zone';
import { phaseOfHour, useLastWeather, type Phase } from '../../lib/weather/sky';
import styles from './sky.module.css';

/** Positions that look random but never change: [x, y] in a drawing of 1200 by 400. */
const SPOTS: [number, number][] = Array.from({ length: 44 }, (_, n) => [(n * 379) % 1200, (n * 157) % 400]);

const CLOUDS = [
  'translate(760 96) scale(1.15)',
  'translate(985 190) scale(.7)',
  'translate(560 60) scale(.5)',
];

const CLOUD = 'M20 60h150a34 34 0 0 0 4-68 52 52 0 0 0-98-14 40 40 0 0 0-60 24 30 30 0 0 0 4 58z';

const DRAWINGS: Record<SkyKind, ReactNode> = {
  clear: null,
  cloudy: <Clouds />,
  storm: (
    <>
      <Clouds />
      <Drops />
    </>
  ),
  rain: (
    <>
      <Clouds />
      <Drops />
    </>
  ),
  snow: (
    <>
      <Clouds />
      <g className={styles.flakes}>
        <g className={styles.falling}>
          {twice((x, y, key) => (
            <circle key={key} cx={x} cy={y} r={2 + (x % 3) * 0.6} />
          ))}
        </g>
      </g>
    </>
  ),
  fog: (
    <>
      <rect className={styles.band} x="-100" y="90" width="760" height="34" rx="17" />
      <rect className={styles.band} x="420" y="160" width="900" height="40" rx="20" />
      <rect className={styles.band} x="80" y="236" width="820" height="30" rx="15" />
    </>
  ),
};

/** The sky behind a page's head. Its light follows the hour, its clouds and rain the last entry's weather. */
export function Sky({ tall }: { tall?: boolean }) {
  const phase = usePhase();
  const weather = useLastWeather();
  return (
    <div
      aria-hidden="true"
      data-phase={phase}
      data-weather={weather}
      className={cn(styles.sky, tall && styles.tall, styles[phase], weather !== 'clear' && styles[weather])}
    >
      <div data-light="orb" className={styles.orb} />
      {phase === 'night' &&
        weather === 'clear' &&
        [0, 1].map((side) => (
          <svg
            key={side}
            data-light="stars"
            className={styles.stars}
            viewBox="0 0 300 400"
            preserveAspectRatio="xMidYMin slice"
          >
            {SPOTS.filter((_, n) => n % 2 === side).map(([x, y]) => (
              <circle key={x} cx={x / 4} cy={y} r={0.8 + (x % 3) * 0.35} />
            ))}
          </svg>
        ))}
      <svg
        key={weather}
        className={styles.drawing}
        viewBox="0 0 1200 400"
        preserveAspectRatio="xMidYMin slice"
      >
        {DRAWINGS[weather]}
      </svg>
    </div>
  );
}

function Clouds() {
  return (
    <>
      <linearGradient id="cloud" x1="0" y1="0" x2="0" y2="1">
        <stop className={styles.cloudTop} offset="0.1" />
        <stop className={styles.cloudFoot} offset="1" />
      </linearGradient>
      {CLOUDS.map((place) => (
        <g key={place} className={styles.cloud}>
          <path d={CLOUD} transform={place} fill="url(#cloud)" />
        </g>
      ))}
    </>
  );
}

function Drops() {
  return (
    <g className={styles.drops}>
      <g className={styles.falling}>
        {twice((x, y, key) => (
          <path key={key} d={`M${x} ${y}l-3 15`} />
        ))}
      </g>
    </g>
  );
}

/** The same pattern twice, one above the other, so that the falling loop has no seam. */
function twice(draw: (x: number, y: number, key: string) => ReactNode): ReactNode[] {
  return SPOTS.flatMap(([x, y]) => [draw(x, y, `${x}-near`), draw(x + 60, y + 400, `${x}-far`)]);
}

function usePhase(): Phase {
  const [phase, setPhase] = useState(() => phaseOfHour(hourNow()));
  useEffect(() => {
    const timer = setInterval(() => setPhase(phaseOfHour(hourNow())), 60_000);
    return () => clearInterval(timer);
  }, []);
  return phase;
}
