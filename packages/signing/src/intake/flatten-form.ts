import type { EmbeddedFont, PDF, PdfDict, PdfObject, PdfRef } from '@libpdf/core'
import { fontFile } from '../seal-art/bundled-fonts.ts'
import { IntakeRefusal } from './intake-refusal.ts'

type Resolve = (ref: PdfRef) => PdfObject | null

/**
 * Turns an unsigned form into page content as it is filled now: a certified contract allows form filling, so fields
 * left open could still be changed after signing. Throws IntakeRefusal when libpdf cannot draw it.
 */
export function flattenForm(pdf: PDF, pages: readonly PdfDict[]): void {
  const resolve: Resolve = (ref) => pdf.context.resolve(ref)
  for (const page of pages) ownResources(page, resolve)
  try {
    const form = pdf.getForm()
    const undrawn = form ? [...form.getTextFields(), ...form.getDropdowns()] : []
    let font: EmbeddedFont | undefined
    for (const field of undrawn) {
      const value = field.getValue()
      if (value === '' || field.getWidgets().every((widget) => widget.getNormalAppearance())) continue
      // libpdf's own choice, Helvetica, has no Chinese.
      font ??= pdf.embedFont(fontFile('sans'))
      field.setFont(font)
      field.setValue(value)
    }
    form?.flatten()
    pdf.context.catalog.getDict().delete('AcroForm')
  } catch (cause) {
    throw new IntakeRefusal('too-complex', 'the form cannot be flattened', { cause })
  }
}

/** libpdf gives a page without /Resources new ones, which would hide those it inherits. */
function ownResources(page: PdfDict, resolve: Resolve): void {
  let node: PdfDict | undefined = page
  for (let depth = 0; node && depth < 64; depth++) {
    const resources = node.get('Resources')
    if (resources) {
      page.set('Resources', resources)
      return
    }
    node = node.getDict('Parent', resolve)
  }
}
