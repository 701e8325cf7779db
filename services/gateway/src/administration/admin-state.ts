import {
  type AdminServiceDto,
  type AdminStateDto,
  type PartDto,
  type PartFailureDto,
  type PartState,
  type ThingDto,
  type ThingName,
  THINGS,
} from '@inner-weather/contracts/administration/admin-state.dto';
import type { InstallationDto } from '@inner-weather/contracts/administration/installation.dto';
import {
  DEPENDENCIES,
  type DependencyDto,
  type DependencyName,
  type ServiceStateDto,
} from '@inner-weather/contracts/administration/service-state.dto';
import type { PhotoRoomDto } from '@inner-weather/contracts/photos/photos.dto';
import type { ServiceName } from '@inner-weather/contracts/messaging/topology';

/** Milliseconds after which a backup is too old. */
const BACKUP_MAX_MS = 7 * 24 * 60 * 60_000;

/** From the worst to the best. One service that cannot reach a dependency is enough. */
const WORST_FIRST: PartState[] = ['failing', 'working', 'unused', 'absent'];

/** What the gateway learned. A service that did not answer has no state. */
export interface Findings {
  services: { service: ServiceName; state: ServiceStateDto | undefined }[];
  installation: InstallationDto | null;
  photos: PhotoRoomDto | null;
  isOverHttps: boolean;
  isConfirmed: boolean;
}

/** The administrator's page in one answer. A missing part never hides the others. */
export function adminStateOf(findings: Findings, now = new Date()): AdminStateDto {
  const { services, installation, isConfirmed, photos } = findings;
  return {
    checkedAt: now.toISOString(),
    isConfirmed,
    parts: DEPENDENCIES.map((name) => partOf(name, services)),
    services: services.map(toAdminService),
    queues: services.flatMap(({ state }) => state?.queues ?? []),
    things: THINGS.map((name) => ({ name, state: thingStateOf(name, findings, now) })),
    installation,
    photos,
  };
}

function partOf(name: DependencyName, services: Findings['services']): PartDto {
  const views = services.flatMap(({ service, state }) =>
    (state?.dependencies ?? []).flatMap((view) => (view.name === name ? [{ service, view }] : [])),
  );
  const state = WORST_FIRST.find((worst) => views.some(({ view }) => view.state === worst)) ?? 'unknown';
  const provider = views.find(({ view }) => view.state === state && view.provider !== undefined)?.view
    .provider;
  const lastFailure = newestFailure(views);
  return { name, state, ...(provider !== undefined && { provider }), ...(lastFailure && { lastFailure }) };
}

function newestFailure(views: { service: ServiceName; view: DependencyDto }[]): PartFailureDto | undefined {
  const failures = views.flatMap(({ service, view }) =>
    view.lastFailure
      ? [{ ...view.lastFailure, service, ...(view.provider !== undefined && { provider: view.provider }) }]
      : [],
  );
  return failures.sort((a, b) => b.at.localeCompare(a.at))[0];
}

function toAdminService({ service, state }: Findings['services'][number]): AdminServiceDto {
  const { version = null, startedAt = null, replicas = null } = state ?? {};
  return { service, version, startedAt, replicas };
}

function thingStateOf(name: ThingName, findings: Findings, now: Date): ThingDto['state'] {
  const { services, installation, isOverHttps } = findings;
  if (name === 'https') return isOverHttps ? 'done' : 'to_do';
  if (name === 'version') {
    if (services.some(({ state }) => !state)) return 'unknown';
    return new Set(services.map(({ state }) => state?.version)).size === 1 ? 'done' : 'to_do';
  }
  return installation ? (isDone(name, installation, now) ? 'done' : 'to_do') : 'unknown';
}

function isDone(
  name: Exclude<ThingName, 'https' | 'version'>,
  installation: InstallationDto,
  now: Date,
): boolean {
  const { keysKeptElsewhereAt, lastBackup, registration, administratorsWithoutSecondFactor } = installation;
  switch (name) {
    case 'encryption':
      return keysKeptElsewhereAt !== null;
    case 'backup':
      return lastBackup !== null && now.getTime() - Date.parse(lastBackup.finishedAt) <= BACKUP_MAX_MS;
    case 'registration':
      return registration !== 'open';
    case 'second_factor':
      return administratorsWithoutSecondFactor === 0;
  }
}
