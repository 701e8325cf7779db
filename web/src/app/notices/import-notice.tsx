import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { Notice } from '../../components/page/notice';
import { useJob } from '../../features/import/job-state';
import styles from '../frame/layout.module.css';

/** Says that an import does not go on by itself. After a reload, such as by the lock, its user may be on any page. */
export function ImportNotice() {
  const job = useJob();
  const needsUser = job.step === 'file' || (job.step === 'refused' && !job.isOver);
  if (!needsUser) return null;
  return (
    <div className={styles.notice}>
      <Notice tone="info">
        <Trans>
          Your import has stopped and needs you. <Link to="/import">Open the import</Link>
        </Trans>
      </Notice>
    </div>
  );
}
