import { openSync } from 'node:fs';
import { createLogger, standardOutput } from './logging.js';

/** Linux refuses each write to it with ENOSPC. */
const FULL_DISK = '/dev/full';

describe('a logger whose disk is full', () => {
  it('neither ends the process nor holds it up', async () => {
    const output = standardOutput(openSync(FULL_DISK, 'a'));
    const logger = createLogger('journal', 'info', output);
    const refusal = new Promise<NodeJS.ErrnoException>((refuse) => output.once('error', refuse));
    logger.info('started');
    const error = await refusal;
    expect(error.code).toBe('ENOSPC');
    // Now no listener but the logger's own is left. Without one, this throws.
    output.emit('error', error);
    logger.fatal('the process ends');
  });
});
