import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions, DECORATORS } from '@nestjs/swagger';

/* Mapped types that @nestjs/swagger does not offer besides `PickType`, `OmitType` and `IntersectionType`. */

/** What an answer's documentation keeps of a field: its type, not the limits of the input. */
const KEPT = ['type', 'items', 'enum', 'format'];

/**
 * The same fields in an answer, where each is there unless it is named as optional.
 * @param names every field of the class; with one missing the call does not compile
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
    const documented = Reflect.getMetadata(
      DECORATORS.API_MODEL_PROPERTIES,
      fields.prototype as object,
      name,
    ) as object;
    const kept = Object.entries(documented).filter(([key]) => KEPT.includes(key));
    const required = !optional.some((one) => one === name);
    ApiProperty({ ...Object.fromEntries(kept), required })(Answer.prototype, name);
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
