import styles from './skeleton.module.css';

/** A shimmering placeholder of about the size of what will appear. Sizes are CSS lengths. */
export function Skeleton({ width, height = '0.875em' }: { width: string; height?: string }) {
  return <span aria-hidden="true" className={styles.skeleton} style={{ width, height }} />;
}
