import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);
const CONNECTION = 'mongodb/lib/cmap/connection.js';

it('the driver that is changed is the one that mongoose uses', () => {
  expect(resolve(CONNECTION)).toBe(createRequire(resolve('mongoose')).resolve(CONNECTION));
});
