import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
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

/** `unknown`: the services that use it did not answer. */
export const PART_STATES = [...DEPENDENCY_STATES, 'unknown'] as const;

export type PartState = (typeof PART_STATES)[number];

export class PartFailureDto extends FailureDto {
  @ApiProperty({ enum: SERVICES, description: 'The service whose call failed.' })
  service: ServiceName;

  @ApiPropertyOptional({ example: 'Authentik', description: 'Which one failed, if there are several.' })
  provider?: string;
}

/** A dependency of the services, as they see it together: failing for one of them is failing. */
export class PartDto {
  @ApiProperty({ enum: DEPENDENCIES })
  name: DependencyName;

  @ApiProperty({ enum: PART_STATES })
  state: PartState;

  @ApiPropertyOptional({ example: 'open-meteo' })
  provider?: string;

  @ApiPropertyOptional({
    type: PartFailureDto,
    description: 'The newest failure since the services started.',
  })
  lastFailure?: PartFailureDto;
}

/** A service that may not answer; then all but its name is null. */
export class AdminServiceDto {
  @ApiProperty({ enum: SERVICES })
  service: ServiceName;

  @ApiProperty({ type: String, nullable: true })
  version: ServiceStateDto['version'] | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  startedAt: ServiceStateDto['startedAt'] | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'How many replicas take calls; one of them has answered. Null for the gateway, which takes none.',
  })
  replicas: number | null;
}

/** What to do before others use the installation. */
export const THINGS = ['version', 'encryption', 'https', 'backup', 'registration', 'second_factor'] as const;

export type ThingName = (typeof THINGS)[number];

export const THING_STATES = ['done', 'to_do', 'unknown'] as const;

export class ThingDto {
  @ApiProperty({ enum: THINGS })
  name: ThingName;

  @ApiProperty({ enum: THING_STATES })
  state: (typeof THING_STATES)[number];
}

/** GET /admin/state. */
export class AdminStateDto {
  @ApiProperty({ format: 'date-time' })
  checkedAt: string;

  @ApiProperty({
    description:
      'False while auth cannot say whether this account still administers: it did within the last ten minutes.',
  })
  isConfirmed: boolean;

  @ApiProperty({ type: [PartDto] })
  parts: PartDto[];

  @ApiProperty({ type: [AdminServiceDto] })
  services: AdminServiceDto[];

  @ApiProperty({ type: [QueueStateDto], description: 'Of the services that answered.' })
  queues: QueueStateDto[];

  @ApiProperty({ type: [ThingDto], description: 'Always these six.' })
  things: ThingDto[];

  @ApiProperty({ type: InstallationDto, nullable: true, description: 'Null while auth does not answer.' })
  installation: InstallationDto | null;
}
