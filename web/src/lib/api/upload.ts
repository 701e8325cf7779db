import { ApiError, errorOfAnswer } from './api-error';
import { restoreSession } from './api-client';
import { ownAnswer } from './own-answer';
import { sessionStore, signedInId } from './session';

/** Milliseconds in which not a byte moved, after which an upload ends. */
const SILENT_MS = 60_000;

interface Upload {
  path: string;
  body: Blob;
  headers: Record<string, string>;
  signal: AbortSignal;
  /** @param share of the body that was sent, from 0 to 1 */
  onProgress: (share: number) => void;
}

/**
 * Sends a body whose way the page shows, which fetch cannot tell. Renews the token once.
 * @returns the answer, as JSON
 * @throws ApiError if the server refuses it, ForeignAnswer, or any other error if it was not reached
 */
export async function upload(request: Upload): Promise<unknown> {
  const userId = signedInId();
  let response = await send(request);
  if (response.status === 401) {
    await restoreSession('expired');
    // What one user sends is never sent as another.
    if (signedInId() !== userId || request.signal.aborted) throw new ApiError(401, []);
    response = await send(request);
  }
  const body: unknown = await response.json();
  if (!response.ok) throw errorOfAnswer(response.status, body);
  return body;
}

function send({ path, body, headers, signal, onProgress }: Upload): Promise<Response> {
  const session = sessionStore.get();
  if (session.status !== 'authenticated') throw new ApiError(401, []);
  const { token } = session;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let silent: ReturnType<typeof setTimeout> | undefined;
    const listen = () => {
      clearTimeout(silent);
      silent = setTimeout(() => request.abort(), SILENT_MS);
    };
    const cancel = () => request.abort();
    signal.addEventListener('abort', cancel);
    request.open('POST', path);
    for (const [name, value] of Object.entries({ ...headers, 'x-auth-token': token }))
      request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => {
      listen();
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onload = () => resolve(answerOf(request));
    request.onerror = () => reject(new TypeError('not reached'));
    request.onabort = () => reject(new DOMException('ended', 'AbortError'));
    request.onloadend = () => {
      clearTimeout(silent);
      signal.removeEventListener('abort', cancel);
    };
    listen();
    request.send(body);
  });
}

/** @throws ForeignAnswer, or another error for what is no answer of the journal at all */
async function answerOf(request: XMLHttpRequest): Promise<Response> {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split(/\r?\n/).filter(Boolean)) {
    const [name = '', ...value] = line.split(':');
    headers.append(name, value.join(':').trim());
  }
  const { status, responseText } = request;
  // An answer without a body must have none, or it is no Response.
  return ownAnswer(new Response(responseText === '' ? null : responseText, { status, headers }));
}
