import { Blob as NodeBlob, File as NodeFile } from 'node:buffer';
import { DecompressionStream } from 'node:stream/web';
import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { zipSync } from 'fflate';
import { importReport, newImport } from '../../../test/builders';
import { FakeServer, json } from '../../../test/fake-server';
import { fakeTabs, forgetTabs, openImportTab } from '../../../test/fake-tabs';
import { type FakeUpload, fakeUploads } from '../../../test/fake-uploads';
import { records, vault } from '../../../test/fake-vault';
import { isLasting } from '../../lib/vault/names';

// jsdom's files cannot be read, and it unpacks nothing.
Object.assign(globalThis, { Blob: NodeBlob, File: NodeFile, DecompressionStream });
jest.unstable_mockModule('../../lib/vault/vault', () => ({
  DRAFTS: 'draft.',
  openVault: async () => vault,
  openMemory: () => vault,
}));
const { understand } = await import('./understand/understand');
const { toEntries } = await import('./understand/to-entries');
const { partsOf } = await import('./parts');

const IMPORT = 'POST /api/journal/import';
const CHECK = 'POST /api/journal/import/check';
const WORDS = {
  instead: { photo: '(a photo)', video: '', recording: '', file: '', encrypted: '' },
  part: () => '',
};

interface ImportBody {
  entries: { _id: string; content: string; photos?: string[] }[];
}

/** Two notes with three photos, which are as long as their names. */
const NOTES = {
  '2024-03-30.md': 'Boats ![[one.png]] ![[two.png]]',
  '2024-03-31.md': '![[three.png]]',
  ...{ 'one.png': 'one.png', 'two.png': 'two.png', 'three.png': 'three.png' },
};

const zipBytes = (files: Record<string, string | Uint8Array>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, data]) => [path, Buffer.from(data)])));

const zipOf = (files: Record<string, string | Uint8Array>, name = 'notes.zip') =>
  new File([zipBytes(files)], name);

async function partsIn(...files: File[]) {
  const understood = await understand(files);
  const choices = { zone: 'Europe/Lisbon', city: 'Porto', moods: {}, optional: {} };
  return partsOf(toEntries(understood, choices, WORDS).entries).parts;
}

const newJob = newImport('job', 2);

/** A server that has the entries with these ids, and notes what it is sent. */
function serverWith(existing: string[] = []) {
  const stored: ImportBody['entries'] = [];
  const answerTo = ({ body }: { body: unknown }) => {
    const { entries } = body as ImportBody;
    const addedIndexes = entries.flatMap(({ _id }, index) => (existing.includes(_id) ? [] : [index]));
    const alreadyThere = entries.length - addedIndexes.length;
    const added = addedIndexes.length;
    return json(200, importReport({ added, addedIndexes, alreadyThere }));
  };
  const server = new FakeServer().on(CHECK, answerTo).on(IMPORT, (request) => {
    stored.push(...(request.body as ImportBody).entries);
    return answerTo(request);
  });
  return { server, stored };
}

let uploads: ReturnType<typeof fakeUploads>;
/** What the server does with a photo. */
let onPhoto: (upload: FakeUpload) => void;

const textOf = ({ body }: FakeUpload) => (body as Blob).text();
const sentTexts = () => Promise.all(uploads.sent.map(textOf));
const keep = (upload: FakeUpload) =>
  void textOf(upload).then((text) => upload.answer(201, { _id: `id of ${text}` }));
const problemOf = (code: string, msg: string) => ({ code, errors: [{ msg }] });

/** What comes of the import of a file. */
async function imported(file: File) {
  const tab = await openImportTab();
  await tab.startJob(await partsIn(file), newJob, [file]);
  await waitFor(() => expect(tab.step()).toBe('done'));
  return tab.state();
}

/** A page that is loaded after this one was closed. It has only what was kept, and so no file. */
async function reloaded(before: Awaited<ReturnType<typeof openImportTab>>) {
  await before.pauseJob();
  forgetTabs();
  fakeTabs();
  onPhoto = keep;
  const after = await openImportTab();
  await after.continueJob();
  await waitFor(() => expect(after.step()).toBe('file'));
  const state = after.state();
  if (state.step !== 'file') throw new Error(state.step);
  return { after, job: state.job };
}

beforeEach(() => {
  records.clear();
  fakeTabs();
  onPhoto = keep;
  uploads = fakeUploads((upload) => onPhoto(upload));
});

afterEach(() => {
  forgetTabs();
  uploads.restore();
});

