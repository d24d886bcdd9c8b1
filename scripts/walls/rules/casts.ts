import { Visitor } from 'oxc-parser'
import { isSource } from '../file-kind.ts'
import type { Finding } from '../finding.ts'
import type { Source } from '../source.ts'

/** `x as T`, `<T>x` and `x!`: what the compiler is told instead of shown. `as const` widens nothing and is none. */
export function findCasts({ path, program, text, lineAt }: Source): Finding[] {
  if (!isSource(path)) return []
  const found: Finding[] = []
  const add = (what: string, offset: number) =>
    found.push({ file: path, line: lineAt(offset), rule: 'cast', text: `${what}: parse it, or narrow it` })
  new Visitor({
    TSAsExpression({ typeAnnotation: { start, end } }) {
      const type = text.slice(start, end)
      if (type !== 'const') add(`as ${type.replaceAll(/\s+/g, ' ').slice(0, 40)}`, start)
    },
    TSTypeAssertion: ({ start }) => add('<T>x', start),
    TSNonNullExpression: ({ end }) => add('!', end),
  }).visit(program)
  return found
}
