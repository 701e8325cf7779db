import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type Coordinates, coordinatesOf, placeAt } from '@inner-weather/domain/weather/place';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../button';
import styles from './city-field.module.css';
import { useNotePlace } from './places';

/** Milliseconds for the device to find out where it is. */
const POSITION_MS = 20_000;
/** Milliseconds for which a position that the device knows is used again. */
const KNOWN_MS = 10 * 60_000;

type State = 'asking' | 'refused' | 'unknown' | 'nowhere' | 'offline';

/** Browsers tell a page where it is over https only. */
const canAsk = (): boolean => 'geolocation' in navigator && isSecureContext;

/** Fills in the city at which the person is. The device is asked when the button is pressed, and not again. */
export function WhereIAm({ onFound }: { onFound: (city: string) => void }) {
  const [state, setState] = useState<State>();
  const client = useQueryClient();
  const notePlace = useNotePlace();
  if (!canAsk()) return null;

  const find = async (): Promise<State | undefined> => {
    const where = await position();
    if (typeof where === 'string') return where;
    const { nearestCity } = await import('./nearest-city');
    const { place, detail = '', location = '' } = (await nearestCity(client, where)) ?? {};
    if (location === '') return 'nowhere';
    if (place !== undefined) notePlace({ location, detail, place });
    onFound(location);
    return undefined;
  };
  const ask = () => {
    if (state === 'asking') return;
    setState('asking');
    // The extract could not be fetched.
    void find().then(setState, () => setState('offline'));
  };
  return (
    <>
      <Button className={styles.here} variant="plain" busy={state === 'asking'} onClick={ask}>
        {t({ message: 'Where I am', comment: 'A button: fills in the city at which the person is' })}
      </Button>
      <small role="status" className={styles.said}>
        {state && <Said state={state} />}
      </small>
    </>
  );
}

function Said({ state }: { state: State }) {
  switch (state) {
    case 'asking':
      return (
        <Trans>
          Your position is rounded to about a kilometre and stays on this device. Only the city is looked up.
        </Trans>
      );
    case 'refused':
      return (
        <Trans>
          This browser is not allowed to say where you are. You can allow it in its settings, or type a city.
        </Trans>
      );
    case 'unknown':
      return <Trans>This device could not find out where it is. You can type a city.</Trans>;
    case 'nowhere':
      return <Trans>There is no known city within 50 km. You can type one.</Trans>;
    default:
      return <Trans>This needs a connection. You can type a city.</Trans>;
  }
}

/** Where the device is, to two decimals of a degree: about a kilometre. */
function position(): Promise<Coordinates | 'refused' | 'unknown'> {
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(coordinatesOf(placeAt(coords))),
      ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? 'refused' : 'unknown'),
      { enableHighAccuracy: false, timeout: POSITION_MS, maximumAge: KNOWN_MS },
    );
  });
}
