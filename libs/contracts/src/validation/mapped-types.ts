import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions, DECORATORS } from '@nestjs/swagger';

/* Mapped types in addition to `PickType`, `OmitType` and `IntersectionType` of @nestjs/swagger. */

/** The documented properties of a field that responses keep: its type, without the limits of the input. */
const KEPT = ['type', 'items', 'enum', 'format'];

/**
 * The same fields for a response, where each is required unless it is named as optional.
 * @param names every field of the class; the call does not compile if one is missing
 */
export function AnswerType<
  T extends object,
  const Names extends readonly (keyof T & string)[],
  Optional extends keyof T & string = never,
>(
  fields: Type<T>,
  names: keyof T extends Names[number] ? Names : never,
  optional: readonly Optional[] = [],
): Type<Required<Omit<T, Optional>> & Pick<T, Optional>> {
  class Answer {}
  for (const name of names) {
    const metadata = Reflect.getMetadata(
      DECORATORS.API_MODEL_PROPERTIES,
      fields.prototype as object,
      name,
    ) as object;
    const keptMetadata = Object.entries(metadata).filter(([key]) => KEPT.includes(key));
    const isRequired = !optional.some((one) => one === name);
    ApiProperty({ ...Object.fromEntries(keptMetadata), required: isRequired })(Answer.prototype, name);
  }
  return Answer as Type<Required<Omit<T, Optional>> & Pick<T, Optional>>;
}

/** Adds documentation to inherited fields of a class. */
export function Documented<T extends object>(fields: { [Name in keyof T]?: ApiPropertyOptions }) {
  return (target: Type<T>): void => {
    for (const [name, options] of Object.entries(fields)) {
      ApiProperty(options as ApiPropertyOptions)(target.prototype as object, name);
    }
  };
}
