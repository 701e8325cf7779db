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
 * Encrypts what was stored before encryption was on; answers how many documents. Can be interrupted and repeated, and
 * may run beside the service: a document is changed by one write, which holds only while its text is as it was read,
 * and reads understand both.
 */
export async function encryptStored(
  db: mongo.Db,
  { collection, field }: EncryptedField,
  fields: FieldEncryption,
): Promise<number> {
  const documents = db.collection<Plain>(collection);
  const plain = { userId: { $exists: true }, [field]: { $type: 'string', $ne: '' } };
  let encrypted = 0;
  // A replica of an older version may still write text: only a round that finds nothing to do is the last.
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

/** Its documents are about to go: there is nothing to encrypt them under, and nobody to read them. */
function ofDeletedAccount(error: unknown): undefined {
  if (error instanceof DomainError && error.code === 'unauthenticated') return undefined;
  throw error;
}
