import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A query as the source has it. */
export interface Query {
  /** Class and method, or the function: `SessionsRepository.listOpen`. */
  asker: string;
  /** The class of the documents: `Session`. */
  document: string;
  /** Fields of the filter, `?` behind those that are not always there, then those of the order after `by`. */
  fields: string;
}

/** Methods of a model, or of a collection of the driver, that look for documents. */
const METHODS =
  /^(?:find|findOne|findOneAndUpdate|findOneAndDelete|findOneAndReplace|updateOne|updateMany|replaceOne|deleteOne|deleteMany|countDocuments|distinct|exists|aggregate|bulkWrite|watch|findById\w*)$/;

/** A command of whoever runs the installation: it reads whole collections, one after the other, on purpose. */
const COMMANDS = ['libs/platform/src/backup/backup.ts'];

/** Spreads whose fields stand elsewhere. */
const SPREADS: Record<string, string[]> = { ofVersion: ['credentialsVersion'] };

/** Every query of every service. Throws for one that it cannot read: then it has to be written so that people can. */
export function findQueries(root: string): Query[] {
  return sourcesOf(root)
    .filter((file) => !COMMANDS.includes(file))
    .flatMap((file) => queriesIn(readFileSync(join(root, file), 'utf8'), file));
}

/** Every source of the services and of the platform, from the root on. */
export function sourcesOf(root: string): string[] {
  const services = readdirSync(join(root, 'services')).map((service) => `services/${service}/src`);
  return [...services, 'libs/platform/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
      .map((file) => `${folder}/${file}`),
  );
}

/** Those of one source. `name`: of its file, for errors. */
export function queriesIn(text: string, name: string): Query[] {
  if (!/from '(?:mongoose|mongodb)'/.test(text)) return [];
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const models = modelsOf(source);
  const found: Query[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name: method, expression: receiver } = node.expression;
      const document = METHODS.test(method.text) ? documentOf(receiver, models) : undefined;
      if (document) {
        for (const filter of filtersOf(node, method.text, source)) {
          const fields = filter ? fieldsOf(filter, source) : [];
          found.push({
            asker: askerOf(node, source),
            document,
            fields: [...fields, ...orderOf(node)].join(', '),
          });
        }
      } else if (
        /^(?:update|delete|replace|findOne)/.test(method.text) &&
        looksLikeFilter(node.arguments[0])
      ) {
        throw new Error(`${name}: ${receiver.getText()}.${method.text} asks a model that is not known`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Name of a property, parameter or variable -> the class of its documents, by the type that is written there. */
function modelsOf(source: ts.SourceFile): Map<string, string> {
  const models = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    if (
      (ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)) &&
      node.type
    ) {
      const document = /^Model<(\w+)>$/.exec(node.type.getText())?.[1];
      if (document) models.set(node.name.getText(), document);
    }
    // connection.model<Session>(...), kept in a constant
    if (ts.isVariableDeclaration(node) && node.initializer) {
      const document = modelCall(node.initializer);
      if (document) models.set(node.name.getText(), document);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return models;
}

/** `connection.model<Session>(...)` */
function modelCall(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  return node.expression.name.text === 'model' ? node.typeArguments?.[0]?.getText() : undefined;
}

/** `this.sessions`, `this.sessions.collection`, `sessions`, `connection.model<Session>(...)` */
function documentOf(receiver: ts.Expression, models: Map<string, string>): string | undefined {
  const name = /^(?:this\s*\.\s*)?(\w+)(?:\s*\.\s*collection)?$/.exec(receiver.getText())?.[1];
  return modelCall(receiver) ?? (name === undefined ? undefined : models.get(name));
}

const looksLikeFilter = (node?: ts.Node): boolean => node !== undefined && ts.isObjectLiteralExpression(node);

function askerOf(node: ts.Node, source: ts.SourceFile): string {
  for (let at: ts.Node = node; at !== source; at = at.parent) {
    if (ts.isMethodDeclaration(at) && ts.isClassDeclaration(at.parent))
      return `${at.parent.name?.text ?? ''}.${at.name.getText()}`;
    if (ts.isFunctionDeclaration(at)) return at.name?.text ?? '';
  }
  throw new Error(`${source.fileName}: ${node.getText()} stands in no method`);
}

/** What a call asks by: its first argument, the `$match` of an `aggregate`, or the filter of each operation of a `bulkWrite`. */
function filtersOf(
  call: ts.CallExpression,
  method: string,
  source: ts.SourceFile,
): (ts.Expression | undefined)[] {
  const [first] = call.arguments;
  if (method === 'aggregate') return [stageOf(call, '$match')];
  if (method !== 'bulkWrite' || !first) return [first];
  const filters: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'filter') filters.push(node.initializer);
    else ts.forEachChild(node, visit);
  };
  visit(ts.isIdentifier(first) ? constantOf(first, source) : first);
  if (filters.length === 0) throw new Error(`${source.fileName}: ${first.getText()} has no filter`);
  return filters;
}

/** A stage of an `aggregate`, as it is written in the call. */
function stageOf({ arguments: [stages] }: ts.CallExpression, name: string): ts.Expression | undefined {
  if (!stages || !ts.isArrayLiteralExpression(stages)) return undefined;
  const properties = stages.elements.flatMap((stage) =>
    ts.isObjectLiteralExpression(stage) ? [...stage.properties] : [],
  );
  return properties.find(
    (property): property is ts.PropertyAssignment =>
      ts.isPropertyAssignment(property) && property.name.getText() === name,
  )?.initializer;
}

/** The fields of a filter; `$or` of a row of conditions counts as those that all of them have. */
function fieldsOf(filter: ts.Expression, source: ts.SourceFile): string[] {
  const at = unwrapped(filter);
  if (ts.isIdentifier(at)) return fieldsOf(constantOf(at, source), source);
  if (ts.isCallExpression(at) && ts.isIdentifier(at.expression))
    return fieldsOf(madeBy(at.expression, source), source);
  if (!ts.isObjectLiteralExpression(at)) throw new Error(`${source.fileName}: ${at.getText()} is no filter`);
  // By one id: what else it asks for narrows nothing down.
  if (at.properties.some((property) => property.name?.getText() === '_id')) return ['_id'];
  const fields = at.properties.flatMap((property): string[] => {
    if (ts.isSpreadAssignment(property)) return spreadFields(property.expression, source);
    const name = property.name?.getText().replaceAll("'", '') ?? '';
    return name === '$or' ? alternatives(property, source) : [name];
  });
  return [...new Set(fields)].filter((field) => !field.endsWith('?') || !fields.includes(field.slice(0, -1)));
}

/** Conditions of which one has to hold narrow a search down only by a field that each of them has. */
function alternatives(property: ts.ObjectLiteralElementLike, source: ts.SourceFile): string[] {
  const value = ts.isPropertyAssignment(property)
    ? unwrapped(property.initializer)
    : constantOf(property.name as ts.Identifier, source);
  if (ts.isCallExpression(value) && ts.isPropertyAccessExpression(value.expression)) {
    const [made] = value.arguments;
    if (made && ts.isArrowFunction(made)) return fieldsOf(made.body as ts.Expression, source);
  }
  if (!ts.isArrayLiteralExpression(value))
    throw new Error(`${source.fileName}: ${value.getText()} is no list`);
  const [first = [], ...others] = value.elements.map((element) => fieldsOf(element, source));
  return first.filter((field) => others.every((other) => other.includes(field)));
}

/** `...(x && { a })` and `...ofVersion(1)` */
function spreadFields(expression: ts.Expression, source: ts.SourceFile): string[] {
  const at = unwrapped(expression);
  if (ts.isCallExpression(at)) {
    const known = SPREADS[at.expression.getText()];
    if (!known) throw new Error(`${source.fileName}: what ${at.getText()} spreads is not known`);
    return known;
  }
  if (ts.isBinaryExpression(at)) return fieldsOf(at.right, source).map((field) => `${field}?`);
  return fieldsOf(at, source);
}

function unwrapped(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) || ts.isAsExpression(node) ? unwrapped(node.expression) : node;
}

