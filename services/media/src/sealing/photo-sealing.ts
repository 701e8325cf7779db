import type { Duplex } from 'node:stream';
import { buildDecrypt } from '@aws-crypto/decrypt-node';
import { buildEncrypt } from '@aws-crypto/encrypt-node';
import { AlgorithmSuiteIdentifier, CommitmentPolicy } from '@aws-crypto/material-management-node';
import { RawAesKeyringNode, RawAesWrappingSuiteIdentifier } from '@aws-crypto/raw-aes-keyring-node';
import { DataKeys } from '@inner-weather/platform/encryption/data-keys';
import { SealError, type SealingKey } from '@inner-weather/platform/encryption/sealed-bytes';
import { Injectable } from '@nestjs/common';

/** The photo and its owner. Bytes that were sealed for one place cannot be opened as another. */
export interface PhotoPlace {
  userId: string;
  photoId: string;
  size: string;
}

/** Bytes of a frame. Each is authenticated before it is passed on, so that reading streams. */
const FRAME_BYTES = 64 * 1024;
/** Of one sealed photo; the format lets a message have thousands, and each costs an attempt to unwrap. */
const KEYS_MAX = { maxEncryptedDataKeys: 1 };
const POLICY = { commitmentPolicy: CommitmentPolicy.REQUIRE_ENCRYPT_REQUIRE_DECRYPT, ...KEYS_MAX };

const { encryptStream } = buildEncrypt(POLICY);
const { decryptUnsignedMessageStream } = buildDecrypt(POLICY);

/**
 * Seals the bytes of photos by the AWS Encryption SDK: AES-256-GCM in frames, with a key of its own for each photo and
 * size, which the owner's data key wraps. The message format:
 * https://docs.aws.amazon.com/encryption-sdk/latest/developer-guide/message-format.html
 */
@Injectable()
export class PhotoSealing {
  constructor(private readonly keys: DataKeys) {}

  /** Throws `unauthenticated` if the account was deleted. */
  async seal(place: PhotoPlace, plain: Buffer): Promise<Buffer> {
    const stream = encryptStream(keyringOf(await this.keys.forWriting(place.userId)), {
      // Without a signature: whoever can seal here could sign, too.
      suiteId: AlgorithmSuiteIdentifier.ALG_AES256_GCM_IV12_TAG16_HKDF_SHA512_COMMIT_KEY,
      frameLength: FRAME_BYTES,
      encryptionContext: contextOf(place),
      plaintextLength: plain.length,
    });
    stream.end(plain);
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    return Buffer.concat(parts);
  }

  /**
   * A stream through which sealed bytes are opened. It fails at the first frame that was changed, and at its end if frames
   * are missing; nothing unauthenticated leaves it. Throws SealError if the key was destroyed.
   */
  async opener(place: PhotoPlace): Promise<Duplex> {
    const stream = decryptUnsignedMessageStream(keyringOf(await this.keys.forReading(place.userId)));
    stream.once('MessageHeader', ({ encryptionContext }: { encryptionContext: Record<string, string> }) => {
      const isHere = Object.entries(contextOf(place)).every(
        ([name, value]) => encryptionContext[name] === value,
      );
      if (!isHere) stream.destroy(new SealError('sealed for another place'));
    });
    return stream;
  }
}

/** The name is not secret: a sealed photo names the key that wraps its own. */
function keyringOf({ id, secret }: SealingKey): RawAesKeyringNode {
  return new RawAesKeyringNode({
    keyNamespace: 'inner-weather/media',
    keyName: id,
    // A copy of its own: the SDK refuses a key that shares its memory with something else.
    unencryptedMasterKey: Uint8Array.from(secret.export()),
    wrappingSuite: RawAesWrappingSuiteIdentifier.AES256_GCM_IV12_TAG16_NO_PADDING,
  });
}

/** Stored readable in the sealed photo, and authenticated. */
const contextOf = ({ userId, photoId, size }: PhotoPlace): Record<string, string> => ({
  owner: userId,
  photo: photoId,
  size,
});
