import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { LIMITS } from '@inner-weather/domain/limits';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { Button } from '../../../../components/forms/button';
import { TextField } from '../../../../components/forms/field';
import { requiredText } from '../../../../components/forms/text-rules';
import { Notice } from '../../../../components/page/notice';
import { beyondFields, showAtFields } from '../../../../components/forms/form-errors';
import { useOneAtATime } from './use-one-at-a-time';
import { useCityCheck } from '../../../../components/forms/places';
import { currentLanguage } from '../../../../lib/language/language';
import { useRegistration } from '../../api/recovery';
import { useSignUp, type SignUp } from '../../api/sign-up';
import { AuthLayout } from './auth-layout';
import styles from './auth-layout.module.css';
import { useEmailProofOfLink, useLinkToken } from './link-token';
import { NewPasswordFields } from './new-password-fields';
import { ProviderButtons } from './provider-buttons';
import { HomeField, NameFields } from './profile-fields';
import { SharedDeviceField, useSharedDeviceChoice } from './shared-device-field';

const EMPTY: SignUp = { firstName: '', lastName: '', location: '', email: '', password: '', passwordVal: '' };

export function SignupPage() {
  const sharedDevice = useSharedDeviceChoice();
  const signUp = useSignUp(sharedDevice.isShared);
  const registration = useRegistration();
  const invitation = useLinkToken();
  const emailProof = useEmailProofOfLink();
  const checkCity = useCityCheck();
  const form = useForm<SignUp>({ defaultValues: EMPTY });

  const submit = useOneAtATime(
    form.handleSubmit(async (values) => {
      const { place, problem } = await checkCity(values.location);
      if (problem !== undefined) {
        form.setError('location', { message: problem }, { shouldFocus: true });
        return;
      }
      await signUp
        .mutateAsync(
          {
            ...values,
            language: currentLanguage(),
            ...(place !== undefined && { place }),
            ...(emailProof && { emailProof }),
            ...withInvitation(invitation ?? values.invitation),
          },
          {
            onError: (error) => showAtFields(form, error),
          },
        )
        .catch(() => undefined);
    }),
  );

  // Errors that name a field are shown at the field, the rest above the form.
  const general = beyondFields(form, signUp.error);

  // A user who comes from a mailed link has left their invitation link, so they can paste it here.
  const asksForInvitation = emailProof !== undefined && registration.data?.mode === 'invite' && !invitation;
  const refusal = asksForInvitation ? undefined : refusalOf(registration.data?.mode, invitation);

  return (
    <AuthLayout title={t`Sign Up`} heading={t`Begin your journal`}>
      {refusal && (
        <div className={styles.notice}>
          <Notice tone="info">{refusal}</Notice>
        </div>
      )}
      {emailProof && (
        <div className={styles.notice}>
          <Notice tone="info">
            <Trans>
              Sign up with the address that received the mail. That confirms the address as yours.
            </Trans>
          </Notice>
        </div>
      )}
      {general && (
        <div className={styles.notice}>
          <Notice tone="error">{general}</Notice>
        </div>
      )}
      <ProviderButtons isShared={sharedDevice.isShared} invitation={invitation} />
      {registration.data?.passwordLogin !== false && (
        <form
          noValidate
          className={styles.fields}
          onSubmit={(event) => {
            // Without this, a second submit would reload the page.
            event.preventDefault();
            void submit();
          }}
        >
          <FormProvider {...form}>
            <div className={styles.pair}>
              <NameFields />
            </div>
            <HomeField hint={t`We use it to add the weather to your entries.`} />
            <EmailField />
            {asksForInvitation && <InvitationField />}
            <NewPasswordFields />
          </FormProvider>
          <SharedDeviceField choice={sharedDevice} />
          <Button
            type="submit"
            variant="primary"
            wide
            className={styles.submit}
            busy={signUp.isPending || form.formState.isSubmitting}
          >
            {t({
              message: 'Sign In',
              context: 'sign-up',
              comment: 'The button that creates the account. The specification prescribes the English words.',
            })}
          </Button>
        </form>
      )}
      <p className={styles.other}>
        <Trans>
          Already have an account? <Link to="/login">Login</Link>
        </Trans>
      </p>
    </AuthLayout>
  );
}

/* Fields register in the order of the page, so that the first invalid one gets the focus. */

function EmailField() {
  const { register, formState } = useFormContext<SignUp>();
  return (
    <TextField
      label={t`Email`}
      type="email"
      autoComplete="email"
      required
      error={formState.errors.email?.message}
      {...register('email', {
        validate: requiredText(LIMITS.emailMax, t`Enter your email`),
        pattern: {
          value: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
          message: t`That doesn't look like an email address`,
        },
      })}
    />
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
