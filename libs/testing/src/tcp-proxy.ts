import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy between clients and a server, both on loopback, that can simulate failures of the network. */
export interface TcpProxy {
  /** The given URL with the proxy's host and port. */
  url: string;
  /** Resets every connection. New ones work. */
  cut: () => void;
  /** Accepts data and drops it, in both directions, until `resume`. */
  hang: () => void;
  resume: () => void;
  /** Resets every connection and refuses new ones until `resume`. */
  refuse: () => void;
  close: () => Promise<void>;
}

/** Starts a proxy for the server that `target` (a URL with host and port) names. */
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
        // Dropped data is lost, as on a broken network.
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
