import { getMetadataStorage } from 'class-validator';

/*
 * class-validator looks up the rules of a class for each object that it validates, which takes longer than the rules
 * themselves. Here they are looked up once, and called in the same order. This only says which property is wrong: the
 * words for a person come from class-validator (errors.ts).
 */

type Rule = (value: unknown, object: object) => boolean;

interface Property {
  name: string;
  /** The rules apply only if all of these hold, as with `@IsOptional()`. */
  conditions: Rule[];
  rules: Rule[];
}

type Rules = Map<string, Property>;

const compiled = new Map<unknown, Rules>();

/**
 * The name of the first property that breaks a rule of the class. If there is none, the properties that the class does
 * not declare are removed. Throws for a rule that is asynchronous or belongs to a group.
 */
export function firstProblem(object: object, of: unknown = object.constructor): string | undefined {
  let rules = compiled.get(of);
  if (!rules) compiled.set(of, (rules = compile(of as new () => object)));
  const fields = object as Record<string, unknown>;
  for (const { name, conditions, rules: own } of rules.values()) {
    const value = fields[name];
    const isKept = (rule: Rule) => rule(value, object);
    if (conditions.every(isKept) && !own.every(isKept)) return name;
  }
  for (const name of Object.keys(fields)) if (!rules.has(name)) delete fields[name];
  return undefined;
}

function compile(target: new () => object): Rules {
  const storage = getMetadataStorage();
  const metadata = storage.getTargetValidationMetadatas(target, '', false, false);
  const rules: Rules = new Map();
  for (const { propertyName: name, type, constraints, constraintCls, ...options } of metadata) {
    const property = rules.get(name) ?? { name, conditions: [], rules: [] };
    rules.set(name, property);
    const validators = storage.getTargetValidatorConstraints(constraintCls);
    if (!KINDS.has(type) || (options.groups as string[] | undefined)?.length || validators.some(isAsync))
      throw new Error(`a rule of ${target.name}.${name} cannot be compiled`);
    if (type === 'conditionalValidation') {
      const [isMet] = constraints as [(object: object, value: unknown) => boolean];
      property.conditions.push((value, object) => isMet(object, value));
    }
    if (type === 'nestedValidation') property.rules.push(hasNoProblem);
    for (const { instance } of type === 'customValidation' ? validators : []) {
      const { each, validateIf } = options;
      const one: Rule = (value, object) =>
        Boolean(
          instance.validate(value, { value, object, constraints, property: name, targetName: target.name }),
        );
      const all: Rule = (value, object) =>
        each && Array.isArray(value) ? value.every((item) => one(item, object)) : one(value, object);
      property.rules.push(
        validateIf ? (value, object) => !validateIf(object, value) || all(value, object) : all,
      );
    }
  }
  // As in class-validator: what is in a property is looked at after the property itself.
  for (const { rules: own } of rules.values())
    own.sort((a, b) => Number(a === hasNoProblem) - Number(b === hasNoProblem));
  return rules;
}

const KINDS = new Set([
  'customValidation',
  'conditionalValidation',
  'nestedValidation',
  'whitelistValidation',
]);

const isAsync = ({ async }: { async: boolean }) => async;

/** Checks the object of a nested property, or a list of such objects. */
function hasNoProblem(value: unknown): boolean {
  if (value === undefined) return true;
  if (Array.isArray(value)) return value.every(hasNoProblem);
  return (
    value instanceof Object && typeof value.constructor === 'function' && firstProblem(value) === undefined
  );
}
