import S3rver from 's3rver';

/* An S3-compatible store that nobody here wrote, with one bucket. */

const configureBuckets = [{ name: 'photos', configs: [] }];
await new S3rver({
  address: '0.0.0.0',
  port: 9000,
  silent: true,
  directory: '/tmp/photos',
  configureBuckets,
}).run();
