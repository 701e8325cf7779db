import { parseConfig } from '@inner-weather/platform/config';
import { MediaConfig } from './config.js';

const OTHERS = { AMQP_URL: 'amqp://a', MONGO_URL: 'mongodb://a', MASTER_KEYS_FILE: 'a' };
const read = (env: NodeJS.ProcessEnv) => parseConfig(MediaConfig, { ...OTHERS, ...env }).S3_URL;

describe('S3_URL', () => {
  it.each([
    'https://key:secret@s3.example.org/bucket',
    'https://key:se%2Fcr%40et@s3.example.org/bucket/a/prefix/?region=eu-central-1',
    'http://key:secret@[fd00::1]:9000/bucket',
  ])('may be %s', (url) => {
    expect(read({ S3_URL: url })).toBe(url);
  });

  it.each([
    'https://s3.example.org/bucket',
    'https://key:topsecret@s3.example.org',
    'https://key:topsecret@s3.example.org/?region=x',
    'https://key:topsecret/x@s3.example.org/bucket',
    's3://key:topsecret@bucket/x',
  ])('is refused as %s, without its secret', (url) => {
    expect(() => read({ S3_URL: url })).toThrow(/S3_URL must be an address such as/);
    expect(() => read({ S3_URL: url })).not.toThrow(/topsecret/);
  });
});
