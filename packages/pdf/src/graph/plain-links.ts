import type { Context, Role } from './object-graph.ts'

/** Keys whose value is read as resources or as looks, whatever object stands there. */
const drawingKeys = new Set(
  'Resources DR ExtGState ColorSpace Pattern Shading XObject Font ProcSet Properties CharProcs AP MK'.split(' '),
)
const actionKeys = ['A', 'AA', 'PA', 'Dest']
const ofAnnotations = ['Parent', 'P', 'Popup', 'IRT', 'Kids', ...actionKeys]

/** By which first keys, or pairs of them, owners of each kind lead to fields, annotations and the catalog. */
const links: Partial<Record<Role['kind'], Set<string>>> = {
  trailer: new Set(['Root']),
  catalog: new Set([
    'AcroForm Fields',
    'AcroForm CO',
    'StructTreeRoot',
    'Outlines',
    'OpenAction',
    'AA',
    'Threads',
    'Dests',
    'Names Dests',
    'Names JavaScript',
  ]),
  page: new Set(['Annots', 'AA', 'B']),
  annotation: new Set(ofAnnotations),
  field: new Set(ofAnnotations),
  signature: new Set(['Reference']),
}

/**
 * Whether a way to an object of the kind `to` uses it as what it is: its place in the document, or a pointer at it. Any
 * other way may read its entries as something else, such as resources, states of an appearance, a layer (D3). Pages
 * and their nodes are pointed at by destinations and private data of every kind; nothing but drawing disguises them.
 */
export function isPlainLink(to: Role['kind'], { role, path }: Context): boolean {
  if (to === 'signature' || to === 'trailer') return true
  if (to === 'info') return role.kind === 'trailer' && path.join(' ') === 'Info'
  return to === 'page' || to === 'pages' ? !path.some((key) => drawingKeys.has(key)) : leadsPlainly(role, path)
}

function leadsPlainly({ kind }: Role, path: string[]): boolean {
  const [first = '', second = ''] = path
  // Annotations that stand in their page's array themselves lead on as any other.
  if (kind === 'page' && first === 'Annots' && path.length > 1) return ofAnnotations.includes(second)
  const known = links[kind]
  return known !== undefined && (known.has(first) || known.has(`${first} ${second}`))
}
