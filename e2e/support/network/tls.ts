import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { hasCommand, installPackages } from '../../../deploy/local/packages.mjs';

/** PEM files of a private authority, and of a server certificate that it issued for 127.0.0.1. */
export interface Authority {
  caFile: string;
  certFile: string;
  keyFile: string;
  remove: () => void;
}

/** Makes certificates with openssl, as an administrator of a broker would. */
export async function selfMadeAuthority(): Promise<Authority> {
  if (!hasCommand('openssl'))
    await installPackages(['openssl'], { log: () => undefined, otherwise: 'Tests of TLS need openssl.' });
  const folder = mkdtempSync(join(tmpdir(), 'inner-weather-tls-'));
  // The broker runs as another user and must read them.
  chmodSync(folder, 0o755);
  const file = (name: string): string => join(folder, name);
  const openssl = (...args: string[]): unknown =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const ca = ['-addext', 'keyUsage=critical,keyCertSign,cRLSign'];
  openssl('req', '-x509', ...key, '-subj', '/CN=A test CA', ...ca, '-keyout', 'ca.key', '-out', 'ca.pem');
  openssl('req', ...key, '-subj', '/CN=A test server', '-keyout', 'server.key', '-out', 'server.csr');
  writeFileSync(file('server.ext'), 'subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth\n');
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'server.ext'];
  openssl('x509', '-req', '-in', 'server.csr', ...signed, '-days', '2', '-out', 'server.pem');
  chmodSync(file('server.key'), 0o644);
  return {
    caFile: file('ca.pem'),
    certFile: file('server.pem'),
    keyFile: file('server.key'),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** A TLS proxy in front of a server without TLS, like a sidecar. */
export async function tlsProxy(target: string, { certFile, keyFile }: Authority) {
  const { hostname, port } = new URL(target);
  const server = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (client) => {
    const upstream = connect(Number(port), hostname);
    client.pipe(upstream).pipe(client);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
