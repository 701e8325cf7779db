import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Choice } from '../../../components/forms/choices/choice';
import { Notice } from '../../../components/page/notice';
import { Section } from '../../../components/page/section';
import { messageOf } from '../../../lib/api/api-error';
import { type Installation, useChangeInstallation } from '../api/admin';

/** From the widest to the strictest. */
const MODES = ['open', 'invite', 'closed'] as const;

/** Opens and closes registration, within what the configuration allows. */
export function Registration({ installation }: { installation: Installation }) {
  const change = useChangeInstallation();
  const { registration, widestRegistration } = installation;
  const labels = { open: t`Anyone`, invite: t`People with an invitation`, closed: t`Nobody` };
  const allowed = MODES.slice(MODES.indexOf(widestRegistration));
  const shown = change.isPending ? (change.variables.registration ?? registration) : registration;
  return (
    <Section title={t`Who may sign up`} intro={t`A change takes effect at once.`}>
      {change.isError && <Notice tone="error">{messageOf(change.error)}</Notice>}
      <Choice
        legend={t`New accounts`}
        options={allowed.map((value) => ({ value, label: labels[value] }))}
        value={shown}
        onChange={(value) => change.mutate({ registration: value })}
      />
      {allowed.length < MODES.length && (
        <p>
          <Trans>REGISTRATION in the configuration allows nothing wider.</Trans>
        </p>
      )}
    </Section>
  );
}
