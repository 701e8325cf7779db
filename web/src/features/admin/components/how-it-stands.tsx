import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { isolate } from '../../../lib/language/isolate';
import { Button } from '../../../components/forms/button';
import { Notice } from '../../../components/page/notice';
import { Section } from '../../../components/page/section';
import { momentInWords } from '../../../lib/dates/dates';
import { reasonOf } from '../../../lib/api/unreachable';
import { useTestMail, type AdminState, type Part } from '../api/admin';
import styles from './admin.module.css';
import { StateMark, type Tone } from './state-mark';
import { failureInWords, partInWords, partStateInWords, providerInWords, taskOf } from './words';

const TONES: Record<Part['state'], Tone> = {
  working: 'good',
  failing: 'bad',
  unused: 'unknown',
  absent: 'unknown',
  unknown: 'unknown',
};

/** The parts that services depend on, and the services themselves. */
export function HowItStands({ state }: { state: AdminState }) {
  return (
    <Section title={t`System status`}>
      {!state.isConfirmed && (
        <Notice tone="error">
          <Trans>
            The service for accounts, its database or RabbitMQ does not answer. You see this because you
            administered a few minutes ago; nothing can be changed until it is back.
          </Trans>
        </Notice>
      )}
      <ul className={styles.list}>
        {state.parts.map((part) => (
          <PartLine key={part.name} part={part} />
        ))}
      </ul>
      <h3 className={styles.heading}>
        <Trans>Services</Trans>
      </h3>
      <ul className={styles.list}>
        {state.services.map((service) => (
          <ServiceLine key={service.service} service={service} />
        ))}
      </ul>
    </Section>
  );
}

function PartLine({ part }: { part: Part }) {
  const name = partInWords(part.name);
  const provider = providerInWords(part.provider);
  const state = partStateInWords(part);
  const { lastFailure } = part;
  return (
    <li className={styles.item}>
      <StateMark tone={TONES[part.state]} label={state} />
      <div className={styles.body}>
        <p className={styles.line}>
          <span className={styles.name}>{name}</span>
          <span className={styles.quiet}>
            {provider === undefined
              ? state
              : t({
                  message: `${state} · ${provider}`,
                  comment: 'The state of a part of the installation, and what it is.',
                })}
          </span>
        </p>
        {lastFailure && (
          <p className={part.state === 'failing' ? undefined : styles.quiet}>
            <LastFailure when={momentInWords(lastFailure.at)} words={failureInWords(lastFailure)} />
          </p>
        )}
        {lastFailure?.reason && <Answer reason={lastFailure.reason} />}
        {part.name === 'mail' && part.state !== 'absent' && part.state !== 'unknown' && <TestMail />}
      </div>
    </li>
  );
}

/** What the other side said, in its own words. */
function Answer({ reason }: { reason: string }) {
  return (
    <p className={styles.quiet}>
      <Trans>
        The answer was: <bdi>{reason}</bdi>
      </Trans>
    </p>
  );
}

/** A mail to oneself. Whether the mail server took it is told here; whether it arrives, in the mailbox. */
function TestMail() {
  const test = useTestMail();
  const email = test.data?.email;
  return (
    <>
      <div>
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          <Trans>Send me a test</Trans>
        </Button>
      </div>
      {test.isError && <Notice tone="error">{reasonOf(test.error)}</Notice>}
      {test.data?.failure && (
        <Notice tone="error">
          {failureInWords(test.data.failure)}
          {test.data.failure.reason && <Answer reason={test.data.failure.reason} />}
        </Notice>
      )}
      {test.data?.failure === null && (
        <Notice tone="success">
          <Trans>
            The mail server accepted it for <bdi>{email}</bdi>. If it does not arrive, check the spam folder:
            the domain of MAIL_FROM may not allow this mail server.
          </Trans>
        </Notice>
      )}
    </>
  );
}

function LastFailure({ when, words }: { when: string; words: string }) {
  return (
    <Trans>
      Last failure on {when}: {words}
    </Trans>
  );
}

function ServiceLine({ service }: { service: AdminState['services'][number] }) {
  const { service: name, version, startedAt, replicas } = service;
  const isUp = version !== null && startedAt !== null;
  return (
    <li className={styles.item}>
      <StateMark tone={isUp ? 'good' : 'bad'} label={isUp ? t`Answers` : t`Does not answer`} />
      <div className={styles.body}>
        <p className={styles.line}>
          <span className={styles.name}>{name}</span>
          <span className={styles.quiet}>{taskOf(name)}</span>
        </p>
        <p className={styles.quiet}>
          {isUp ? (
            <Running version={isolate(version)} since={momentInWords(startedAt)} replicas={replicas ?? 1} />
          ) : (
            <Trans>Does not answer. The reason is at the end of its log.</Trans>
          )}
        </p>
      </div>
    </li>
  );
}

function Running({ version, since, replicas }: { version: string; since: string; replicas: number }) {
  if (replicas <= 1) {
    return (
      <Trans>
        Version {version}, since {since}
      </Trans>
    );
  }
  return plural(replicas, {
    one: `Version ${version}, since ${since}. # replica runs.`,
    other: `Version ${version}, since ${since}. # replicas run; one of them has answered.`,
  });
}
