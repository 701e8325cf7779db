import { LIMITS } from '@inner-weather/domain/limits';
import { LANGUAGE_TAGS } from '@inner-weather/languages/languages';
import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions, DECORATORS, PickType } from '@nestjs/swagger';
import { getMetadataStorage } from 'class-validator';
import { MayBeAbsent } from './validators.js';

/*
 * What the OpenAPI document says of fields. The rules of a field are said by its validators, and the document is derived
 * from them; `Doc` adds what they cannot say. Mapped types come in addition to those of @nestjs/swagger.
 */

/** Describes a field. `options` are what neither its type nor its validators say. */
export function Doc(
  description: string | ApiPropertyOptions = {},
  more: ApiPropertyOptions = {},
): PropertyDecorator {
  const options = typeof description === 'string' ? { description, ...more } : description;
  // TypeScript does not tell the type of a field that may be null.
  const isText = 'nullable' in options && !('type' in options) && !('enum' in options);
  return ApiProperty(isText ? { ...options, type: String } : options);
}

export const COUNT = { type: 'integer', minimum: 0 } as const;
export const DAY = { format: 'date' };
export const TIME = { format: 'date-time' };
export const NULLABLE = { nullable: true };
export const TIME_OR_NULL = { ...TIME, ...NULLABLE };
export const OPTIONAL = { required: false };

type Schema = Record<string, unknown>;

/** What a validator says of its value, by the name and the constraints of the validator. */
const RULES: Record<string, (...constraints: never[]) => Schema> = {
  isString: () => ({ type: 'string' }),
  isBoolean: () => ({ type: 'boolean' }),
  isInt: () => ({ type: 'integer' }),
  isNumber: () => ({ type: 'number' }),
  isArray: () => ({ type: 'array' }),
  min: (minimum: number) => ({ minimum }),
  max: (maximum: number) => ({ maximum }),
  isLength: (minLength: number, maxLength: number) => ({ minLength, maxLength }),
  minLength: (minLength: number) => ({ minLength }),
  maxLength: (maxLength: number) => ({ maxLength }),
  isObject: () => ({ type: 'object', additionalProperties: true }),
  isVisible: () => ({ minLength: 1 }),
  matches: (pattern: RegExp) => ({ type: 'string', pattern: pattern.source }),
  isIn: (values: readonly string[]) => ({ type: 'string', enum: [...values] }),
  isLanguage: () => ({ enum: [...LANGUAGE_TAGS] }),
  isEmail: () => ({ type: 'string', format: 'email' }),
  isDay: () => ({ type: 'string', format: 'date' }),
  isMoment: () => ({ type: 'string', format: 'date-time' }),
  isTimeZoneName: () => ({ type: 'string', maxLength: LIMITS.timeZoneMax }),
  arrayMinSize: (minItems: number) => ({ minItems }),
  arrayMaxSize: (maxItems: number) => ({ maxItems }),
  hasNoRepeats: () => ({ uniqueItems: true }),
};

const documentedOf = (type: Type, field: string): Schema =>
  (Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, type.prototype as object, field) ?? {}) as Schema;

const BUILT_IN: unknown[] = [String, Number, Boolean, Array, Object];

/** Adds to the documentation of each field of a class what its validators say. Can be repeated. */
export function deriveDocs(type: Type): void {
  const fields = new Map<string, Schema>();
  for (const rule of getMetadataStorage().getTargetValidationMetadatas(type, '', true, false)) {
    const { propertyName, name = '', type: kind, constraints, each } = rule;
    const schema = fields.get(propertyName) ?? {};
    fields.set(propertyName, schema);
    if (kind === 'conditionalValidation') schema.required = false;
    const says = RULES[name]?.(...((constraints as never[] | undefined) ?? [])) ?? {};
    if (!each) Object.assign(schema, says);
    // Items that are objects are told by `Doc`.
    else if (name in RULES) schema.items = { ...(schema.items as Schema), ...says };
  }
  for (const [field, derived] of fields) {
    const documented = documentedOf(type, field);
    // What TypeScript tells is less: only that it is a number or a list.
    const own = BUILT_IN.includes(documented.type) && 'type' in derived ? { type: derived.type } : {};
    ApiProperty({ ...derived, ...documented, ...own } as ApiPropertyOptions)(type.prototype as object, field);
  }
}

/** The same for every class that has validators. */
export function deriveAllDocs(): void {
  const { validationMetadatas } = getMetadataStorage() as unknown as {
    validationMetadatas: Map<Type, unknown>;
  };
  for (const type of validationMetadatas.keys()) deriveDocs(type);
}

/** What responses keep of a field's documentation: its type, without the limits of the input. */
function withoutLimits({ type, items, enum: values, format, additionalProperties }: Schema): Schema {
  return {
    type,
    enum: values,
    format,
    ...(items ? { items: withoutLimits(items as Schema) } : {}),
    ...(additionalProperties ? { additionalProperties } : {}),
  };
}

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
  deriveDocs(fields);
  for (const name of names) {
    const kept = withoutLimits(documentedOf(fields, name));
    const isRequired = !optional.some((one) => one === name);
    ApiProperty({ ...kept, required: isRequired })(Answer.prototype, name);
  }
  return Answer as Type<Required<Omit<T, Optional>> & Pick<T, Optional>>;
}

/** Some fields of a class, each of which may be absent. Null is refused, unlike with `PartialType`. */
export function OptionalType<T extends object, Name extends keyof T & string>(
  fields: Type<T>,
  names: readonly Name[],
): Type<Partial<Pick<T, Name>>> {
  const Optional = PickType(fields, names);
  for (const name of names) {
    MayBeAbsent()(Optional.prototype as object, name);
    ApiProperty(OPTIONAL)(Optional.prototype as object, name);
  }
  return Optional;
}

/** Adds documentation to inherited fields of a class. */
export function Documented<T extends object>(fields: { [Name in keyof T]?: ApiPropertyOptions }) {
  return (target: Type<T>): void => {
    deriveDocs(target);
    for (const [name, options] of Object.entries(fields)) {
      ApiProperty(options as ApiPropertyOptions)(target.prototype as object, name);
    }
  };
}
