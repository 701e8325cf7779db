import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { isolate } from '../../../lib/language/isolate';
import { Button } from '../../../components/forms/button';
import { Notice } from '../../../components/page/notice';
import { reasonOf } from '../../../lib/api/unreachable';
import { useUser } from '../../../lib/api/session';
import { momentInWords } from '../../../lib/dates/dates';
import { deviceTimeZone } from '../../../lib/dates/zone';
import {
  useRemindHere,
  useRemoveDevice,
  useTestReminders,
  type RemindedDevice,
  type Reminders,
} from '../api/reminders';
import {
  isForbidden,
  NotAllowedError,
  NotSubscribedError,
  pushSupport,
  thisDeviceId,
} from '../api/this-device';
import styles from './reminders.module.css';

/** The devices that are reminded, and this one. */
export function RemindedDevices({ reminders }: { reminders: Reminders }) {
  const { devices, vapidPublicKey, on, time, weekdays } = reminders;
  const userId = useUser()?.id ?? '';
  const here = useThisDeviceId(userId, devices);
  const remind = useRemindHere();
  const remove = useRemoveDevice();
  const test = useTestReminders();
  const isElsewhere = here !== undefined && !devices.some(({ id }) => id === here);
  const failure = [remind, remove, test].find(({ isError }) => isError)?.error;
  return (
    <div className={styles.part}>
      <h3 className={styles.label}>
        <Trans>On these devices</Trans>
      </h3>
      {devices.length > 0 && (
        <ul>
          {devices.map((device) => (
            <Item
              key={device.id}
              device={device}
              isHere={device.id === here}
              busy={remove.isPending && remove.variables.id === device.id}
              onRemove={() => remove.mutate({ id: device.id, userId })}
            />
          ))}
        </ul>
      )}
      {failure && !(failure instanceof NotAllowedError) && (
        <Notice tone="error">{failureInWords(failure)}</Notice>
      )}
      {isElsewhere && <WhyNotHere wasRefused={failure instanceof NotAllowedError} />}
      <div className={styles.actions}>
        {isElsewhere && pushSupport() === 'yes' && (
          <Button
            busy={remind.isPending}
            onClick={() =>
              remind.mutate({
                userId,
                vapidPublicKey,
                settings: { on, time, weekdays, timeZone: deviceTimeZone() },
              })
            }
          >
            <Trans>Remind me on this device</Trans>
          </Button>
        )}
        {devices.length > 0 && (
          <Button busy={test.isPending} onClick={() => test.mutate()}>
            <Trans>Send a test</Trans>
          </Button>
        )}
      </div>
      {test.isSuccess && <Notice tone="success">{testedInWords(test.data)}</Notice>}
    </div>
  );
}

const failureInWords = (failure: unknown): string =>
  failure instanceof NotSubscribedError
    ? t`Your browser could not set up reminders on this device. Reload this page and try again, or use a calendar instead.`
    : reasonOf(failure);

/** What keeps this browser from being reminded; nothing if only a click is missing. */
function WhyNotHere({ wasRefused }: { wasRefused: boolean }) {
  const support = pushSupport();
  if (support === 'installed') {
    return (
      <p>
        <Trans>
          On an iPhone or iPad reminders need the app: in Safari, tap Share, then Add to Home Screen, and open
          your journal from there.
        </Trans>
      </p>
    );
  }
  if (support === 'no') {
    return (
      <p>
        <Trans>Your browser cannot show reminders here. A calendar can do it instead.</Trans>
      </p>
    );
  }
  if (!wasRefused && !isForbidden()) return null;
  return (
    <Notice tone="info">
      <Trans>
        Your browser does not allow notifications from this page. Allow them in its settings for this page,
        then try again.
      </Trans>
    </Notice>
  );
}

interface ItemProps {
  device: RemindedDevice;
  isHere: boolean;
  busy: boolean;
  onRemove: () => void;
}

function Item({ device, isHere, busy, onRemove }: ItemProps) {
  const name = deviceInWords(device);
  const added = momentInWords(device.createdAt);
  const last = device.lastSuccessAt && momentInWords(device.lastSuccessAt);
  return (
    <li className={styles.item}>
      <div>
        <p className={styles.device}>{name}</p>
        <p className={styles.hint}>
          {isHere ? t`This device · added ${added}` : t`Added ${added}`}
          {last && (
            <>
              <br />
              <Trans>Last reached {last}</Trans>
            </>
          )}
        </p>
      </div>
      <Button variant="plainDanger" busy={busy} aria-label={t`Remove ${name}`} onClick={onRemove}>
        <Trans>Remove</Trans>
      </Button>
    </li>
  );
}

/** The id of this browser, looked up again when the devices change; null if it has none, undefined until that is known. */
function useThisDeviceId(userId: string, devices: readonly RemindedDevice[]): string | null | undefined {
  const [id, setId] = useState<string | null>();
  useEffect(() => {
    let isCurrent = true;
    void thisDeviceId(userId)
      .catch(() => undefined)
      .then((found) => isCurrent && setId(found ?? null));
    return () => {
      isCurrent = false;
    };
  }, [devices, userId]);
  return id;
}

function testedInWords({ sent, ended }: { sent: number; ended: number }): string {
  if (sent > 0) return plural(sent, { one: 'Sent to # device.', other: 'Sent to # devices.' });
  return ended > 0
    ? t`No device receives reminders any more. Add this one again.`
    : t`The test could not be sent. Please try again in a few minutes.`;
}

function deviceInWords(device: RemindedDevice): string {
  if (device.browser === undefined) return t`Unknown device`;
  const browser = isolate(device.browser);
  if (device.system === undefined) return browser;
  const system = isolate(device.system);
  return t({ message: `${browser} on ${system}`, comment: 'For example "Firefox on Linux".' });
}
