import { dictOf, type PdfDict, type PdfValue } from '@moqi/pdf/read/values'
import { inherited } from '@moqi/pdf/graph/document-model'
import type { EditableView } from '@moqi/pdf/write/editable-view'
import { valueOf } from '@moqi/pdf/write/pdf-syntax'
import { type Warning, warning } from '../intake-warning.ts'
import { drawForm } from './draw-form.ts'
import { flattenPage } from './flatten-page.ts'
import { kidsOf } from './form-widgets.ts'

/**
 * Settles an unsigned form as it is filled now: a certified contract allows form filling, so fields left open could
 * still be changed after signing. `flatten` (the default) makes the fields page content, `keep` makes them read-only.
 * Throws IntakeRefusal when it cannot be drawn.
 */
export function settleForm(
  view: EditableView,
  pages: readonly PdfDict[],
  mode: 'flatten' | 'keep' = 'flatten',
): Warning {
  drawForm(view, pages)
  if (mode === 'flatten') flattenForm(view, pages)
  else lockForm(view)
  return warning(mode === 'flatten' ? 'form-flattened' : 'form-locked')
}

function flattenForm(view: EditableView, pages: readonly PdfDict[]): void {
  const nodes = fieldNodes(view)
  for (const page of pages) flattenPage(view, page, nodes)
  forgetInStructure(view, nodes)
  view.catalog.entries.delete('AcroForm')
}

/** Every dictionary of the field tree. */
function fieldNodes(view: EditableView): ReadonlySet<PdfDict> {
  const seen = new Set<PdfDict>()
  const form = view.dict(view.catalog, 'AcroForm')
  const pending = form ? kidsOf(view, form, 'Fields') : []
  for (let field = pending.pop(); field; field = pending.pop()) {
    if (seen.has(field)) continue
    seen.add(field)
    pending.push(...kidsOf(view, field, 'Kids'))
  }
  return seen
}

/** No structure element refers to an annotation that is gone (ISO 32000-1 §14.7.4.3): it would stay in the file. */
function forgetInStructure(view: EditableView, gone: ReadonlySet<PdfDict>): void {
  const seen = new Set<PdfDict>()
  const pending = [view.dict(view.catalog, 'StructTreeRoot')]
  const isGone = (kid: PdfValue) => {
    const target = view.dict(dictOf(view.resolve(kid)), 'Obj')
    return target !== undefined && gone.has(target)
  }
  for (let node = pending.pop(); node; node = pending.pop()) {
    const kids = view.get(node, 'K')
    if (seen.has(node)) continue
    seen.add(node)
    if (kids.kind === 'array') kids.items = kids.items.filter((kid) => !isGone(kid))
    else if (isGone(kids)) node.entries.delete('K')
    for (const kid of kids.kind === 'array' ? kids.items : [kids]) {
      const element = dictOf(view.resolve(kid))
      if (element) pending.push(element)
    }
  }
}

/**
 * Every field read-only (ISO 32000-1 §12.7.3.1, bit 1): readers then offer no input. That a program changes no value
 * either is what the certification's lock is for, which names them all.
 */
function lockForm(view: EditableView): void {
  view.dict(view.catalog, 'AcroForm')?.entries.delete('NeedAppearances')
  for (const field of fieldNodes(view)) {
    const flags = inherited(view, field, 'Ff')
    field.entries.set('Ff', valueOf(String((flags.kind === 'number' ? flags.value : 0) | 1)))
  }
}
