import { parseAst } from 'rolldown/parseAst'

/** A stretch of a script, as offsets into its code. */
export type Span = { start: number; end: number }

/** A node of a script's syntax (ESTree), with whatever its type has. */
export type Node = Span & { type: string } & Record<string, unknown>

/** The syntax of a script. Throws where it is none. */
export function syntaxOf(code: string): Node {
  const program: unknown = parseAst(code)
  if (!isNode(program)) throw new Error('the parser answered no syntax')
  return program
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value

/** The nodes under this key, in order: one, several or none. */
export function under(node: Node, key: string): readonly Node[] {
  const value = node[key]
  return (Array.isArray(value) ? value : [value]).filter(isNode)
}

/** The one node under this key. */
export const one = (node: Node, key: string): Node | undefined => under(node, key)[0]

export const childrenOf = (node: Node): readonly Node[] => Object.keys(node).flatMap((key) => under(node, key))

/** The string that a node is, in whichever quotes; undefined for any other node. */
export function stringOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node?.type === 'TemplateLiteral' && under(node, 'expressions').length === 0) return quasisOf(node)[0]
  return undefined
}

/** What stands between the slots of a template, as it is read. */
export function quasisOf(template: Node): readonly string[] {
  return under(template, 'quasis').map(({ value }) => {
    const cooked = typeof value === 'object' && value !== null && 'cooked' in value ? value.cooked : undefined
    return typeof cooked === 'string' ? cooked : ''
  })
}

/** The name by which a property is reached or set, where it stands in the script. */
export function nameOf(node: Node, key: 'property' | 'key'): string | undefined {
  const name = one(node, key)
  if (!name || node['computed'] === true) return undefined
  return name.type === 'Identifier' ? String(name['name']) : stringOf(name)
}
