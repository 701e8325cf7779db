import { SERVICES, type ServiceName } from '../messaging/topology.js';
import { InstallationDto } from './installation.dto.js';
import {
  DEPENDENCIES,
  DEPENDENCY_STATES,
  type DependencyName,
  FailureDto,
  QueueStateDto,
  ServiceStateDto,
} from './service-state.dto.js';
import { PhotoRoomDto } from '../photos/photos.dto.js';
import { Doc, NULLABLE, TIME, TIME_OR_NULL } from '../validation/documented.js';

/** `unknown`: the services that use it did not answer. */
export const PART_STATES = [...DEPENDENCY_STATES, 'unknown'] as const;

export type PartState = (typeof PART_STATES)[number];

export class PartFailureDto extends FailureDto {
  @Doc('The service whose call failed.', { enum: SERVICES })
  service: ServiceName;

  @Doc('Which one failed, if there are several.', { example: 'Authentik', required: false })
  provider?: string;
}

/** A dependency of the services, as they see it together: failing for one of them is failing. */
export class PartDto {
  @Doc({ enum: DEPENDENCIES })
  name: DependencyName;

  @Doc({ enum: PART_STATES })
  state: PartState;

  @Doc({ example: 'open-meteo', required: false })
  provider?: string;

  @Doc('The newest failure since the services started.', { type: PartFailureDto, required: false })
  lastFailure?: PartFailureDto;
}

/** A service that may not answer; then all but its name is null. */
export class AdminServiceDto {
  @Doc({ enum: SERVICES })
  service: ServiceName;

  @Doc(NULLABLE)
  version: ServiceStateDto['version'] | null;

  @Doc(TIME_OR_NULL)
  startedAt: ServiceStateDto['startedAt'] | null;

  @Doc('How many replicas take calls; one of them has answered. Null for the gateway, which takes none.', {
    type: Number,
    nullable: true,
  })
  replicas: number | null;
}

/** What to do before others use the installation. */
export const THINGS = ['version', 'encryption', 'https', 'backup', 'registration', 'second_factor'] as const;

export type ThingName = (typeof THINGS)[number];

export const THING_STATES = ['done', 'to_do', 'unknown'] as const;

export class ThingDto {
  @Doc({ enum: THINGS })
  name: ThingName;

  @Doc({ enum: THING_STATES })
  state: (typeof THING_STATES)[number];
}

/** GET /admin/state. */
export class AdminStateDto {
  @Doc(TIME)
  checkedAt: string;

  @Doc(
    'False while auth cannot say whether this account still administers: it did within the last ten minutes.',
  )
  isConfirmed: boolean;

  @Doc({ type: [PartDto] })
  parts: PartDto[];

  @Doc({ type: [AdminServiceDto] })
  services: AdminServiceDto[];

  @Doc('Of the services that answered.', { type: [QueueStateDto] })
  queues: QueueStateDto[];

  @Doc('Always these six.', { type: [ThingDto] })
  things: ThingDto[];

  @Doc('Null while auth does not answer.', { type: InstallationDto, nullable: true })
  installation: InstallationDto | null;

  @Doc('Null while media does not answer.', { type: PhotoRoomDto, nullable: true })
  photos: PhotoRoomDto | null;
}
