import { openDesk, type Question } from './desk';
import { understand } from './understand';

/* A worker of its own reads the file, so that the page answers meanwhile, and can end it. */

const answer = openDesk(understand, (one) => postMessage(one));

addEventListener('message', ({ data }: MessageEvent<Question>) => void answer(data));