describe('the photos of an import', () => {
  it('are sent one by one, and named in their entries', async () => {
    const { stored } = serverWith();
    const kept = new Set<string>();
    onPhoto = (upload) => {
      for (const name of records.keys()) kept.add(name);
      keep(upload);
    };
    const state = await imported(zipOf(NOTES));
    expect(await sentTexts()).toEqual(['one.png', 'two.png', 'three.png']);
    // It goes on when its user logs in again after the session has expired.
    expect([...kept].filter((name) => name.includes('import'))).not.toEqual([]);
    expect([...kept].filter((name) => !isLasting(name))).toEqual([]);
    expect(new Set(uploads.sent.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(3);
    expect(stored).toMatchObject([
      { content: 'Boats', photos: ['id of one.png', 'id of two.png'] },
      { content: '', photos: ['id of three.png'] },
    ]);
    expect(state).toMatchObject({ job: { added: 2, photos: { all: 3, done: 3, added: 3, lost: [] } } });
  });

  it('in ZIPs within several chosen ones are read there, also after a reload', async () => {
    const { stored } = serverWith();
    const part = (day: string, pixels: string) =>
      zipBytes({ [`notes/${day}.md`]: `![[${day}/p.png]]`, [`notes/${day}/p.png`]: pixels });
    const chosen = () => [
      zipOf({ 'Part-1.zip': part('2024-03-30', 'one') }, 'a.zip'),
      zipOf({ 'Part-1.zip': part('2024-03-31', 'other') }, 'b.zip'),
    ];
    const before = await openImportTab();
    onPhoto = (upload) => upload.lose();
    const files = chosen();
    await before.startJob(await partsIn(...files), newJob, files);
    await waitFor(() => expect(before.step()).toBe('away'));
    const { after, job } = await reloaded(before);
    expect(await after.giveFiles(job, chosen())).toBe(true);
    await waitFor(() => expect(after.step()).toBe('done'));
    expect(stored).toMatchObject([{ photos: ['id of one'] }, { photos: ['id of other'] }]);
  });

  it('have the description that they had', async () => {
    const PUT = 'PUT /api/photos/id%20of%20pixels/description';
    const { server, stored } = serverWith();
    server.on(PUT, () => json(200, {}));
    const id = 'a'.repeat(24);
    const data = {
      ...{ format: 'inner-weather-export', version: 1, insights: [] },
      entries: [{ _id: '1', content: '', createdAt: '2024-05-05T10:00:00.000Z', photos: [id] }],
      photos: [{ _id: id, description: 'The old bridge', file: `photos/${id}.webp` }],
    };
    const file = zipOf({ 'inner-weather.json': JSON.stringify(data), [`photos/${id}.webp`]: 'pixels' });
    await imported(file);
    expect(server.requests(PUT).map(({ body }) => body)).toEqual([{ description: 'The old bridge' }]);
    expect(stored).toMatchObject([{ photos: ['id of pixels'] }]);
  });

  it.each(['alone', 'in a ZIP'])('are read from the file that they are written in: %s', async (where) => {
    const { stored } = serverWith();
    const pictures = ['one', 'two', '%%%']
      .map((data) => (data === '%%%' ? data : Buffer.from(data).toString('base64')))
      .map((data) => `<resource><data>\n${data}\n</data><mime>image/png</mime></resource>`);
    const content = '<content><![CDATA[<en-note>Boats</en-note>]]></content>';
    const note = `<note><created>20260114T203000Z</created>${content}${pictures.join('')}</note>`;
    const enex = `<en-export>${note}</en-export>`;
    const file =
      where === 'alone' ? new File([enex], 'Diary.enex') : zipOf({ 'Diary.enex': enex }, 'Diary.zip');
    const state = await imported(file);
    expect(await sentTexts()).toEqual(['one', 'two']);
    expect(new Set(uploads.sent.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(2);
    expect(stored).toMatchObject([{ content: 'Boats', photos: ['id of one', 'id of two'] }]);
    expect(state).toMatchObject({
      job: {
        photos: { added: 2, lost: [{ at: { number: 1 }, reasons: ['Diary.enex: It cannot be read.'] }] },
      },
    });
  });

  it('of entries that are there already are not sent', async () => {
    const { server } = serverWith(['markdown:2024-03-30', 'markdown:2024-03-31']);
    expect(await imported(zipOf(NOTES))).toMatchObject({ job: { alreadyThere: 2, added: 0 } });
    expect(uploads.sent).toEqual([]);
    expect(server.requests(CHECK)).toHaveLength(1);
    expect(server.requests(IMPORT)).toEqual([]);
  });

  it.each([
    [
      'are refused',
      (upload: FakeUpload) => upload.answer(400, problemOf('validation_failed', 'No picture.')),
      /^three\.png: No picture\.$/,
    ],
    [
      'a proxy finds too large',
      (upload: FakeUpload) => upload.answerForeign(413),
      /^three\.png: Something in front of this journal stops photos/,
    ],
  ])('that %s are named, and the words go on', async (_, refuse, reason) => {
    const { stored } = serverWith();
    onPhoto = (upload) =>
      void textOf(upload).then((text) => (text === 'three.png' ? refuse(upload) : keep(upload)));
    const state = await imported(zipOf(NOTES));
    expect(stored).toMatchObject([{ photos: ['id of one.png', 'id of two.png'] }, { content: '(a photo)' }]);
    const lost = [{ at: { file: '2024-03-31.md' }, reasons: [expect.stringMatching(reason)] }];
    expect(state).toMatchObject({ job: { photos: { added: 2, lost } } });
  });

  it('stay in the file once there is no room for more, which is asked for once', async () => {
    const { stored } = serverWith();
    onPhoto = (upload) =>
      void textOf(upload).then((text) => {
        if (text === 'one.png') keep(upload);
        else upload.answer(413, problemOf('quota_exceeded', 'Full.'));
      });
    const state = await imported(zipOf(NOTES));
    expect(await sentTexts()).toEqual(['one.png', 'two.png']);
    expect(stored).toMatchObject([{ photos: ['id of one.png'] }, { content: '(a photo)' }]);
    expect(state).toMatchObject({ job: { added: 2, photos: { end: 'full', added: 1, leftOut: 2 } } });
  });

  it('wait while the import is paused, and while the server is away, and none is sent twice', async () => {
    const { stored } = serverWith();
    const tab = await openImportTab();
    const held: FakeUpload[] = [];
    onPhoto = (upload) => held.push(upload);
    const file = zipOf(NOTES);
    await tab.startJob(await partsIn(file), newJob, [file]);
    await waitFor(() => expect(held).toHaveLength(1));
    await tab.pauseJob();
    keep(held[0]!);
    await waitFor(() => expect(records.has('sent-import')).toBe(false));
    expect(tab.state()).toMatchObject({ step: 'paused', job: { next: 0 } });
    await tab.continueJob();
    await waitFor(() => expect(held).toHaveLength(2));
    held[1]!.lose();
    await waitFor(() => expect(tab.step()).toBe('away'));
    await tab.continueJob();
    await waitFor(() => expect(held).toHaveLength(3));
    // A proxy has changed the answer.
    held[2]!.answer(200, {});
    await waitFor(() => expect(tab.step()).toBe('away'));
    await tab.continueJob();
    await waitFor(() => expect(held).toHaveLength(4));
    onPhoto = keep;
    keep(held[3]!);
    await waitFor(() => expect(tab.step()).toBe('done'));
    expect(await sentTexts()).toEqual(['one.png', 'two.png', 'two.png', 'two.png', 'three.png']);
    const [, ...keys] = held.map(({ headers }) => headers['Idempotency-Key']);
    expect(new Set(keys).size).toBe(1);
    expect(stored).toHaveLength(2);
    expect(tab.state()).toMatchObject({ job: { photos: { done: 3, added: 3 } } });
  });

  it('whose code cannot be fetched, as in an older tab, stop the import, which asks for a reload', async () => {
    const { stored } = serverWith();
    const file = zipOf(NOTES);
    const parts = await partsIn(file);
    jest.unstable_mockModule('./send-photos', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    const tab = await openImportTab();
    await tab.startJob(parts, newJob, [file]);
    await waitFor(() => expect(tab.step()).toBe('refused'));
    expect(tab.state()).toMatchObject({ error: expect.stringContaining('Reload it') });
    jest.unstable_unmockModule('./send-photos');
    expect(stored).toEqual([]);
    const { after, job } = await reloaded(tab);
    expect(await after.giveFiles(job, [file])).toBe(true);
    await waitFor(() => expect(after.step()).toBe('done'));
    expect(stored).toHaveLength(2);
  });

  it('need the file again after a reload, and no other, and keep their keys', async () => {
    const { stored } = serverWith();
    const before = await openImportTab();
    const held: FakeUpload[] = [];
    onPhoto = (upload) => held.push(upload);
    const file = zipOf(NOTES);
    await before.startJob(await partsIn(file), newJob, [file]);
    await waitFor(() => expect(held).toHaveLength(1));
    const { after, job } = await reloaded(before);
    expect(await after.giveFiles(job, [zipOf({ ...NOTES, 'more.md': '' })])).toBe(false);
    expect(after.step()).toBe('file');
    expect(await after.giveFiles(job, [zipOf(NOTES)])).toBe(true);
    await waitFor(() => expect(after.step()).toBe('done'));
    expect(uploads.sent[1]!.headers['Idempotency-Key']).toBe(held[0]!.headers['Idempotency-Key']);
    expect(stored.map(({ photos }) => photos?.length)).toEqual([2, 1]);
  });

  it('are left out if the person no longer has the file', async () => {
    const { stored } = serverWith();
    const before = await openImportTab();
    onPhoto = (upload) => upload.lose();
    const file = zipOf(NOTES);
    await before.startJob(await partsIn(file), newJob, [file]);
    await waitFor(() => expect(before.step()).toBe('away'));
    const { after } = await reloaded(before);
    await after.goOnWithoutPhotos();
    await waitFor(() => expect(after.step()).toBe('done'));
    expect(stored).toMatchObject([{ content: 'Boats' }, { content: '(a photo)' }]);
    expect(after.state()).toMatchObject({ job: { photos: { end: 'unwanted', leftOut: 3, added: 0 } } });
  });
});

it('photos are few in a part, so that few are sent again', async () => {
  const days = Array.from({ length: 30 }, (_, n) => `2024-03-${String(n + 1).padStart(2, '0')}.md`);
  const long = Object.fromEntries(days.map((day) => [day, '![[p.png]] ![[q.png]]']));
  const parts = await partsIn(zipOf({ ...long, 'p.png': 'p', 'q.png': 'q' }));
  expect(parts.map(({ length }) => length)).toEqual([25, 5]);
});
