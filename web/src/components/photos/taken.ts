import { offsetIn } from '@inner-weather/domain/time/local-time';
import type { Coordinates } from '@inner-weather/domain/weather/place';
import ExifReader from 'exifreader';

/** When and where a photo was taken, as its camera wrote it. None of it leaves the device. */
export interface Taken {
  /** On the camera's clock, YYYY-MM-DDTHH:mm. */
  minute?: string;
  /** Minutes by which that clock was ahead of UTC, if the camera wrote it. */
  offset?: number;
  where?: Coordinates;
}

/** @returns an empty object if the photo says nothing that can be read */
export function takenOf(photo: ArrayBuffer): Taken {
  try {
    // Other kinds of metadata are not even parsed.
    const { exif, gps } = ExifReader.load(photo, { expanded: true, includeTags: { exif: true, gps: true } });
    return {
      minute: minuteOf(exif?.DateTimeOriginal?.description),
      offset: offsetIn(exif?.OffsetTimeOriginal?.description ?? ''),
      where: placeOf(gps?.Latitude, gps?.Longitude),
    };
  } catch {
    return {};
  }
}

/** @param written `YYYY:MM:DD HH:mm:ss`; a camera whose clock was never set writes zeros or blanks */
function minuteOf(written = ''): string | undefined {
  const [, day, time] = /^(\d{4}:\d\d:\d\d) (\d\d:\d\d)/.exec(written) ?? [];
  const minute = `${day?.replaceAll(':', '-')}T${time}`;
  return Number.isNaN(Date.parse(minute)) ? undefined : minute;
}

/** A receiver that has not found itself writes 0, 0. */
const placeOf = (latitude = 0, longitude = 0): Coordinates | undefined =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0)
    ? { latitude, longitude }
    : undefined;
