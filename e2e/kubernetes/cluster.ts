import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../deploy/local/process.mjs';
import { SERVICE_NAMES } from '../../deploy/local/services.mjs';
import { readClusterConfig } from './config.js';

const run = promisify(execFile);

const CHART = resolve(import.meta.dirname, '../../helm/inner-weather');
export const RELEASE = 'inner-weather';

/** What Kubernetes itself puts into a namespace, and what this suite put there. */
const NOT_OURS = /^(kube-root-ca\.crt|default|fakes|store)$|^sh\.helm\.release\./;

/** What these tests read of an object of Kubernetes. */
export interface KubernetesObject {
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; deletionTimestamp?: string };
  data?: Record<string, string>;
  spec?: { containers?: { image: string }[] };
  status?: {
    phase?: string;
    podIP?: string;
    readyReplicas?: number;
    containerStatuses?: { restartCount: number }[];
  };
}

/** Runs kubectl in the suite's namespace; answers its output, and rejects with its errors. */
export async function kubectl(...args: string[]): Promise<string> {
  const { stdout } = await run('kubectl', ['--namespace', readClusterConfig().namespace, ...args], {
    maxBuffer: 32 * 1024 * 1024,
  });
  return stdout;
}

/** `apply` would note the whole of it in an annotation, which has room for 256 KiB. */
async function create(manifest: object): Promise<void> {
  const { namespace } = readClusterConfig();
  const child = spawn('kubectl', ['--namespace', namespace, 'create', '--filename', '-'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(JSON.stringify(manifest));
  const code = await new Promise((done) => child.once('exit', done));
  if (code !== 0) throw new Error(`kubectl create ended with ${String(code)}`);
}

export async function list(kinds: string, selector = ''): Promise<KubernetesObject[]> {
  const args = selector ? ['--selector', selector] : [];
  const text = await kubectl('get', kinds, '--output', 'json', ...args);
  return (JSON.parse(text) as { items: KubernetesObject[] }).items;
}

/** The pods of one service or server that are not being deleted. */
export async function podsOf(component: string): Promise<KubernetesObject[]> {
  const pods = await list(
    'pods',
    `app.kubernetes.io/instance=${RELEASE},app.kubernetes.io/component=${component}`,
  );
  return pods.filter(({ metadata }) => !metadata.deletionTimestamp);
}

/** Evicts a pod as the drain of a node does; the disruption budget may refuse. */
export async function evict(pod: string): Promise<void> {
  const { namespace } = readClusterConfig();
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: pod, namespace } };
  const path = `/api/v1/namespaces/${namespace}/pods/${pod}/eviction`;
  const child = spawn('kubectl', ['create', '--raw', path, '--filename', '-'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(JSON.stringify(eviction));
  const code = await new Promise((done) => child.once('exit', done));
  if (code !== 0) throw new Error(`the eviction of ${pod} ended with ${String(code)}`);
}

/** Runs helm; rejects with its error output. */
export async function helm(...args: string[]): Promise<string> {
  const { stdout } = await run('helm', ['--namespace', readClusterConfig().namespace, ...args], {
    maxBuffer: 32 * 1024 * 1024,
  });
  return stdout;
}

/** Installs a version or upgrades to it, and waits until every replica of it is ready. */
export function deploy(tag: string, ...args: string[]): Promise<string> {
  const { repository, values } = readClusterConfig();
  return helm(
    ...['upgrade', '--install', RELEASE, CHART, '--wait', '--timeout', '10m'],
    ...values.flatMap((file) => ['--values', file]),
    ...['--set', `image.repository=${repository}`, '--set-string', `image.tag=${tag}`],
    ...args,
  );
}

/** The tags of the images that the services' pods run, without pods that are being deleted. */
export async function runningTags(): Promise<Set<string>> {
  const pods = (await Promise.all(SERVICE_NAMES.map(podsOf))).flat();
  const images = pods.flatMap(({ spec }) => spec?.containers ?? []).map(({ image }) => image);
  return new Set(images.map((image) => image.slice(image.lastIndexOf(':') + 1)));
}

/** A pod with the gateway's image, since that contains Node, and a Service of the same name. */
async function startBeside(
  name: string,
  { port, ready, command, files }: { port: number; ready: object; command: string[]; files: object },
): Promise<void> {
  const { repository, tag } = readClusterConfig();
  const labels = { app: name };
  const container = {
    name,
    image: `${repository}/gateway:${tag}`,
    command,
    readinessProbe: ready,
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
    volumeMounts: [{ name: 'files', mountPath: '/files' }],
  };
  const spec = {
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [container],
    volumes: [{ name: 'files', configMap: { name } }],
  };
  const metadata = { name, labels };
  await create({
    apiVersion: 'v1',
    kind: 'List',
    items: [
      { apiVersion: 'v1', kind: 'ConfigMap', metadata, ...files },
      { apiVersion: 'v1', kind: 'Service', metadata, spec: { selector: labels, ports: [{ port }] } },
      { apiVersion: 'v1', kind: 'Pod', metadata, spec },
    ],
  });
  await kubectl('wait', '--for=condition=Ready', `pod/${name}`, '--timeout=120s');
}

/** Starts the fakes of the providers. */
export async function startFakes(): Promise<void> {
  const script = await readFile(resolve(import.meta.dirname, 'fakes.mjs'), 'utf8');
  await startBeside('fakes', {
    port: 8080,
    ready: { httpGet: { path: '/calls', port: 8080 } },
    command: ['node', '/files/fakes.mjs'],
    files: { data: { 'fakes.mjs': script } },
  });
}

/** Starts the S3-compatible store of values-store.yaml. It keeps photos for as long as its pod runs. */
export async function startStore(): Promise<void> {
  const script = await readFile(readClusterConfig().store, 'base64');
  await startBeside('store', {
    port: 9000,
    ready: { tcpSocket: { port: 9000 } },
    command: ['sh', '-c', 'gunzip -c /files/store.mjs.gz > /tmp/store.mjs && exec node /tmp/store.mjs'],
    files: { binaryData: { 'store.mjs.gz': script } },
  });
}

/** Names of the objects that are left of the release, with their kinds. */
export async function leftovers(): Promise<string[]> {
  const kinds = await kubectl('api-resources', '--namespaced', '--verbs=list', '--output=name');
  const stored = kinds
    .split('\n')
    .filter((kind) => kind && !/^(events|endpoints|bindings)|\.(events|metrics)\./.test(kind));
  const objects = await list(stored.join(','));
  return objects
    .filter(({ kind, metadata }) => !NOT_OURS.test(metadata.name) && kind !== 'Event')
    .filter(({ metadata }) => !/^(fakes|store)/.test(metadata.name))
    .map(({ kind, metadata }) => `${kind}/${metadata.name}`)
    .sort();
}

/** All calls of the model so far. */
export async function modelCalls(): Promise<{ from: string; answered: boolean }[]> {
  const { namespace } = readClusterConfig();
  const answer = await kubectl(
    'get',
    '--raw',
    `/api/v1/namespaces/${namespace}/services/fakes:8080/proxy/calls`,
  );
  return JSON.parse(answer) as { from: string; answered: boolean }[];
}

/**
 * The gateway on a port of 127.0.0.1. A port-forward leads to one pod and ends with it, so it is checked all the
 * time, and started again as soon as nothing answers.
 */
export class PortForward {
  private child?: ChildProcess;
  private open = true;

  private constructor(
    private readonly port: number,
    readonly url: string,
  ) {}

  /** Reaches nothing until there is a gateway: see `ready`. */
  static async start(): Promise<PortForward> {
    const port: number = await freePort();
    const forward = new PortForward(port, `http://127.0.0.1:${port}`);
    void forward.keep();
    return forward;
  }

  close(): void {
    this.open = false;
    this.child?.kill();
  }

  /** Resolves when the journal answers here. */
  async ready(timeoutMs = 120_000): Promise<void> {
    const end = Date.now() + timeoutMs;
    while (!(await this.answers())) {
      if (Date.now() > end) throw new Error('nothing answers behind the port-forward');
      await sleep(250);
    }
  }

  private async keep(): Promise<void> {
    while (this.open) {
      if (this.child?.exitCode !== null || this.child.killed) await this.forward();
      await sleep(500);
      if (!(await this.answers())) this.child?.kill('SIGKILL');
    }
  }

  private async forward(): Promise<void> {
    const { namespace } = readClusterConfig();
    const target = [`service/${RELEASE}-gateway`, `${this.port}:http`, '--address', '127.0.0.1'];
    this.child = spawn('kubectl', ['--namespace', namespace, 'port-forward', ...target], { stdio: 'ignore' });
    await sleep(1_000);
  }

  private async answers(): Promise<boolean> {
    return fetch(`${this.url}/health/live`, { signal: AbortSignal.timeout(3_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}
