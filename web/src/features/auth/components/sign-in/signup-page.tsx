import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useForm, useFormContext } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { TextField } from '../../../../components/forms/field';
import { useCityCheck } from '../../../../components/forms/place/places';
import { currentLanguage } from '../../../../lib/language/language';
import { useRegistration } from '../../api/recovery';
import { useSignUp, type SignUp } from '../../api/sign-up';
import { AuthLayout } from './auth-layout';
import styles from './auth-layout.module.css';
import { EntranceForm, EntranceNotice } from './entrance-form';
import { useEmailProofOfLink, useLinkToken } from './link-token';
import { NewPasswordFields } from './fields/new-password-fields';
import { ProviderButtons } from './provider-buttons';
import { EmailField, HomeField, NameFields } from './fields/profile-fields';
import { SharedDeviceField, useSharedDeviceChoice } from './fields/shared-device-field';

const EMPTY: SignUp = { firstName: '', lastName: '', location: '', email: '', password: '', passwordVal: '' };

export function SignupPage() {
  const sharedDevice = useSharedDeviceChoice();
  const signUp = useSignUp(sharedDevice.isShared);
  const registration = useRegistration();
  const invitation = useLinkToken();
  const emailProof = useEmailProofOfLink();
  const form = useForm<SignUp>({ defaultValues: EMPTY });
  const checkCity = useCityCheck(form);

  // A user who comes from a mailed link has left their invitation link, so they can paste it here.
  const asksForInvitation = emailProof !== undefined && registration.data?.mode === 'invite' && !invitation;
  const refusal = asksForInvitation ? undefined : refusalOf(registration.data?.mode, invitation);

  return (
    <AuthLayout title={t`Sign Up`} heading={t`Begin your journal`}>
      {refusal && <EntranceNotice tone="info">{refusal}</EntranceNotice>}
      {emailProof && (
        <EntranceNotice tone="info">
          <Trans>Sign up with the address that received the mail. That confirms the address as yours.</Trans>
        </EntranceNotice>
      )}
      <ProviderButtons isShared={sharedDevice.isShared} invitation={invitation} />
      {registration.data?.passwordLogin !== false && (
        <EntranceForm
          form={form}
          action={signUp}
          toBody={async (values) => {
            const place = await checkCity(values.location);
            return (
              place && {
                ...values,
                language: currentLanguage(),
                ...place,
                ...(emailProof && { emailProof }),
                ...withInvitation(invitation ?? values.invitation),
              }
            );
          }}
          submitLabel={t({
            message: 'Sign In',
            context: 'sign-up',
            comment: 'The button that creates the account. The specification prescribes the English words.',
          })}
        >
          <div className={styles.pair}>
            <NameFields />
          </div>
          <HomeField hint={t`We use it to add the weather to your entries.`} />
          <EmailField />
          {asksForInvitation && <InvitationField />}
          <NewPasswordFields />
          <SharedDeviceField choice={sharedDevice} />
        </EntranceForm>
      )}
      <p className={styles.other}>
        <Trans>
          Already have an account? <Link to="/login">Login</Link>
        </Trans>
      </p>
    </AuthLayout>
  );
}

function InvitationField() {
  const { register, formState } = useFormContext<SignUp>();
  return (
    <TextField
      label={t`Your invitation`}
      required
      hint={t`The link you were sent.`}
      error={formState.errors.invitation?.message}
      {...register('invitation', { required: t`To sign up here you need an invitation` })}
    />
  );
}

/** The token, from a pasted link or pasted alone. */
function withInvitation(text: string | undefined): Pick<SignUp, 'invitation'> {
  const token = text?.split('#').at(-1)?.trim();
  return token ? { invitation: token } : {};
}

/** Why signing up is not possible, so that visitors know before they fill in the form. */
function refusalOf(mode: string | undefined, invitation: string | undefined): string | undefined {
  if (mode === 'closed') return t`New accounts cannot be created here at the moment.`;
  if (mode === 'invite' && !invitation)
    return t`You need an invitation to sign up here. Open the link you were sent.`;
  return undefined;
}
