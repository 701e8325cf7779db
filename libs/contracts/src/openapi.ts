import type * as documenting from '@nestjs/swagger';
import * as mapped from '@nestjs/mapped-types';

/*
 * What describes DTO classes for the OpenAPI document. Only the gateway makes one: a process that has imported
 * undocumented.ts first does without @nestjs/swagger, and its classes validate the same.
 */

const swagger =
  Symbol.for('inner-weather.undocumented') in globalThis ? undefined : await import('@nestjs/swagger');

const nothing = () => () => undefined;

export const ApiProperty: typeof documenting.ApiProperty = swagger?.ApiProperty ?? nothing;
export const ApiPropertyOptional: typeof documenting.ApiPropertyOptional =
  swagger?.ApiPropertyOptional ?? nothing;

export const PickType: typeof documenting.PickType = swagger?.PickType ?? mapped.PickType;
export const OmitType: typeof documenting.OmitType = swagger?.OmitType ?? mapped.OmitType;
export const IntersectionType: typeof documenting.IntersectionType =
  swagger?.IntersectionType ?? mapped.IntersectionType;

/** What is documented of a field; undefined where nothing is. */
export function documentedAs(target: object, field: string): object | undefined {
  return swagger && (Reflect.getMetadata(swagger.DECORATORS.API_MODEL_PROPERTIES, target, field) as object);
}
