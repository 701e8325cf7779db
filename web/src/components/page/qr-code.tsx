import { encode } from 'uqr';
import styles from './qr-code.module.css';

/** Modules of white around the code that scanners require (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** Text as a QR code, drawn in the browser. Dark on light in both themes, as cameras need it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg role="img" aria-label={label} className={styles.code} viewBox={`0 0 ${size} ${size}`}>
      <path d={squares.join('')} shapeRendering="crispEdges" />
    </svg>
  );
}
