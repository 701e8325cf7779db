import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions, DECORATORS } from '@nestjs/swagger';

/* Mapped types that @nestjs/swagger does not offer besides `PickType`, `OmitType` and `IntersectionType`. */

/** What an answer's documentation keeps of a field: its type, not the limits of the input. */
const KEPT = ['type', 'items', 'enum', 'format'];

/**
 * The same fields in an answer, where none of them is optional.
 * @param names every field of the class; with one missing the call does not compile
 */
export function AnswerType<T extends object, const Names extends readonly (keyof T & string)[]>(
  fields: Type<T>,
  names: keyof T extends Names[number] ? Names : never,
): Type<Required<T>> {
  class Answer {}
  for (const name of names) {
    const documented = Reflect.getMetadata(
      DECORATORS.API_MODEL_PROPERTIES,
      fields.prototype as object,
      name,
    ) as object;
    const kept = Object.entries(documented).filter(([key]) => KEPT.includes(key));
    ApiProperty({ ...Object.fromEntries(kept), required: true })(Answer.prototype, name);
  }
  return Answer as Type<Required<T>>;
}

/** Adds documentation to inherited fields of a class. */
export function Documented<T extends object>(fields: { [Name in keyof T]?: ApiPropertyOptions }) {
  return (target: Type<T>): void => {
    for (const [name, options] of Object.entries(fields)) {
      ApiProperty(options as ApiPropertyOptions)(target.prototype as object, name);
    }
  };
}
