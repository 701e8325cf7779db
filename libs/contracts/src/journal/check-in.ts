import { ValidateBy, ValidateIf, type ValidationOptions } from 'class-validator';
import { isVisible } from '@inner-weather/domain/text/visible';

/* The rules for an entry without words: a check-in, which is a mood at a moment, or what was measured then. */

/** Whether a request is a check-in. One with words is an ordinary entry. */
const isCheckIn = (request: unknown): boolean => {
  const { checkIn, content } = request as { checkIn?: unknown; content?: unknown };
  return checkIn === true && content === '';
};

/** Whether a request has photos, which need no words. */
const hasPhotos = (request: unknown): boolean => {
  const { photos, content } = request as { photos?: unknown; content?: unknown };
  return Array.isArray(photos) && photos.length > 0 && content === '';
};

/** Whether a request has measures, which need neither words nor a mood. */
const hasMeasures = (request: unknown): boolean => {
  const { measures } = request as { measures?: unknown };
  return typeof measures === 'object' && measures !== null && Object.keys(measures).length > 0;
};

/** Whether a request needs a mood: a check-in without measures. */
const needsMood = (request: unknown): boolean => isCheckIn(request) && !hasMeasures(request);

/** For the content: refuses text without visible characters, except the empty content of a check-in or beside photos. */
export const IsVisibleUnlessCheckIn = (options: ValidationOptions) =>
  ValidateBy(
    {
      name: 'isVisibleUnlessCheckIn',
      validator: {
        validate: (value, args) =>
          typeof value === 'string' &&
          (isVisible(value) || isCheckIn(args?.object) || hasPhotos(args?.object)),
      },
    },
    options,
  );

/** For the mood: skips validation of a missing one, except in a check-in. */
export const MayBeAbsentUnlessCheckIn = () =>
  ValidateIf((request: object, value) => value !== undefined || needsMood(request));

/** For the mood: refuses a check-in without one. */
export const IsChosenInCheckIn = (options: ValidationOptions) =>
  ValidateBy(
    {
      name: 'isChosenInCheckIn',
      validator: {
        validate: (value, args) => !needsMood(args?.object) || (value !== undefined && value !== ''),
      },
    },
    options,
  );
