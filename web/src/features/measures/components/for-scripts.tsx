import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CopyField } from '../../../components/page/copy-field';
import { useToday } from '../../../lib/dates/today';
import type { Measure } from '../../../lib/measures/measures';
import { shellCommand } from '../../../lib/shell-command';
import styles from './measures.module.css';

/** How a device or an app sets the value of a day (docs/measures.md). */
export function ForScripts({ measure }: { measure: Measure }) {
  const today = useToday();
  return (
    <details className={styles.scripts}>
      <summary>
        <Trans>Set it from another app or a script</Trans>
      </summary>
      <CopyField label={t`Its id`} value={measure._id} />
      <CopyField label={t`One line for a script`} hint={hintOf(measure)} value={curlOf(measure, today)} />
    </details>
  );
}

/** @param today YYYY-MM-DD */
const curlOf = ({ _id, kind }: Measure, today: string): string =>
  shellCommand(
    'curl',
    '-X',
    'PUT',
    '-H',
    'Authorization: Bearer iw_…',
    '-H',
    'Content-Type: application/json',
    '-d',
    JSON.stringify({ value: EXAMPLES[kind] }),
    `${window.location.origin}/api/measures/${_id}/days/${today}`,
  );

/** A value of each kind, as it is stored. */
const EXAMPLES: Record<Measure['kind'], number> = {
  'yes-no': 1,
  number: 3,
  'scale-5': 4,
  'scale-10': 7,
  duration: 450,
  time: 420,
};

function hintOf({ kind }: Measure): string {
  const key = t`Replace iw_… with a key for scripts that may write entries. You can create one in these settings.`;
  const values: Partial<Record<Measure['kind'], string>> = {
    'yes-no': t`1 is yes, and 0 is no.`,
    duration: t`450 minutes are 7 hours and a half.`,
    time: t`420 minutes after midnight are seven in the morning.`,
  };
  return [key, values[kind]].filter(Boolean).join(' ');
}
