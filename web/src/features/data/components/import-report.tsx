import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Notice } from '../../../components/page/notice';
import type { ImportReport as Report } from '../api/import-file';
import styles from './your-data.module.css';

/** The number of refused entries that are listed. */
const LISTED_MAX = 20;

/** What an import has added, refused and changed. */
export function ImportReport({ report }: { report: Report }) {
  const { added, alreadyThere, deleted, labelsInText, labelsLeftOut, lookedUp, insights } = report;
  const refused = report.refused.length;
  const unlisted = refused - LISTED_MAX;
  return (
    <Notice
      tone={refused > 0 ? 'info' : 'success'}
      title={
        added === 0
          ? t`No new entries were added.`
          : plural(added, { one: '# entry added.', other: '# entries added.' })
      }
    >
      <p>
        <Trans>
          <Plural value={alreadyThere} one="# already there" other="# already there" />,{' '}
          <Plural value={refused} one="# refused" other="# refused" />.
        </Trans>
      </p>
      {deleted > 0 && (
        <p>
          <Plural
            value={deleted}
            one="# entry was deleted here not long ago, and not added again."
            other="# entries were deleted here not long ago, and not added again."
          />
        </p>
      )}
      {labelsInText > 0 && (
        <p>
          <Plural
            value={labelsInText}
            one="# tag or mood did not fit, and stands at the end of the text as '#'words."
            other="# tags and moods did not fit, and stand at the end of the text as '#'words."
          />
        </p>
      )}
      {labelsLeftOut > 0 && (
        <p>
          <Plural
            value={labelsLeftOut}
            one="# tag or mood is missing: the longest texts have no room for them."
            other="# tags and moods are missing: the longest texts have no room for them."
          />
        </p>
      )}
      {lookedUp > 0 && (
        <p>
          <Plural
            value={lookedUp}
            one="The weather of # entry is being looked up."
            other="The weather of # entries is being looked up."
          />
        </p>
      )}
      {insights > 0 && (
        <p>
          <Plural
            value={insights}
            one="# insight was not imported. You can ask for new ones, which cover all your entries."
            other="# insights were not imported. You can ask for new ones, which cover all your entries."
          />
        </p>
      )}
      {refused > 0 && (
        <ul className={styles.refused}>
          {report.refused.slice(0, LISTED_MAX).map((refusal) => (
            <li key={refusal.number}>{refusalInWords(refusal)}</li>
          ))}
          {unlisted > 0 && (
            <li>
              <Plural value={unlisted} one="and # more" other="and # more" />
            </li>
          )}
        </ul>
      )}
    </Notice>
  );
}

function refusalInWords({ number, reasons }: Report['refused'][number]): string {
  const position = i18n.number(number);
  const [first = '', ...others] = reasons;
  const list = others.reduce(
    (previous, next) => t({ message: `${previous}; ${next}`, comment: 'Joins two reasons for a refusal.' }),
    first,
  );
  return t`Entry ${position}: ${list}`;
}
