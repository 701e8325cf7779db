import { t } from '@lingui/core/macro';
import { dateFormat, numberInWords } from '../language/formats';
import type { Measure } from './measures';

const HOUR = 60;
const MINUTE_MS = 60_000;

/** A value as people say it: `7h 30m`, `4 of 10`, `72.5 kg`. */
export function valueInWords({ kind, unit }: Pick<Measure, 'kind' | 'unit'>, value: number): string {
  switch (kind) {
    case 'yes-no':
      return value >= 0.5
        ? t({ message: 'yes', context: 'measure' })
        : t({ message: 'no', context: 'measure' });
    case 'number': {
      const number = numberInWords(value, { maximumFractionDigits: 3 });
      return unit === '' ? number : `${number} ${unit}`;
    }
    case 'scale-5':
    case 'scale-10': {
      const step = numberInWords(value, { maximumFractionDigits: 1 });
      const most = numberInWords(kind === 'scale-5' ? 5 : 10);
      return t({ message: `${step} of ${most}`, comment: 'A step on a scale' });
    }
    case 'duration': {
      const minutes = Math.round(value);
      const part = (amount: number, name: 'hour' | 'minute') =>
        numberInWords(amount, { style: 'unit', unit: name, unitDisplay: 'narrow' });
      const [hours, rest] = [Math.floor(minutes / HOUR), minutes % HOUR];
      if (hours === 0) return part(rest, 'minute');
      return rest === 0 ? part(hours, 'hour') : `${part(hours, 'hour')} ${part(rest, 'minute')}`;
    }
    case 'time':
      return dateFormat({ hour: '2-digit', minute: '2-digit' }).format(Math.round(value) * MINUTE_MS);
  }
}
