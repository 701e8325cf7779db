import styles from './skeleton.module.css';

/** A shimmer where something will stand, of about its size. Sizes are CSS lengths. */
export function Skeleton({ width, height = '0.875em' }: { width: string; height?: string }) {
  return <span aria-hidden="true" className={styles.skeleton} style={{ width, height }} />;
}
