import { understand } from '../../understand';
import { fields, photoNames, prepared, preparedOf, textFile } from './samples';
import { zipOf } from './drawn/packed.mjs';

const entry = { createdAt: '2024-05-05T10:00:00.000Z', location: 'Porto', inputMood: '', tags: [] };

/** The text is read, the photos are not. */
const dayOne = async (of: object, photos: string[]) => {
  const whole = { uuid: 'A', creationDate: '2024-05-05T10:00:00Z', ...of };
  const files = Object.fromEntries(photos.map((name) => [`photos/${name}`, 'pixels']));
  const journal = JSON.stringify({ metadata: { version: '1.0' }, entries: [whole] });
  return preparedOf(await understand([zipOf({ 'Journal.json': journal, ...files })]));
};

describe('photos of other apps', () => {
  it.each([
    ['daylio-nasty.daylio', ['/assets/photos/2026/2/2b40b9355fdeec3aa717675b01e6d28d']],
    ['journey-old.zip', ['1625133600000-abcdefgh12345678-photo0000000001.png']],
    ['journey-new.zip', ['2025/aB3dE5fG7hJ9kL1mN3pQ-1.jpg']],
    ['obsidian-daily.zip', ['photo.png']],
    ['diaro.zip', ['media/photo/p.png']],
    ['dailytxt.zip', ['files/picture.png']],
  ])('come along from %s', async (name, paths) => {
    expect(photoNames(await prepared(name)).flat()).toEqual(paths);
  });

  it('of Journiv have the description that they have there', async () => {
    const media = [
      { media_type: 'image', filename: 'IMG 1.jpg', file_path: 'media/1/a.jpg', alt_text: 'The river' },
    ];
    const one = { entry_datetime_utc: '2026-01-10T10:00:00Z', entry_date: '2026-01-10', media };
    const data = JSON.stringify({ export_version: '1.0', journals: [{ title: 'Diary', entries: [one] }] });
    const { entries } = preparedOf(await understand([zipOf({ 'data.json': data, 'media/1/a.jpg': 'x' })]));
    expect(entries).toMatchObject([
      { entry: { content: '' }, photos: [{ path: 'media/1/a.jpg', description: 'The river' }] },
    ]);
  });

  it('of Diarium are those in the folder of the entry', async () => {
    const one = { date: '2025-07-14T22:45:00.0000000', heading: 'Warm', html: '', rating: 4 };
    const folder = 'media/2025-07-14_224500000';
    const files = { 'a.json': JSON.stringify(one), [`${folder}/1.jpg`]: 'x', [`${folder}/2.mp3`]: 'x' };
    const file = await understand([zipOf({ ...files, 'media/2020-01-01_000000000/3.jpg': 'x' })]);
    expect(photoNames(preparedOf(file))).toEqual([[`${folder}/1.jpg`]]);
    expect(file.notTaken).toMatchObject({ recordings: 1, photos: 1 });
  });

  it('of memos are beside the answer of its API', async () => {
    const memo = {
      ...{ name: 'memos/a', createTime: '2026-02-01T22:10:00Z', content: '' },
      attachments: [{ name: 'attachments/b', filename: 'Sea.JPG', type: 'image/jpeg' }],
    };
    const files = [textFile('x', 'sea.jpg'), textFile(JSON.stringify({ memos: [memo] }), 'memos.json')];
    expect(photoNames(preparedOf(await understand(files)))).toEqual([['sea.jpg']]);
  });

  it('stand below the words, in the order in which they stood there, then in that of the list', async () => {
    const photos = ['c', 'b', 'a'].map((name, orderInEntry) => ({
      ...{ identifier: name.toUpperCase(), md5: name, type: 'jpeg', orderInEntry },
    }));
    const text =
      'One\n\n\u200b![](dayone-moment://A)\u200b\n\ntwo ![](dayone-moment://B) three\n\n![](dayone-moment://A)';
    const whole = await dayOne({ text, photos }, ['a.jpeg', 'b.jpeg', 'c.jpeg']);
    expect(fields(whole, 'content')).toEqual([['One\n\ntwo three']]);
    expect(photoNames(whole)).toEqual([['photos/a.jpeg', 'photos/b.jpeg', 'photos/c.jpeg']]);
  });

  it('that are missing, or more than fit, are counted and named, and the words say where they were', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `p${n}`);
    const photos = names.map((md5, orderInEntry) => ({ identifier: md5, md5, type: 'png', orderInEntry }));
    const text = 'Far: ![](dayone-moment://p11)';
    const files = names.slice(0, 11).map((name) => `${name}.png`);
    const whole = await dayOne({ text, photos }, files);
    expect(photoNames(whole)[0]).toEqual(files.slice(0, 10).map((name) => `photos/${name}`));
    expect(fields(whole, 'content')).toEqual([['Far: (a photo)']]);
    expect(whole.remarks).toMatchObject([
      { remark: 'photo-missing', detail: 'photos/p11.png' },
      { remark: 'too-many-photos', detail: 'photos/p10.png' },
    ]);
  });

  it.each([
    ['Journey', { id: 'a', date_journal: 1.7e12, photos: ['lost.jpg'] }, 'text', { type: 'html' }],
    ['Journey', { id: 'a', date_journal: 1.7e12, photos: ['lost.jpg'] }, 'text', { type: 'markdown' }],
    ['Diarium', { date: '2025-07-14T22:45:00.0000000', heading: '' }, 'html', {}],
  ])(
    'in the words of %s that are missing leave a mark, and are counted once',
    async (_, entry, key, more) => {
      const words =
        'type' in more && more.type === 'markdown'
          ? 'The sea: ![](there.jpg) ![](lost.jpg)'
          : '<p>The sea: <img src="there.jpg"><img src="lost.jpg"></p>';
      const json = JSON.stringify({ ...entry, ...more, [key]: words });
      const file = await understand([zipOf({ 'a.json': json, 'there.jpg': 'x' })]);
      expect(fields(preparedOf(file), 'content')).toEqual([['The sea: (a photo)']]);
      expect(file.notTaken).toEqual({ missingPhotos: 1 });
    },
  );

  it('of a JSON without its ZIP are elsewhere, which is said once', async () => {
    const photos = ['a', 'b'].map((md5) => ({ identifier: md5, md5, type: 'jpeg' }));
    const journal = { entries: [{ uuid: 'A', creationDate: '2024-05-05T10:00:00Z', photos }] };
    const { notTaken, hints, remarks } = await understand([textFile(JSON.stringify(journal), 'a.json')]);
    expect({ notTaken, hints, remarks }).toEqual({
      notTaken: { photos: 2 },
      hints: ['photos-elsewhere'],
      remarks: [],
    });
  });

  it('of notes are found by their path, then by their name, near the note first', async () => {
    const note = [
      '![[sea.png|300]] ![A boat](../media/a%20boat.jpg "On the river") ![](<../media/two words.png>)',
      '<img width="9" src="hill.webp"> ![](https://example.org/far.png) ![[song.mp3]]',
    ].join('\n');
    const paths = [
      'other/sea.png',
      'notes/files/sea.png',
      'media/a boat.jpg',
      'media/two words.png',
      'x/hill.webp',
    ];
    const files = Object.fromEntries(paths.map((path) => [path, 'x']));
    const file = await understand([zipOf({ 'notes/2024-03-30.md': note, ...files })]);
    expect(photoNames(preparedOf(file))).toEqual([paths.slice(1)]);
    expect(file.notTaken).toEqual({ missingPhotos: 1, recordings: 1 });
    expect(fields(preparedOf(file), 'content')).toEqual([['A boat\n (a photo) (a recording)']]);
    expect(file.remarks).toMatchObject([{ remark: 'photo-missing', detail: 'https://example.org/far.png' }]);
  });
});

