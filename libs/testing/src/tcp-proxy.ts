import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A wire that can be cut: between a client and a server, both on loopback. */
export interface TcpProxy {
  /** The given address with the proxy's host and port in place of the server's. */
  url: string;
  /** Resets every connection; new ones pass. */
  cut: () => void;
  /** Takes what comes and passes nothing on, in either direction, until `resume`. */
  hang: () => void;
  resume: () => void;
  /** Refuses every connection, until `resume`. */
  refuse: () => void;
  close: () => Promise<void>;
}

/** Stands between clients and the server that `target` (a URL with host and port) names. */
export async function tcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<[Socket, Socket]>();
  let state: 'open' | 'hanging' | 'refusing' = 'open';

  const server = createServer((client) => {
    if (state === 'refusing') {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    for (const [from, to] of [pair, [upstream, client] as const]) {
      from.setNoDelay(true);
      from.on('data', (chunk) => {
        // What is swallowed here is lost, as on a network that has gone.
        if (state === 'open') to.write(chunk);
      });
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        pairs.delete(pair);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);

  const cut = (): void => {
    for (const [client, upstream] of pairs) {
      client.resetAndDestroy();
      upstream.resetAndDestroy();
    }
  };
  return {
    url: url.toString(),
    cut,
    hang: () => (state = 'hanging'),
    resume: () => (state = 'open'),
    refuse: () => {
      state = 'refusing';
      cut();
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
