import { ModelError } from '../src/model/insight-model.js';

/** Returns the error of a failing call, in which none of these secrets can be seen. */
export async function modelFailureOf(call: Promise<unknown>, ...secrets: string[]): Promise<ModelError> {
  const error: unknown = await call.then(
    (answer) => new Error(`did not fail: ${JSON.stringify(answer)}`),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ModelError);
  const known = error as ModelError;
  const { message, detail, stack, cause } = known;
  const visible = [message, detail, stack, String(cause), JSON.stringify(known)].join();
  for (const secret of secrets) expect(visible).not.toContain(secret);
  return known;
}
