import type { Measured } from '@inner-weather/domain/measures/measures';
import { valueInWords } from '../../lib/measures/value-in-words';
import { useMeasures } from '../../lib/measures/measures';
import { MeasurePicture } from './measure-picture';
import styles from './measures.module.css';

/** What an entry measured, in the order of the person. Values of measures that are gone are left out. */
export default function EntryMeasures({ measured }: { measured: Measured }) {
  const { data: measures = [] } = useMeasures();
  const shown = measures.filter(({ _id }) => measured[_id] !== undefined);
  if (shown.length === 0) return null;
  return (
    <ul className={styles.values}>
      {shown.map((measure) => (
        <li key={measure._id}>
          <MeasurePicture picture={measure.picture} /> <bdi>{measure.name}</bdi>{' '}
          <strong>{valueInWords(measure, measured[measure._id] ?? 0)}</strong>
        </li>
      ))}
    </ul>
  );
}
