import { Types } from 'mongoose';

/** Returns null for text that cannot be an id: no document has it. */
export function parseId(id: string): Types.ObjectId | null {
  return /^[0-9a-f]{24}$/i.test(id) ? new Types.ObjectId(id) : null;
}
