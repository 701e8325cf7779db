import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { ActionForm } from '../../../../components/forms/action-form';
import { Checkbox } from '../../../../components/forms/choices/checkbox';
import { CodeField } from '../../../../components/forms/password/code-field';
import {
  CurrentPasswordField,
  withoutBlank,
} from '../../../../components/forms/password/current-password-field';
import { FieldNote, SelectField, TextField } from '../../../../components/forms/field';
import { requiredText } from '../../../../components/forms/text-rules';
import { toApiError } from '../../../../lib/api/api-error';
import { useHasPassword } from '../../../../lib/account/profile';
import { useCreateAccessToken, type AccessToken, type NewAccessToken } from '../../api/access-tokens';
import { useSecondFactor } from '../../api/second-factor';
import styles from './access-tokens.module.css';

interface AccessTokenValues {
  name: string;
  scopes: AccessToken['scopes'];
  /** Days; '' for a key that does not expire. */
  expiresInDays: string;
  currentPassword: string;
  code: string;
}

interface AccessTokenFormProps {
  onCreated: (token: NewAccessToken) => void;
  onCancel: () => void;
}

/** Creates an access token. */
export function AccessTokenForm({ onCreated, onCancel }: AccessTokenFormProps) {
  const id = useId();
  const create = useCreateAccessToken();
  const factor = useSecondFactor();
  const hasPassword = useHasPassword();
  const needsCode =
    (factor.data?.active === true && hasPassword) ||
    (create.isError && toApiError(create.error).code === 'second_factor_required');
  const form = useForm<AccessTokenValues>({
    defaultValues: { name: '', scopes: ['entries:read'], expiresInDays: '90', currentPassword: '', code: '' },
  });
  const { errors } = form.formState;
  const scopes = form.register('scopes', {
    validate: (chosen) => chosen.length > 0 || t`Choose what the key may do`,
  });
  return (
    <ActionForm
      form={form}
      action={create}
      toBody={({ expiresInDays, code, ...values }) => ({
        ...withoutBlank(values),
        ...(expiresInDays !== '' && { expiresInDays: Number(expiresInDays) }),
        ...(code !== '' && { code }),
      })}
      submitLabel={t`Create the key`}
      onDone={onCreated}
      onCancel={onCancel}
    >
      <TextField
        label={t({ message: 'Name', context: 'key' })}
        autoFocus
        hint={t`What it is for, such as “Backup on the NAS”`}
        type="text"
        autoComplete="off"
        required
        error={errors.name?.message}
        {...form.register('name', {
          validate: requiredText(LIMITS.accessTokenNameMax, t`Give the key a name`),
        })}
      />
      <fieldset aria-describedby={`${id}-note`}>
        <legend className={styles.legend}>
          <Trans>What it may do</Trans>
        </legend>
        <div className={styles.scopes}>
          <Checkbox label={t`Read entries`} value="entries:read" {...scopes} />
          <Checkbox label={t`Write entries`} value="entries:write" {...scopes} />
        </div>
        <FieldNote
          id={`${id}-note`}
          error={errors.scopes?.message}
          hint={t`With “Write entries” alone, it can add entries but not see yours.`}
        />
      </fieldset>
      <SelectField
        label={t`Expires`}
        error={errors.expiresInDays?.message}
        {...form.register('expiresInDays')}
      >
        <option value="30">{t`In 30 days`}</option>
        <option value="90">{t`In 90 days`}</option>
        <option value="365">{t`In a year`}</option>
        <option value="">{t({ message: 'Never', context: 'key' })}</option>
      </SelectField>
      <CurrentPasswordField form={form} label={t`Your password`} />
      {needsCode && <CodeField form={form} />}
    </ActionForm>
  );
}