/** What a constant of this name was made with, the one that stands nearest before. */
function constantOf(name: ts.Identifier, source: ts.SourceFile): ts.Expression {
  let found: ts.Expression | undefined;
  const visit = (node: ts.Node): void => {
    if (node.getStart() >= name.getStart()) return;
    if (ts.isVariableDeclaration(node) && node.name.getText() === name.text)
      found = node.initializer ?? found;
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (!found) throw new Error(`${source.fileName}: what ${name.text} is cannot be read`);
  return unwrapped(found);
}

/** What an arrow function of the same file answers. */
function madeBy(name: ts.Identifier, source: ts.SourceFile): ts.Expression {
  const made = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .find((declaration) => declaration.name.getText() === name.text)?.initializer;
  if (!made || !ts.isArrowFunction(made) || ts.isBlock(made.body))
    throw new Error(`${source.fileName}: what ${name.text} makes cannot be read`);
  return unwrapped(made.body);
}

/** `.sort({ createdAt: -1 })` further on, or `sort` among the driver's options. */
function orderOf(call: ts.CallExpression): string[] {
  const sorted = stageOf(call, '$sort');
  const orders: ts.Expression[] = sorted ? [sorted] : [];
  for (const argument of call.arguments) {
    if (!ts.isObjectLiteralExpression(argument)) continue;
    for (const property of argument.properties)
      if (ts.isPropertyAssignment(property) && property.name.getText() === 'sort')
        orders.push(property.initializer);
  }
  for (
    let at: ts.Node = call;
    ts.isPropertyAccessExpression(at.parent) || ts.isCallExpression(at.parent);
    at = at.parent
  )
    if (ts.isCallExpression(at) && at !== call && ts.isPropertyAccessExpression(at.expression))
      if (at.expression.name.text === 'sort') orders.push(...at.arguments);
  const [order] = orders;
  if (!order || !ts.isObjectLiteralExpression(order)) return [];
  return [
    `by ${order.properties.map((property) => property.name?.getText().replaceAll("'", '')).join(', ')}`,
  ];
}
