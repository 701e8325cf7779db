import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

  it('may be in a file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'inner-weather-s3-')), 's3-url');
    writeFileSync(file, 'https://key:secret@s3.example.org/bucket\n');
    expect(read({ S3_URL_FILE: file })).toBe('https://key:secret@s3.example.org/bucket');
  });
});
