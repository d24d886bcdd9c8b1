import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef } from '@libpdf/core'
import { type IntakeLimits, IntakeRefusal } from './intake-refusal.ts'

/** What forms and signatures a file holds. `certified` is /P of its certification (1–3). */
export interface DocumentFacts {
  readonly signatureNames: readonly string[]
  readonly certified: number | null
  readonly fieldCount: number
  readonly xfa: boolean
}

type Resolve = (ref: PdfRef) => PdfObject | null

/** Reads form and certification, walking form and structure trees; a tree that loops is refused as damaged. */
export function documentFacts(pdf: PDF, limits: Pick<IntakeLimits, 'nodes'>): DocumentFacts {
  const resolve: Resolve = (ref) => pdf.context.resolve(ref)
  const catalog = pdf.context.catalog.getDict()
  const form = catalog.getDict('AcroForm', resolve)
  const signatureNames: string[] = []
  let fieldCount = 0
  const roots = kidsOf(form, 'Fields', resolve)
  walkTree(roots, limits, resolve, (field, path) => {
    fieldCount++
    const value = field.get('V', resolve)
    if (value instanceof PdfDict && value.has('ByteRange')) signatureNames.push(fullName([...path, field], resolve))
    return kidsOf(field, 'Kids', resolve)
  })
  const structure = catalog.getDict('StructTreeRoot', resolve)
  if (structure) walkTree([structure], limits, resolve, (element) => kidsOf(element, 'K', resolve))
  return { signatureNames, certified: certification(catalog, resolve), fieldCount, xfa: form?.has('XFA') ?? false }
}

/**
 * Depth first with the path from the root: a node met on its own path is a loop. A node met again elsewhere is not
 * entered twice, so that shared branches cannot multiply.
 */
function walkTree(
  roots: readonly PdfDict[],
  limits: Pick<IntakeLimits, 'nodes'>,
  resolve: Resolve,
  enter: (node: PdfDict, path: readonly PdfDict[]) => readonly PdfDict[],
): void {
  const path: PdfDict[] = []
  const onPath = new Set<PdfDict>()
  const seen = new Set<PdfDict>()
  const pending: (PdfDict | 'leave')[] = roots.toReversed()
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node === 'leave') {
      const left = path.pop()
      if (left) onPath.delete(left)
      continue
    }
    if (onPath.has(node)) throw new IntakeRefusal('damaged', 'a tree contains itself')
    if (seen.has(node)) continue
    seen.add(node)
    if (seen.size > limits.nodes) throw new IntakeRefusal('too-complex', 'too many nodes')
    const kids = enter(node, path)
    path.push(node)
    onPath.add(node)
    pending.push('leave', ...kids.toReversed())
  }
}

function kidsOf(node: PdfDict | undefined, key: string, resolve: Resolve): PdfDict[] {
  const kids = node?.get(key, resolve)
  const items = kids instanceof PdfArray ? [...kids] : [kids]
  return items.flatMap((item) => {
    const kid = item instanceof PdfRef ? resolve(item) : item
    return kid instanceof PdfDict ? [kid] : []
  })
}

function fullName(path: readonly PdfDict[], resolve: Resolve): string {
  return path.flatMap((field) => field.getString('T', resolve)?.asString() ?? []).join('.')
}

/** ISO 32000-1 §12.8.2.2: /Perms /DocMDP names the certification; its /P defaults to 2. */
function certification(catalog: PdfDict, resolve: Resolve): number | null {
  const signature = catalog.getDict('Perms', resolve)?.getDict('DocMDP', resolve)
  if (!signature) return null
  const [reference] = kidsOf(signature, 'Reference', resolve)
  return reference?.getDict('TransformParams', resolve)?.getNumber('P', resolve)?.value ?? 2
}