describe('a picture of a note', () => {
  const found = async (files: Record<string, string>) =>
    photoNames(preparedOf(await understand([zipOf(files)])));

  it('is the one beside it, in whichever order the files are', async () => {
    const note = '![](image.png)';
    expect(await found({ '2024-03-30.md': note, '2023/image.png': 'x', 'image.png': 'x' })).toEqual([
      ['image.png'],
    ]);
  });

  it('is not another page’s of the same name', async () => {
    const note = '![](2024-03-31%20Tuesday/image.png)';
    const files = { 'notes/2024-03-31.md': note, 'notes/2024-03-30 Monday/image.png': 'x' };
    expect(await found(files)).toEqual([[]]);
    const file = await understand([zipOf(files)]);
    expect(file.remarks).toMatchObject([{ remark: 'photo-missing' }]);
  });

  it('is found in a ZIP of a Mac, whose names have accents apart', async () => {
    const files = { '2024-03-30.md': '![[K\u00fcche.jpg]]', 'Attachments/Ku\u0308che.jpg': 'x' };
    expect(await found(files)).toEqual([['Attachments/Ku\u0308che.jpg']]);
  });
});

describe('photos of our own export', () => {
  const [one, two] = ['a'.repeat(24), 'b'.repeat(24)];
  const data = (photos: object[]) =>
    JSON.stringify({
      ...{ format: 'inner-weather-export', version: 1, insights: [], photos },
      entries: [{ ...entry, _id: '1', content: '', photos: [two, one] }],
    });
  const files = [
    { _id: one, description: 'The old bridge', file: `photos/2024-05-05 10.00 ${one}.webp` },
    { _id: two, description: '', file: `photos/2024-05-05 10.00 ${two}.webp` },
  ];

  it('come along in their order, with what is on them, as they are', async () => {
    const pixels = Object.fromEntries(files.map(({ file }) => [file, 'x']));
    const file = await understand([zipOf({ 'inner-weather.json': data(files), ...pixels })]);
    expect(preparedOf(file).entries).toMatchObject([
      {
        photos: [
          { path: files[1]?.file, isOwn: true },
          { path: files[0]?.file, description: 'The old bridge', isOwn: true },
        ],
        withoutPhotos: '(a photo)',
      },
    ]);
    expect(file.notTaken).toEqual({});
  });

  it('keep their ids if they are not in the file, for the journal that still has them', async () => {
    const file = await understand([textFile(data(files), 'inner-weather.json')]);
    expect(preparedOf(file).entries).toMatchObject([{ entry: { photos: [two, one] } }]);
    expect(file).toMatchObject({ notTaken: { photos: 2 }, hints: ['photos-elsewhere'] });
  });
});
