import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, itemsOf, type PdfValue } from '@moqi/pdf/read/values'
import type { DocumentModel } from '@moqi/pdf/graph/document-model'

type Models = (DocumentModel | undefined)[]

/** Catalog, form, fields, widgets and what a signature permits: what decides how signatures are found and shown. */
export function strictObjects(models: Models): Set<number> {
  const numbers = new Set<number>()
  for (const model of models) {
    if (!model) continue
    numbers.add(model.catalogNumber)
    const form = model.catalog.entries.get('AcroForm')
    if (form?.kind === 'ref') numbers.add(form.number)
    for (const field of model.fields) {
      numbers.add(field.number)
      for (const widget of field.widgets) numbers.add(widget.number)
      if (field.type === 'Sig') noteSignature(model.view, field.value, numbers)
    }
    noteSignature(model.view, model.view.dict(model.catalog, 'Perms')?.entries.get('DocMDP'), numbers)
  }
  return numbers
}

/** Signatures, their transforms and parameters: what says what is signed, and what may change behind it. */
export function signatureObjects(models: Models): Set<number> {
  const numbers = new Set<number>()
  for (const model of models) {
    for (const { type, value } of model?.fields ?? [])
      if (model && type === 'Sig') noteSignature(model.view, value, numbers)
    const permissions = model?.view.dict(model.catalog, 'Perms')
    if (model) noteSignature(model.view, permissions?.entries.get('DocMDP'), numbers)
  }
  return numbers
}

/** The objects of a signature, of its transforms and of their parameters (B2). */
function noteSignature(view: View, value: PdfValue | undefined, numbers: Set<number>): void {
  const references = dictOf(opened(value))?.entries.get('Reference')
  for (const item of itemsOf(opened(references))) opened(dictOf(opened(item))?.entries.get('TransformParams'))

  function opened(part: PdfValue | undefined): PdfValue {
    if (part?.kind === 'ref') numbers.add(part.number)
    return view.resolve(part)
  }
}

/** Pages, and what they inherit from, with a key of their own that is written obfuscated (P13). */
export function obfuscatedPages(models: Models): Set<number> {
  const numbers = new Set<number>()
  for (const model of models) {
    if (!model) continue
    for (const number of [...model.pages.map((page) => page.number), ...model.pageNodes]) {
      const dict = dictOf(model.view.object(number)?.value)
      if (dict && dict.obfuscated.length > 0) numbers.add(number)
    }
  }
  return numbers
}
