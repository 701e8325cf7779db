import { isolate as isolateWithin } from '@inner-weather/domain/text/isolate';
import { isRightToLeft } from './language';

/** Isolates a name within a message, in the language of the page. In JSX, `<bdi>` does it. */
export const isolate = (name: string): string => isolateWithin(name, isRightToLeft() ? 'rtl' : 'ltr');
