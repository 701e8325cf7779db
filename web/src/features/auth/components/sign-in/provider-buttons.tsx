import { t } from '@lingui/core/macro';
import { isolate } from '../../../../lib/language/isolate';
import { Button } from '../../../../components/forms/button';
import { Notice } from '../../../../components/page/notice';
import { messageOf } from '../../../../lib/api/api-error';
import { useBeginOidc } from '../../../../lib/account/sign-in-methods';
import { useRegistration } from '../../api/recovery';
import { useReturnTo } from './asked-page';
import styles from './provider-buttons.module.css';

/** A button for each provider with which people can sign in here, and a line before the form, if one follows. */
export function ProviderButtons({ isShared, invitation }: { isShared: boolean; invitation?: string }) {
  const { data } = useRegistration();
  const begin = useBeginOidc();
  const returnTo = useReturnTo();
  const providers = data?.providers ?? [];
  if (providers.length === 0) return null;
  const press = (provider: string) =>
    begin.mutate({
      provider,
      isShared,
      body: { purpose: 'sign-in', ...(invitation && { invitation }), ...returnTo },
    });
  return (
    <div className={styles.providers}>
      {begin.isError && <Notice tone="error">{messageOf(begin.error)}</Notice>}
      {providers.map(({ id, ...provider }) => {
        const name = isolate(provider.name);
        return (
          <Button
            key={id}
            wide
            busy={begin.isPending && begin.variables.provider === id}
            onClick={() => press(id)}
          >
            {t`Sign in with ${name}`}
          </Button>
        );
      })}
      {data?.passwordLogin !== false && (
        <p className={styles.or}>
          {t({ message: 'or', comment: 'Between the buttons of providers and the form.' })}
        </p>
      )}
    </div>
  );
}
