import {
  type Argument,
  type BindingPattern,
  type ObjectExpression,
  type Expression,
  type Program,
  Visitor,
} from 'oxc-parser'
import { isProduct } from '../file-kind.ts'
import type { Finding } from '../finding.ts'
import type { Source } from '../source.ts'
import { everyTable, tableOwners } from '../table-owners.ts'

const server = 'apps/server/src/'
const writers = new Set(['updateTable', 'insertInto', 'deleteFrom'])
// A message to somebody has no life of its own in the domain: its state is how far its delivery is.
const stateOwners = /^(?:cores|platform\/messages)\//
const written = /\b(?:update|insert\s+into|delete\s+from)\s+([a-z_]+)\s+(?:as\s+\w+\s+)?(?:set|\(|where|using|values)/gi

/** The folder that declares each table beside those of the platform, by path in `apps/server/src`. */
export type Declared = ReadonlyMap<string, string>

/** Tables that features and cores declare for themselves: members of `interface Schema` in a `declare module`. */
export function declaredTables(sources: readonly Source[]): Declared {
  const declared = new Map<string, string>()
  for (const { path, program } of sources) {
    if (!path.startsWith(server) || !isProduct(path)) continue
    const folder = /^(?:cores\/)?[^/]+/.exec(path.slice(server.length))?.[0] ?? ''
    for (const table of schemaMembers(program)) declared.set(table, folder)
  }
  return declared
}

function schemaMembers(program: Program): string[] {
  const names: string[] = []
  new Visitor({
    TSModuleDeclaration({ id, body }) {
      if (id.type !== 'Literal' || !id.value.endsWith('/schema.ts') || body?.type !== 'TSModuleBlock') return
      for (const statement of body.body) {
        if (statement.type !== 'TSInterfaceDeclaration' || statement.id.name !== 'Schema') continue
        for (const member of statement.body.body) {
          if (member.type === 'TSPropertySignature' && member.key.type === 'Identifier') names.push(member.key.name)
        }
      }
    },
  }).visit(program)
  return names
}

/** Tables written elsewhere than by their owner, and states written down elsewhere than in a core. */
export function findDoors(source: Source, declared: Declared): Finding[] {
  const { path, program, lineAt } = source
  if (!path.startsWith(server) || !isProduct(path)) return []
  const own = path.slice(server.length)
  if (everyTable.some((owner) => own.startsWith(owner))) return []
  const found: Finding[] = []
  const add = (rule: string, text: string, offset: number) =>
    found.push({ file: path, line: lineAt(offset), rule, text })
  const table = (name: string, offset: number) => {
    const folder = declared.get(name)
    const owners = folder === undefined ? (tableOwners[name] ?? []) : [`${folder}/`]
    if (owners.some((owner) => own.startsWith(owner))) return
    const text = owners.length ? `${name} is written by ${owners.join(', ')} alone` : `${name} has no owner`
    add('table-owner', text, offset)
  }
  const named = namedTexts(program)
  const write = (argument: Argument) => {
    const tables = argument.type === 'Identifier' ? named.get(argument.name) : textsOf(argument)
    if (!tables) add('table-owner', 'a table is written by its name, or one of a list in this file', argument.start)
    for (const each of tables ?? []) table(each.split(' ')[0] ?? '', argument.start)
  }
  const set = (columns: ObjectExpression) => {
    for (const state of literalStates(columns)) {
      add('literal-state', `${state}: a state is written by its lifecycle, in a core`, columns.start)
    }
  }
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (!first || callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const { name } = callee.property
      if (writers.has(name)) write(first)
      if (name === 'set' && !stateOwners.test(own) && first.type === 'ObjectExpression') set(first)
    },
    TemplateElement({ value, start }) {
      for (const { 1: name = '', index } of value.raw.matchAll(written)) table(name, start + index)
    },
  }).visit(program)
  return found
}

/** What each name of the file stands for, where that is a text or runs through a list of texts. */
function namedTexts(program: Program): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, readonly string[]>()
  const name = (pattern: BindingPattern | undefined, texts: readonly string[] | null | undefined) => {
    if (pattern?.type === 'Identifier' && texts) named.set(pattern.name, [...(named.get(pattern.name) ?? []), ...texts])
  }
  new Visitor({
    VariableDeclarator({ id, init }) {
      name(id, init && textsOf(init))
    },
    ForOfStatement({ left, right }) {
      const [each] = left.type === 'VariableDeclaration' ? left.declarations : []
      name(each?.id, right.type === 'Identifier' ? named.get(right.name) : textsOf(right))
    },
  }).visit(program)
  return named
}

/** The text of a literal, those of a list of literals; undefined for anything else. */
function textsOf(value: Argument): readonly string[] | undefined {
  if (value.type === 'TSAsExpression') return textsOf(value.expression)
  if (value.type === 'Literal') return typeof value.value === 'string' ? [value.value] : undefined
  if (value.type !== 'ArrayExpression') return undefined
  const texts = value.elements.map((element) => (element ? textsOf(element) : undefined))
  return texts.every((text) => text !== undefined) ? texts.flat() : undefined
}

/** Columns of states that are given a text as it stands. */
function literalStates({ properties }: ObjectExpression): string[] {
  return properties.flatMap((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return []
    const { name } = property.key
    return /(?:^|_)(?:state|status)$/.test(name) && isText(property.value) ? [name] : []
  })
}

function isText(value: Expression): boolean {
  if (value.type === 'ConditionalExpression') return isText(value.consequent) || isText(value.alternate)
  return value.type === 'Literal' && typeof value.value === 'string'
}
