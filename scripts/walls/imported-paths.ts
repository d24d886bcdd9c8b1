import { Visitor } from 'oxc-parser'
import type { Source } from './source.ts'

/** What a module names as another module, as it is written, and where. */
export type Import = { specifier: string; offset: number }

/**
 * Everything by which one module reaches another: imports and re-exports, types too, `import()` of values and of
 * types, `new URL('…', import.meta.url)`, `import.meta.resolve('…')` and `require('…')`.
 */
export function importedPaths({ record, program }: Source): Import[] {
  const found: Import[] = []
  const add = (specifier: unknown, offset: number) => {
    if (typeof specifier === 'string') found.push({ specifier, offset })
  }
  for (const { moduleRequest } of record.staticImports) add(moduleRequest.value, moduleRequest.start)
  for (const { entries } of record.staticExports) {
    const [first] = entries
    if (first?.moduleRequest) add(first.moduleRequest.value, first.moduleRequest.start)
  }
  new Visitor({
    ImportExpression: ({ source, start }) => add(literal(source), start),
    TSImportType: ({ source, start }) => add(literal(source), start),
    NewExpression({ callee, arguments: [first, second], start }) {
      const isHere = second?.type === 'MemberExpression' && second.object.type === 'MetaProperty'
      if (callee.type === 'Identifier' && callee.name === 'URL' && isHere) add(literal(first), start)
    },
    CallExpression({ callee, arguments: [first], start }) {
      const isResolve = callee.type === 'MemberExpression' && callee.object.type === 'MetaProperty'
      if (isResolve || (callee.type === 'Identifier' && callee.name === 'require')) add(literal(first), start)
    },
  }).visit(program)
  return found
}

/** The text of a string or of a template without holes. */
function literal(node: { type: string } | undefined): unknown {
  if (node?.type === 'Literal' && 'value' in node) return node.value
  if (node?.type !== 'TemplateLiteral' || !('quasis' in node) || !Array.isArray(node.quasis)) return null
  return node.quasis.length === 1 ? node.quasis[0].value.cooked : null
}
