import { readFileSync, statSync } from 'node:fs';
import { Logger } from '@nestjs/common';
import { KEY_BYTES, type SealingKey, sealingKey } from './sealed-bytes.js';

/** `<id>:<32 bytes in base64>`; the id is 1 to 32 letters, digits, `-` or `_`. */
const LINE = /^([\w-]{1,32}):([A-Za-z0-9+/]{43}=)$/;

export interface MasterKey extends SealingKey {
  /** Its id in the file. */
  name: string;
}

/**
 * The keys that wrap data keys. The first key in the file wraps new data keys; the others only unwrap. The file is read
 * again when it changes, so that a rotation needs no restart.
 */
export class MasterKeys {
  private readonly logger = new Logger(MasterKeys.name);
  private keys: Map<string, MasterKey>;
  private first: MasterKey;
  private readStamp: string;

  /** Throws an Error that names the variable, but never a key. */
  constructor(private readonly file: string) {
    ({ keys: this.keys, first: this.first } = readMasterKeys(readText(file)));
    this.readStamp = this.fileStamp();
  }

  /** The key that currently wraps new data keys. */
  current(): MasterKey {
    this.refresh();
    return this.first;
  }

  names(): string[] {
    this.refresh();
    return [...this.keys.keys()];
  }

  find(name: string): MasterKey | undefined {
    if (!this.keys.has(name)) this.refresh();
    return this.keys.get(name);
  }

  private refresh(): void {
    const fileStamp = this.fileStamp();
    if (fileStamp === this.readStamp) return;
    try {
      ({ keys: this.keys, first: this.first } = readMasterKeys(readText(this.file)));
      this.readStamp = fileStamp;
    } catch (error) {
      // The file is invalid or still being written, so the keys from before stay in use.
      this.logger.error({ err: error, msg: 'the changed master keys cannot be used' });
    }
  }

  private fileStamp(): string {
    const stat = statSync(this.file, { throwIfNoEntry: false });
    return stat ? `${stat.ino} ${stat.size} ${stat.mtimeMs}` : 'gone';
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error('MASTER_KEYS_FILE cannot be read');
  }
}

/** Parses one key per line. Ignores empty lines and lines that begin with #. */
export function readMasterKeys(text: string): { keys: Map<string, MasterKey>; first: MasterKey } {
  const keys = new Map<string, MasterKey>();
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const [, name, base64 = ''] = LINE.exec(line) ?? [];
    const secret = Buffer.from(base64, 'base64');
    if (!name || secret.length !== KEY_BYTES)
      throw new Error('MASTER_KEYS_FILE has a line that is not <id>:<32 bytes in base64>');
    if (keys.has(name)) throw new Error('MASTER_KEYS_FILE names one id twice');
    keys.set(name, { name, ...sealingKey(secret) });
  }
  const [first] = keys.values();
  if (!first) throw new Error('MASTER_KEYS_FILE holds no key');
  return { keys, first };
}
