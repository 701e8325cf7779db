import { t } from '@lingui/core/macro';
import { useHeldLock } from '../../lib/device-lock/use-held-lock';
import { CopyField } from './copy-field';

/** A secret that is shown only once, to be copied into another app. */
export function CopyOnceField(props: { label: string; value: string }) {
  useHeldLock();
  return <CopyField hint={t`Copy it now. It will not be shown again.`} {...props} />;
}
