import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { today } from '../../../lib/dates/zone';
import { saveFile } from '../../../lib/save-text';
import { clientOf, expectData, sendWithToken } from '../../../lib/api/api-client';

/** Milliseconds: a large export over a slow connection. */
const DEADLINE_MS = 30 * 60_000;

const slowApi = clientOf((request) => sendWithToken(request, DEADLINE_MS));

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
      // The server knows no zone of an account that follows its device.
      const name = `inner-weather-${today()}.zip`;
      saveFile(name, new Blob(parts, { type: 'application/zip' }));
      return name;
    },
  });
  return { ...mutation, bytes };
}
