import { DomainError } from '@inner-weather/contracts/errors';
import type { mongo } from 'mongoose';
import type { FieldEncryption } from './field-encryption.js';

/** A field of a collection whose documents have a `userId`. */
export interface EncryptedField {
  collection: string;
  field: string;
}

interface Plain {
  _id: mongo.ObjectId;
  userId: string;
  [field: string]: unknown;
}

/**
 * Encrypts the texts that were stored before encryption was introduced, and answers how many documents were changed. May
 * be interrupted and repeated, and may run beside the service: each document is changed by one write, on condition that
 * its text is still as it was read, and the service reads both forms.
 */
export async function encryptStored(
  db: mongo.Db,
  { collection, field }: EncryptedField,
  fields: FieldEncryption,
): Promise<number> {
  const documents = db.collection<Plain>(collection);
  const plain = { userId: { $exists: true }, [field]: { $type: 'string', $ne: '' } };
  let encrypted = 0;
  // A replica of an older version may still write plain text, so it ends with a round that finds nothing.
  for (let before = -1; before < encrypted;) {
    before = encrypted;
    for await (const document of documents.find(plain, { projection: { userId: 1, [field]: 1 } })) {
      const { _id, userId } = document;
      const text = String(document[field]);
      const place = { userId, documentId: String(_id), field: `${collection}.${field}` };
      const sealed = await fields.seal(place, text).catch(ofDeletedAccount);
      if (!sealed) continue;
      const { modifiedCount } = await documents.updateOne(
        { _id, [field]: text },
        { $set: { [field]: sealed } },
      );
      encrypted += modifiedCount;
    }
  }
  return encrypted;
}

/** The account is deleted: its documents have no key and will be deleted too. */
function ofDeletedAccount(error: unknown): undefined {
  if (error instanceof DomainError && error.code === 'unauthenticated') return undefined;
  throw error;
}
