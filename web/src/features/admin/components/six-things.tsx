import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { AUTHOR_URL } from '@inner-weather/domain/author';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/forms/button';
import { Notice } from '../../../components/page/notice';
import { Section } from '../../../components/page/section';
import { messageOf } from '../../../lib/api/api-error';
import { useAbout } from '../../../lib/account/about';
import { momentInWords } from '../../../lib/dates/dates';
import { fileOfVersion } from '../../../lib/links';
import { type AdminState, type Thing, useChangeInstallation } from '../api/admin';
import styles from './admin.module.css';
import { StateMark } from './state-mark';

/** Sections of the documentation, where each thing is explained. */
const DOCS: Record<Thing['name'], string> = {
  version: 'docs/running.md#from-one-version-to-the-next',
  encryption: 'docs/encryption.md',
  https: 'docs/deploying.md',
  backup: 'docs/backup.md',
  registration: 'docs/running.md#accounts',
  second_factor: 'docs/security.md#if-you-run-it',
};

/** What to do before others use the installation, each with its state now. */
export function SixThings({ state }: { state: AdminState }) {
  const change = useChangeInstallation();
  const { installation } = state;
  return (
    <Section title={t`Six things to do before others use it`}>
      {change.isError && <Notice tone="error">{messageOf(change.error)}</Notice>}
      <ol className={styles.list}>
        {state.things.map((thing) => (
          <li key={thing.name} className={styles.item}>
            <StateMark tone={TONES[thing.state]} label={stateInWords(thing.state)} />
            <div className={styles.body}>
              <h3 className={styles.name}>{nameOf(thing.name)}</h3>
              <p>{sentenceOf(thing, state)}</p>
              {thing.name === 'encryption' && installation && (
                <Button
                  variant="plain"
                  busy={change.isPending}
                  onClick={() => change.mutate({ keysKeptElsewhere: thing.state !== 'done' })}
                >
                  {thing.state === 'done' ? t`I no longer keep them elsewhere` : t`I keep them elsewhere`}
                </Button>
              )}
              {thing.name === 'second_factor' && thing.state === 'to_do' && (
                <p>
                  <Link to="/settings#section-second-factor">
                    <Trans>To your settings</Trans>
                  </Link>
                </p>
              )}
              {thing.state !== 'done' && <Documentation path={DOCS[thing.name]} version={versionOf(state)} />}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Documentation({ path, version }: { path: string; version: string | undefined }) {
  const { data: about } = useAbout();
  const authorUrl = about?.authorUrl ?? AUTHOR_URL;
  return (
    <a
      className={styles.docs}
      href={fileOfVersion(authorUrl, version, path)}
      target="_blank"
      rel="noopener noreferrer"
    >
      {path}
    </a>
  );
}

const versionOf = ({ services }: AdminState): string | undefined =>
  services.find(({ service }) => service === 'gateway')?.version ?? undefined;

const TONES = { done: 'good', to_do: 'open', unknown: 'unknown' } as const;

function stateInWords(state: Thing['state']): string {
  if (state === 'done') return t({ message: 'Done', comment: 'A thing to do before others use it.' });
  if (state === 'to_do') return t({ message: 'To do', comment: 'A thing to do before others use it.' });
  return t({ message: 'Not known', comment: 'A thing to do before others use it.' });
}

function nameOf(name: Thing['name']): string {
  switch (name) {
    case 'version':
      return t`One version`;
    case 'encryption':
      return t`A copy of the keys`;
    case 'https':
      return t`Https`;
    case 'backup':
      return t`A backup every night`;
    case 'registration':
      return t`Who may sign up`;
    case 'second_factor':
      return t`A second factor for administrators`;
  }
}

function sentenceOf({ name, state }: Thing, admin: AdminState): string {
  const { installation } = admin;
  if (state === 'unknown') return t`The service that knows this does not answer.`;
  const isDone = state === 'done';
  switch (name) {
    case 'version': {
      const version = versionOf(admin) ?? '';
      return isDone
        ? t`Every service runs version ${version}.`
        : t`The services run different versions. Finish the upgrade.`;
    }
    case 'encryption':
      return isDone && installation?.keysKeptElsewhereAt
        ? keysSentence(momentInWords(installation.keysKeptElsewhereAt))
        : t`What people write is encrypted. Without the keys no backup can be read, so keep a copy of them away from this machine.`;
    case 'https':
      return isDone
        ? t`This page came over https.`
        : t`Others on the network could read passwords and entries. Put a reverse proxy with https in front, and set PUBLIC_URL.`;
    case 'backup':
      return backupSentence(isDone, installation?.lastBackup?.finishedAt);
    case 'registration':
      if (!isDone) return t`Anyone who reaches this address can create an account.`;
      return installation?.registration === 'closed'
        ? t`Nobody can create an account.`
        : t`People need an invitation from you.`;
    case 'second_factor':
      return isDone
        ? t`Every administrator logs in with a code, too.`
        : t`A guessed password is enough to open this page.`;
  }
}

const keysSentence = (since: string): string =>
  t`What people write is encrypted, and you keep the keys elsewhere, too (said on ${since}).`;

function backupSentence(isDone: boolean, finishedAt: string | undefined): string {
  if (finishedAt === undefined) return t`The backup command has not made one yet.`;
  const when = momentInWords(finishedAt);
  return isDone
    ? t`The last one was made on ${when}.`
    : t`The last one was made on ${when}, more than a week ago.`;
}
