import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { eventually } from '@inner-weather/testing/eventually';
import { BytesServer } from '../src/bytes/bytes-server.js';
import { PhotosService } from '../src/photos/photos.service.js';
import { type MediaUnderTest, picture, startMedia } from './harness.js';

describe('a photo that waits for its turn to be decoded', () => {
  let media: MediaUnderTest;
  let userId: string;
  let key: string;
  /** Lets the photo be decoded that waits. */
  let release: () => void;
  /** The replica that it waits in. */
  let replica: MediaUnderTest['apps'][number] | undefined;

  beforeAll(async () => {
    media = await startMedia();
    for (const [index, reader] of media.readers.entries()) {
      const read = reader.read.bind(reader);
      reader.read = async (...args) => {
        replica = media.apps[index];
        await new Promise<void>((resolve) => (release = resolve));
        return read(...args);
      };
    }
  });

  afterAll(() => media.stop());

  beforeEach(() => {
    userId = `user-${randomUUID()}`;
    key = randomUUID();
    replica = undefined;
  });

  /** Sends a photo, and resolves when it waits. */
  async function send() {
    const answer = media.upload(userId, await picture().jpeg().toBuffer(), key);
    const app = await eventually(() => {
      expect(replica).toBeDefined();
      return replica!;
    });
    return { answer, app };
  }

  it('is not given up because of its silence', async () => {
    const servers = media.apps.map((app) => app.get<{ server: Server }>(BytesServer).server);
    for (const server of servers) server.setTimeout(100);
    const { answer, app } = await send();
    const { port } = servers[media.apps.indexOf(app)]!.address() as AddressInfo;
    // This connection is silent since later, and is ended.
    await once(connect(port, '127.0.0.1').resume(), 'close');
    release();
    expect((await answer).status).toBe(200);
  });

  it('is not sent a second time meanwhile', async () => {
    const { answer, app } = await send();
    const photos = app.get(PhotosService);
    await expect(photos.begin(userId, key)).rejects.toMatchObject({ code: 'unavailable' });
    release();
    const { status, body } = await answer;
    expect(status).toBe(200);
    expect(await photos.begin(userId, key)).toEqual(body);
  });
});
