import styles from './logo.module.css';

/** A sun over two waves of hills. */
export function Logo({ size = 30 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      strokeWidth="2.4"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle className={styles.sun} cx="16" cy="11.500" r="8" />
      <path
        className={styles.near}
        d="M3 20.500c3.200-3.400 6.500-3.400 9.700 0s6.500 3.400 9.700 0 4.600-3.200 6.600-2.400"
      />
      <path
        className={styles.far}
        d="M3 26.500c3.200-3.400 6.500-3.400 9.700 0s6.500 3.400 9.700 0 4.600-3.200 6.600-2.400"
      />
    </svg>
  );
}
