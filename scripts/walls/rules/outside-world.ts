import { Visitor } from 'oxc-parser'
import { isProduct } from '../file-kind.ts'
import type { Finding } from '../finding.ts'
import { globalReferences } from '../references.ts'
import type { Source } from '../source.ts'

/** Where the outside world is an argument. The platform and the server's entry build its ports, commands use them. */
const pure = /^(?:packages\/(?:domain|api)\/src|apps\/server\/src\/(?!platform|commands|testing)[a-z-]+)\//

/** Globals that know the time, reach the network or let one reach either. */
const globals =
  /^(?:globalThis|process|console|performance|crypto|fetch|WebSocket|EventSource|Temporal|set(?:Timeout|Interval|Immediate))$/
/** What node:crypto and the web's crypto call what nobody can foretell, however they are reached. */
const random = /^(?:random(?:UUID|Bytes|Int|Fill|FillSync)|getRandomValues)$/

/**
 * Clock, random numbers, network and database pools that a module takes for itself instead of being given them.
 * `new Date(ms)` reads a time that is given, and is none.
 */
export function findOutsideWorld({ path, program, lineAt }: Source): Finding[] {
  if (!pure.test(path) || !isProduct(path)) return []
  const found = new Map<number, Finding>()
  const add = (what: string, offset: number) => {
    const text = `${what} is an argument, given through Deps`
    found.set(offset, { file: path, line: lineAt(offset), rule: 'outside-world', text })
  }
  for (const { name, offset } of globalReferences(program)) if (globals.test(name)) add(name, offset)
  new Visitor({
    Identifier: ({ name, start }) => void (random.test(name) && add(name, start)),
    MemberExpression({ object, property, start }) {
      const name = `${nameOf(object)}.${nameOf(property)}`
      if (name === 'Date.now' || name === 'Math.random') add(name, start)
    },
    NewExpression({ callee, arguments: given, start }) {
      const name = nameOf(callee)
      if (name === 'Pool' || (name === 'Date' && given.length === 0)) add(`new ${name}`, start)
    },
    CallExpression: ({ callee, start }) => void (nameOf(callee) === 'Date' && add('Date()', start)),
  }).visit(program)
  return [...found.values()]
}

const nameOf = (node: { type: string }): string => ('name' in node ? String(node.name) : '')
