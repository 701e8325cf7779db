import { Parser } from 'htmlparser2';
import { textOfHtml } from '../../texts/html';
import type { BundleFile } from '../../format';
import { BOUNDS, ImportFailure } from '../../understood';

/** A note of an ENEX file (http://xml.evernote.com/pub/evernote-export4.dtd). What is missing is empty. */
export interface Note {
  title: string;
  /** HTML with elements of its own (http://xml.evernote.com/pub/enml2.dtd). */
  content: string;
  /** Whether the app of some countries encrypted it. */
  isEncrypted: boolean;
  /** Whether the file ends within it. */
  isCutOff: boolean;
  created: string;
  updated: string;
  tags: string[];
  place: string;
  hasCoordinates: boolean;
  resources: Resource[];
  tasks: { title: string; isDone: boolean }[];
}

/** A file in a note. */
interface Resource {
  mime: string;
  name: string;
  /** Where its Base64 is in the file, in bytes. */
  from: number;
  to: number;
}

/** Elements within each other. There are five. */
const DEPTH_MAX = 100;

/** Files and tasks in a note, and its tags. */
const PARTS_MAX = 10_000;

/**
 * Reads notes one after another, and not the pictures in them, so that a file may be much larger than the memory.
 * @throws ImportFailure
 */
export async function* notesOf(file: BundleFile): AsyncGenerator<Note> {
  const reader = new NoteReader();
  let wide: TextDecoder | undefined;
  let isStart = true;
  for await (const bytes of file.parts()) {
    if (isStart) wide = wideDecoderOf(bytes);
    isStart = false;
    if (wide) reader.isWide = true;
    yield* reader.notesIn(wide ? new TextEncoder().encode(wide.decode(bytes, { stream: true })) : bytes);
  }
  yield* reader.end();
}

/** Of a file that some program has saved in UTF-16. */
function wideDecoderOf([first, second]: Uint8Array): TextDecoder | undefined {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0))
    return new TextDecoder('utf-16le');
  return first === 0xfe && second === 0xff ? new TextDecoder('utf-16be') : undefined;
}

/** Elements whose texts count. */
const FIELDS = new Set(
  'title content created updated tag place-name latitude mime file-name taskStatus'.split(' '),
);

class NoteReader {
  /** Whether the file is in UTF-16, so that its photos cannot be read from their place in it. */
  isWide = false;
  #notes: Note[] = [];
  #note: Note | undefined;
  /** What is open within the note: a file or a task. */
  #resource: Resource | undefined;
  #task: Note['tasks'][number] | undefined;
  #field: string | undefined;
  #text = '';
  #depth = 0;
  /** Bytes that were read, and characters of texts among them. */
  #read = 0;
  #kept = 0;

  // Each byte is a character, so that places in the text are places in the file. Entities stay as they are until then.
  readonly #parser = new Parser(
    {
      onopentag: (name, attributes) => this.#open(name, attributes),
      ontext: (text) => this.#keep(text),
      onclosetag: (name, isImplied) => this.#close(name, isImplied),
    },
    { xmlMode: true, decodeEntities: false },
  );

  notesIn(bytes: Uint8Array): Note[] {
    this.#read += bytes.length;
    this.#parser.write(LATIN.decode(bytes));
    // The parser keeps what has no end yet.
    if (this.#read - this.#parser.endIndex > BOUNDS.textBytes) throw new ImportFailure('too-large');
    return this.#notes.splice(0);
  }

  end(): Note[] {
    this.#parser.end();
    return this.#notes.splice(0);
  }

  #open(name: string, attributes: Record<string, string>): void {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) throw new ImportFailure('too-deep');
    this.#field = FIELDS.has(name) ? name : undefined;
    this.#text = '';
    if (name === 'note') this.#note = newNote();
    else if (name === 'resource') this.#resource = { mime: '', name: '', from: 0, to: 0 };
    else if (name === 'task') this.#task = { title: '', isDone: false };
    else if (name === 'data' && this.#resource) this.#resource.from = this.#parser.endIndex + 1;
    else if (name === 'content' && this.#note) this.#note.isEncrypted = 'encoding' in attributes;
  }

  #keep(text: string): void {
    if (this.#field === undefined) return;
    this.#kept += text.length;
    if (this.#kept > BOUNDS.textBytes) throw new ImportFailure('too-large');
    this.#text += text;
  }

  #close(name: string, isImplied: boolean): void {
    this.#depth -= 1;
    const note = this.#note;
    if (note && name === 'note') {
      this.#notes.push({ ...note, isCutOff: isImplied });
      this.#note = this.#resource = this.#task = undefined;
    } else if (note && name === 'resource' && this.#resource) {
      note.resources.push(bounded(note.resources, this.#resource));
      this.#resource = undefined;
    } else if (note && name === 'task' && this.#task) {
      note.tasks.push(bounded(note.tasks, this.#task));
      this.#task = undefined;
    } else if (name === 'data' && this.#resource)
      this.#resource.to = this.isWide ? this.#resource.from : this.#parser.startIndex;
    else if (note && name === this.#field) this.#set(note, name, decoded(this.#text));
    this.#field = undefined;
  }

  #set(note: Note, field: string, text: string): void {
    if (this.#resource && field === 'mime') this.#resource.mime = text.trim();
    else if (this.#resource && field === 'file-name') this.#resource.name = textOfHtml(text);
    else if (this.#task && field === 'title') this.#task.title = textOfHtml(text);
    else if (this.#task && field === 'taskStatus') this.#task.isDone = text.trim() === 'completed';
    else if (this.#resource ?? this.#task) return;
    else if (field === 'title') note.title = textOfHtml(text);
    else if (field === 'content') note.content = text;
    else if (field === 'created') note.created = text.trim();
    else if (field === 'updated') note.updated = text.trim();
    else if (field === 'place-name') note.place = textOfHtml(text);
    else if (field === 'latitude') note.hasCoordinates = true;
    else if (field === 'tag' && text.trim() !== '') note.tags.push(bounded(note.tags, textOfHtml(text)));
  }
}

const newNote = (): Note => ({
  ...{ title: '', content: '', isEncrypted: false, isCutOff: false, created: '', updated: '' },
  ...{ tags: [], place: '', hasCoordinates: false, resources: [], tasks: [] },
});

function bounded<T>({ length }: readonly T[], added: T): T {
  if (length === PARTS_MAX) throw new ImportFailure('too-large');
  return added;
}

/** Each byte as a character, and back. */
const LATIN = new TextDecoder('windows-1252');
const CHARACTERS = LATIN.decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
const BYTES = new Map([...CHARACTERS].map((character, byte) => [character, byte]));

function decoded(characters: string): string {
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < bytes.length; at += 1) {
    const code = characters.charCodeAt(at);
    bytes[at] = code < 0x80 ? code : (BYTES.get(characters.charAt(at)) ?? 0);
  }
  return new TextDecoder().decode(bytes);
}
