import { LIMITS } from '@inner-weather/contracts/limits';
import { FormProvider, useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/button';
import { TextField } from '../../../components/field';
import { Notice } from '../../../components/notice';
import { beyondFields, showAtFields } from '../../../lib/form-errors';
import { useRegistration } from '../api/recovery';
import { useSignUp, type SignUp } from '../api/sign-up';
import { AuthLayout } from './auth-layout';
import styles from './auth-layout.module.css';
import { useLinkToken } from './link-token';
import { NewPasswordFields } from './new-password-fields';

const EMPTY: SignUp = { firstName: '', lastName: '', location: '', email: '', password: '', passwordVal: '' };

const notBlank = (words: string) => (value: string) => value.trim() !== '' || words;

const atMost = (max: number) => ({ value: max, message: `At most ${max} characters, please` });

export function SignupPage() {
  const signUp = useSignUp();
  const registration = useRegistration();
  const invitation = useLinkToken();
  const form = useForm<SignUp>({ defaultValues: EMPTY });
  const { errors } = form.formState;

  const submit = form.handleSubmit((values) =>
    signUp.mutate(invitation ? { ...values, invitation } : values, {
      onError: (error) => showAtFields(form, error),
    }),
  );

  // What names a field is shown at the field, the rest above the form.
  const general = beyondFields(form, signUp.error);

  const refusal = refusalOf(registration.data?.mode, invitation);

  return (
    <AuthLayout title="Sign Up" heading="Begin your journal">
      {refusal && (
        <div className={styles.notice}>
          <Notice tone="info">{refusal}</Notice>
        </div>
      )}
      {general && (
        <div className={styles.notice}>
          <Notice tone="error">{general}</Notice>
        </div>
      )}
      <form noValidate className={styles.fields} onSubmit={(event) => void submit(event)}>
        <div className={styles.pair}>
          <TextField
            label="Name"
            autoComplete="given-name"
            required
            error={errors.firstName?.message}
            {...form.register('firstName', {
              validate: notBlank('What may we call you?'),
              maxLength: atMost(LIMITS.nameMax),
            })}
          />
          <TextField
            label="Last Name"
            autoComplete="family-name"
            required
            error={errors.lastName?.message}
            {...form.register('lastName', {
              validate: notBlank('Your last name is needed'),
              maxLength: atMost(LIMITS.nameMax),
            })}
          />
        </div>
        <TextField
          label="Your location (City)"
          autoComplete="address-level2"
          required
          hint="For the weather on your entries."
          error={errors.location?.message}
          {...form.register('location', {
            validate: notBlank('A city is needed, for its weather'),
            maxLength: atMost(LIMITS.locationMax),
          })}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          required
          error={errors.email?.message}
          {...form.register('email', {
            validate: notBlank('Your email is needed'),
            pattern: { value: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, message: 'That is not an email address' },
            maxLength: atMost(LIMITS.emailMax),
          })}
        />
        <FormProvider {...form}>
          <NewPasswordFields />
        </FormProvider>
        <Button type="submit" variant="primary" wide className={styles.submit} busy={signUp.isPending}>
          Sign In
        </Button>
      </form>
      <p className={styles.other}>
        Here before? <Link to="/login">Login</Link>
      </p>
    </AuthLayout>
  );
}

/** What somebody has to know before they fill the form in. */
function refusalOf(mode: string | undefined, invitation: string | undefined): string | undefined {
  if (mode === 'closed') return 'Nobody can sign up here at the moment.';
  if (mode === 'invite' && !invitation) return 'To sign up here you need an invitation: open the link in it.';
  return undefined;
}
