import { type ParseResult, Visitor, type VisitorObject } from 'oxc-parser'

type Program = ParseResult['program']
/** What binds names: a declaration's left side, or a parameter. */
type Pattern =
  | Parameters<NonNullable<VisitorObject['VariableDeclarator']>>[0]['id']
  | Parameters<NonNullable<VisitorObject['ArrowFunctionExpression']>>[0]['params'][number]
  | Parameters<NonNullable<VisitorObject['ArrayPattern']>>[0]['elements'][number]

/** A name as it is used, and where. */
export type Reference = { name: string; offset: number }

/** Names that a module uses and neither imports nor declares: globals. Keys of objects and types are no uses. */
export function globalReferences(program: Program): Reference[] {
  const keys = new Set<number>()
  const declared = new Set<string>()
  const used: Reference[] = []
  const key = (node: { computed: boolean; key: { start: number }; shorthand?: boolean }) => {
    if (!node.computed && !node.shorthand) keys.add(node.key.start)
  }
  const parameters = ({ params }: { params: readonly Pattern[] }) => {
    for (const param of params) for (const name of boundNames(param)) declared.add(name)
  }
  new Visitor({
    MemberExpression: ({ computed, property }) => void (computed || keys.add(property.start)),
    Property: key,
    MethodDefinition: key,
    PropertyDefinition: key,
    TSPropertySignature: key,
    TSMethodSignature: key,
    ImportDeclaration: ({ specifiers }) => specifiers.forEach(({ local }) => declared.add(local.name)),
    VariableDeclarator: ({ id }) => boundNames(id).forEach((name) => declared.add(name)),
    FunctionDeclaration: parameters,
    FunctionExpression: parameters,
    ArrowFunctionExpression: parameters,
    Identifier: ({ name, start }) => void used.push({ name, offset: start }),
  }).visit(program)
  return used.filter(({ name, offset }) => !keys.has(offset) && !declared.has(name))
}

/** The names that a pattern binds. */
function boundNames(pattern: Pattern): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) => boundNames(one.type === 'Property' ? one.value : one))
    case 'ArrayPattern':
      return pattern.elements.flatMap(boundNames)
    case 'AssignmentPattern':
      return boundNames(pattern.left)
    case 'RestElement':
      return boundNames(pattern.argument)
    default:
      return []
  }
}
