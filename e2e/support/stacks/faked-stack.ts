import { Api } from '../requests/api.js';
import { startStackWithFakes } from './stack.mjs';

export type FakedStack = Awaited<ReturnType<typeof startFakedStack>>;

/** A stack for one suite with fakes of its providers, and its API. */
export async function startFakedStack(options: Parameters<typeof startStackWithFakes>[0] = {}) {
  const stack = await startStackWithFakes(options);
  return { ...stack, api: new Api(stack.url) };
}
