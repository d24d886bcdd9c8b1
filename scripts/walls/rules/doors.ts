import { type ParseResult, Visitor } from 'oxc-parser'
import { isProduct } from '../file-kind.ts'
import type { Finding } from '../finding.ts'
import type { Source } from '../source.ts'
import { everyTable, tableOwners } from '../table-owners.ts'

const server = 'apps/server/src/'
const writers = new Set(['updateTable', 'insertInto', 'deleteFrom'])
// A message to somebody has no life of its own in the domain: its state is how far its delivery is.
const stateOwners = /^(?:cores|platform\/messages)\//
const written = /\b(?:update|insert\s+into|delete\s+from)\s+([a-z_]+)\s+(?:as\s+\w+\s+)?(?:set|\(|where|using|values)/gi

/** Tables written elsewhere than by their owner, and states written down elsewhere than in a core. */
export function findDoors(source: Source): Finding[] {
  const { path, program, lineAt } = source
  if (!path.startsWith(server) || !isProduct(path)) return []
  const own = path.slice(server.length)
  if (everyTable.some((owner) => own.startsWith(owner))) return []
  const found: Finding[] = []
  const table = (name: string, offset: number) => {
    const owners = tableOwners[name] ?? []
    if (owners.some((owner) => own.startsWith(owner))) return
    const text = owners.length ? `${name} is written by ${owners.join(', ')} alone` : `${name} has no owner`
    found.push({ file: path, line: lineAt(offset), rule: 'table-owner', text })
  }
  new Visitor({
    CallExpression({ callee, arguments: [first], start }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const { name } = callee.property
      if (writers.has(name) && first?.type === 'Literal') table(String(first.value).split(' ')[0] ?? '', first.start)
      if (name !== 'set' || stateOwners.test(own) || first?.type !== 'ObjectExpression') return
      for (const state of literalStates(first)) {
        const text = `${state}: a state is written by its lifecycle, in a core`
        found.push({ file: path, line: lineAt(start), rule: 'literal-state', text })
      }
    },
    TemplateElement({ value, start }) {
      for (const { 1: name = '', index } of value.raw.matchAll(written)) table(name, start + index)
    },
  }).visit(program)
  return found
}

type Expression = Extract<ParseResult['program']['body'][number], { type: 'ExpressionStatement' }>['expression']
type Columns = Extract<Expression, { type: 'ObjectExpression' }>

/** Columns of states that are given a text as it stands. */
function literalStates({ properties }: Columns): string[] {
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
