import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Passes each new connection to the next backend that accepts it, like the address of a cluster or a Service. */
export interface TcpBalancer {
  /** The first backend's address with the balancer's port in place of its own. */
  url: string;
  /** From now on new connections go to these (host:port of their URLs). Open ones stay. */
  lead: (targets: string[]) => void;
  close: () => Promise<void>;
}

export async function tcpBalancer(targets: string[]): Promise<TcpBalancer> {
  let backends = targets;
  let turn = 0;
  const open = new Set<Socket>();
  const keep = (socket: Socket): void => {
    open.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
  };

  const server: Server = createServer({ allowHalfOpen: true }, (client) => {
    keep(client);
    void reach().then((upstream) => {
      if (!upstream) {
        client.resetAndDestroy();
        return;
      }
      keep(upstream);
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        from.on('error', () => to.resetAndDestroy());
        from.pipe(to);
      }
    });
  });

  /** The next backend that accepts a connection. */
  async function reach(): Promise<Socket | undefined> {
    for (const _ of backends) {
      const { hostname, port } = new URL(backends[turn++ % backends.length] ?? '');
      const upstream = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      const taken = await new Promise<boolean>((resolve) => {
        upstream.once('connect', () => resolve(true));
        upstream.once('error', () => resolve(false));
      });
      if (taken) return upstream;
    }
    return undefined;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(targets[0] ?? '');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.toString(),
    lead: (next) => (backends = next),
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
