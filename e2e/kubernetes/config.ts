/** The configuration of the cluster suite; run.mjs sets it. */
export interface ClusterConfig {
  namespace: string;
  /** The images are `<repository>/<service>:<tag>`. */
  repository: string;
  tag: string;
  /** The version to upgrade to. */
  next: string;
  /** Files of values; later ones override earlier ones. */
  values: string[];
  /** Where the photos are: in media's volume, or in an S3-compatible store that runs beside it. */
  photos: 'volume' | 'store';
  /** The compressed script of that store; empty if there is none. */
  store: string;
}

/** Throws when run.mjs did not start this. */
export function readClusterConfig(): ClusterConfig {
  const { E2E_CLUSTER } = process.env;
  if (!E2E_CLUSTER) throw new Error('E2E_CLUSTER must be set; node e2e/kubernetes/run.mjs does that.');
  return JSON.parse(E2E_CLUSTER) as ClusterConfig;
}
