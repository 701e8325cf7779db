import { ACCOUNT_PROBLEMS } from '@inner-weather/domain/problems/account-problems';
import { useLocation } from 'react-router-dom';
import { Notice } from '../../../../components/page/notice';
import { textOfMessage } from '../../../../lib/api/api-error';
import styles from './auth-layout.module.css';

/** What went wrong at a provider, if it led the browser back to this page with a problem. */
export function SignInProblem() {
  const { search } = useLocation();
  const code = new URLSearchParams(search).get('problem');
  if (code === null) return null;
  const known = Object.hasOwn(ACCOUNT_PROBLEMS, code)
    ? (code as keyof typeof ACCOUNT_PROBLEMS)
    : 'sign_in_failed';
  const { id, message } = ACCOUNT_PROBLEMS[known];
  return (
    <div className={styles.notice}>
      <Notice tone="error">{textOfMessage(id, message)}</Notice>
    </div>
  );
}
