import { crc32, deflateRawSync } from 'node:zlib';

/* ZIPs as no program writes them. */

export interface Packed {
  name: string;
  data: Uint8Array | string;
  /** Bytes that the ZIP says it has, if that is not true. */
  declared?: number;
  /** Whether it shares the bytes of the first file. */
  isShared?: boolean;
  isEncrypted?: boolean;
}

function zipOf(files: readonly Packed[]): Uint8Array {
  const chunks: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  const packed = new Map<Uint8Array | string, { bytes: Uint8Array; crc: number; length: number }>();
  for (const { name, data, declared, isShared, isEncrypted } of files) {
    const known = packed.get(data) ?? deflated(data);
    packed.set(data, known);
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800 | (isEncrypted ? 1 : 0), 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(known.crc, 10);
    common.writeUInt32LE(known.bytes.length, 14);
    common.writeUInt32LE(declared ?? known.length, 18);
    common.writeUInt16LE(path.length, 22);
    const at = isShared ? 0 : offset;
    if (!isShared) {
      chunks.push(Buffer.from('PK\x03\x04'), common, path, known.bytes);
      offset += 4 + common.length + path.length + known.bytes.length;
    }
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, path);
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = Math.min(files.length, 0xffff);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  const large = count === 0xffff ? zip64End(files.length, size, offset) : Buffer.alloc(0);
  return Buffer.concat([...chunks, ...directory, large, end]);
}

/** The end of a ZIP with more files than two bytes can count. */
function zip64End(count: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(56);
  record.write('PK\x06\x06', 'latin1');
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator]);
}

function deflated(data: Uint8Array | string) {
  const plain = typeof data === 'string' ? Buffer.from(data) : data;
  return { bytes: deflateRawSync(plain), crc: crc32(plain), length: plain.length };
}

export const zipFile = (files: readonly Packed[], name = 'diary.zip'): File =>
  new File([new Uint8Array(zipOf(files))], name);
