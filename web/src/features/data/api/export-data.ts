import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { today } from '../../../lib/dates/zone';
import { saveFile } from '../../../lib/save-text';
import { clientOf, expectData, sendWithToken } from '../../../lib/api/api-client';
import { toApiError } from '../../../lib/api/api-error';

/** Milliseconds: a large export over a slow connection. */
const DEADLINE_MS = 30 * 60_000;

const slowApi = clientOf((request) => sendWithToken(request, DEADLINE_MS));

/**
 * What an archive ends with: its end record, which the server writes last and without a comment (APPNOTE.TXT, 4.3.16).
 */
const END = { signature: [0x50, 0x4b, 0x05, 0x06], length: 22 };

/** Over HTTP/1.0, which some proxies speak to the server, a broken transfer ends like a complete one. */
async function isWholeZip(file: Blob): Promise<boolean> {
  const end = new Uint8Array(await file.slice(-END.length).arrayBuffer());
  return end.length === END.length && END.signature.every((byte, index) => end[index] === byte);
}

/** GET /user/me/export, saved as a file once it is complete. An interrupted download is an error and saves nothing. */
export function useExport() {
  const [bytes, setBytes] = useState(0);
  const mutation = useMutation({
    mutationFn: async () => {
      setBytes(0);
      const answer = await slowApi.GET('/api/user/me/export', { parseAs: 'stream' });
      const stream = expectData(answer) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>;
      const parts: Uint8Array<ArrayBuffer>[] = [];
      let size = 0;
      for (const reader = stream.getReader(); ;) {
        const { done, value } = await reader.read();
        if (done) break;
        parts.push(value);
        setBytes((size += value.length));
      }
      const file = new Blob(parts, { type: 'application/zip' });
      if (!(await isWholeZip(file))) throw toApiError(undefined);
      // The server knows no zone of an account that follows its device.
      const name = `inner-weather-${today()}.zip`;
      saveFile(name, file);
      return name;
    },
  });
  return { ...mutation, bytes };
}
