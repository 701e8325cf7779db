import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Button, ButtonLink } from '../../../components/forms/button';
import { dayInWords } from '../../../lib/dates/dates';
import { dayEndsAt } from '../../../lib/dates/zone';
import { inSentences } from '../../../lib/language/sentences';
import { saveText } from '../../../lib/save-text';
import { addLeftOut } from '../job';
import type { Job, PhotosOfJob } from '../job-state';
import type { NumberedEntry } from '../parts';
import { dayOfImported } from '../understand/outlook';
import { atInWords, notImportedInWords } from '../words';
import styles from './import.module.css';
import { Listed } from './listed';

/** What an import has added, and what not. */
export function Report({ job, onClose }: { job: Job; onClose: () => void }) {
  const { alreadyThere, labelsInText, labelsLeftOut, lookedUp, refused, deleted, changed = [], photos } = job;
  const lost = photos?.lost ?? [];
  return (
    <div className={styles.report}>
      {alreadyThere > 0 && (
        <p>
          <Plural
            value={alreadyThere}
            one="# entry was already there, and stays as it is."
            other="# entries were already there, and stay as they are."
          />
        </p>
      )}
      {photos && <PhotosInWords photos={photos} />}
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
      <LeftOut
        entries={deleted}
        title={plural(deleted.length, {
          one: '# entry was deleted here not long ago, and was not added again',
          other: '# entries were deleted here not long ago, and were not added again',
        })}
        add={t`Add them again`}
        onAdd={() => void addLeftOut(job, 'deleted')}
      />
      <LeftOut
        entries={changed}
        title={plural(changed.length, {
          one: '# entry is already here with different contents, and was not added',
          other: '# entries are already here with different contents, and were not added',
        })}
        add={t`Add them as entries of their own`}
        onAdd={() => void addLeftOut(job, 'changed')}
      />
      <Listed
        title={notImportedInWords(refused, true)}
        items={refused.map(({ at, reasons }) => ({ at, text: inSentences(...reasons) }))}
      />
      <Listed
        title={plural(lost.length, {
          one: '# photo was not imported',
          other: '# photos were not imported',
        })}
        items={lost.map(({ at, reasons }) => ({ at, text: inSentences(...reasons) }))}
      />
      <p className={styles.actions}>
        <ButtonLink variant="primary" to="/journal" onClick={onClose}>
          <Trans>To the journal</Trans>
        </ButtonLink>
        {refused.length + lost.length > 0 && (
          <Button onClick={() => saveText('import-report.txt', reportOf(job))}>
            <Trans>Download the report</Trans>
          </Button>
        )}
        <Button variant="plain" onClick={onClose}>
          <Trans>Import another file</Trans>
        </Button>
      </p>
    </div>
  );
}

interface LeftOutProps {
  entries: NumberedEntry[];
  title: string;
  add: string;
  onAdd: () => void;
}

/** Entries that the server left out, until the person asks for them. */
function LeftOut({ entries, title, add, onAdd }: LeftOutProps) {
  if (entries.length === 0) return null;
  return (
    <div>
      <Listed title={title} items={entries.map(itemOf)} />
      <Button onClick={onAdd}>{add}</Button>
    </div>
  );
}

const itemOf = ({ at, entry }: NumberedEntry) => ({
  at,
  text:
    typeof entry.createdAt === 'string'
      ? dayInWords(dayOfImported(entry.createdAt, entry.day, dayEndsAt()))
      : '',
  ...(typeof entry.content === 'string' && { detail: entry.content.slice(0, 80) }),
});

function PhotosInWords({ photos: { added, end, leftOut } }: { photos: PhotosOfJob }) {
  return (
    <>
      {added > 0 && (
        <p>
          <Plural value={added} one="# photo was imported." other="# photos were imported." />
        </p>
      )}
      {leftOut > 0 && (
        <p>
          {end === 'full' && (
            <Trans>There is no room for more photos, so the words were imported without them.</Trans>
          )}{' '}
          <Plural value={leftOut} one="# photo stayed in the file." other="# photos stayed in the file." />
        </p>
      )}
    </>
  );
}

/** One line for each entry and each photo that was not taken, with its place in the file. */
const reportOf = ({ refused, photos }: Job): string =>
  [...refused, ...(photos?.lost ?? [])]
    .map(({ at, reasons }) => `${atInWords(at)}: ${inSentences(...reasons)}\n`)
    .join('');
