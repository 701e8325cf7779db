import 'reflect-metadata';
import { SERVICES } from '@inner-weather/contracts/messaging/topology';
import { MaxLength } from '@inner-weather/contracts/validation/validators';
import { plainToInstance, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  Equals,
  IsArray,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  Matches,
  Min,
  validateSync,
  ValidateNested,
  type ValidationError,
} from 'class-validator';

export const FORMAT = 1;

/** One file per collection, and a few keys. */
const FILES_MAX = 1_000;

/** Excludes `..`, folders, hidden files, and names with a special meaning in a shell or file system. */
const PLAIN_NAME = /^(?!.*\.\.)[A-Za-z0-9][\w.-]{0,199}$/;
const DATABASE = new RegExp(`^[A-Za-z0-9_-]{0,40}(${SERVICES.join('|')})$`);
const COLLECTION = /^(?!system\.)(?!.*\.\.)[A-Za-z0-9][\w.-]{0,119}$/;
const SHA256 = /^[0-9a-f]{64}$/;

class SavedCollection {
  @Matches(DATABASE, { message: '$value is no database of this software' })
  database: string;

  @Matches(COLLECTION, { message: '$value is no plain name of a collection' })
  collection: string;

  @Matches(PLAIN_NAME, { message: '$value is no plain name of a file' })
  file: string;

  @IsInt()
  @Min(0)
  documents: number;

  /** In hex, of the uncompressed lines in the order of `_id`. */
  @Matches(SHA256)
  sha256: string;
}

class SavedKey {
  @Matches(PLAIN_NAME, { message: '$value is no plain name of a file' })
  file: string;

  @Matches(SHA256)
  sha256: string;
}

/** The content of manifest.json. It is not trusted: anyone with write access to a backup can change it. */
export class BackupManifest {
  @Equals(FORMAT)
  format: typeof FORMAT;

  /** The version of the software that wrote the backup. */
  @IsString()
  @MaxLength(100)
  version: string;

  /** The version of the database. */
  @IsString()
  @MaxLength(100)
  mongodb: string;

  @IsISO8601()
  startedAt: string;

  @IsISO8601()
  finishedAt: string;

  @IsArray()
  @ArrayMaxSize(FILES_MAX)
  @ArrayUnique(({ database, collection }: SavedCollection) => `${database}.${collection}`)
  @ValidateNested({ each: true })
  @Type(() => SavedCollection)
  collections: SavedCollection[];

  @IsArray()
  @ArrayMaxSize(FILES_MAX)
  @ArrayUnique(({ file }: SavedKey) => file)
  @ValidateNested({ each: true })
  @Type(() => SavedKey)
  keys: SavedKey[];

  /** The number of files of photos. Absent if the photos are kept elsewhere. */
  @IsOptional()
  @IsInt()
  @Min(0)
  photos?: number;
}

/** Why a backup cannot be created, trusted or restored. The message is shown to the operator. */
export class BackupError extends Error {}

/** Throws a BackupError unless the text is a valid manifest. */
export function readManifest(text: string): BackupManifest {
  const manifest = plainToInstance(BackupManifest, parseManifest(text));
  if (!(manifest instanceof BackupManifest)) throw new BackupError('The manifest is not readable.');
  if (manifest.format !== FORMAT) throw new BackupError("This version does not know the backup's format.");
  const [problem] = validateSync(manifest, { stopAtFirstError: true, forbidUnknownValues: true });
  if (problem)
    throw new BackupError(`The manifest is not one of a backup: ${messageOf(problem)}. Nothing was written.`);
  return manifest;
}

function parseManifest(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BackupError('The manifest is not readable.');
  }
}

/** The message of the first broken rule, at any depth. */
function messageOf({ constraints, children }: ValidationError): string {
  const [message] = Object.values(constraints ?? {});
  const [child] = children ?? [];
  return message ?? (child ? messageOf(child) : 'a rule is broken');
}
