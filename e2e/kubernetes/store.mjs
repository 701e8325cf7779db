import { startS3Server } from '@inner-weather/testing/fakes/s3-server';

/* The store of photos, as a pod runs it. */

await startS3Server({ host: '0.0.0.0', port: 9000 });
