import { type EmbeddedFont, type PDF, PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef } from '@libpdf/core'
import { fontFile } from '../seal-art/bundled-fonts.ts'
import { IntakeRefusal } from './intake-refusal.ts'
import { type Warning, warning } from './intake-warning.ts'

type Resolve = (ref: PdfRef) => PdfObject | null

/**
 * Settles an unsigned form as it is filled now: a certified contract allows form filling, so fields left open could
 * still be changed after signing. `flatten` (the default) makes the fields page content, `keep` makes them read-only.
 * Throws IntakeRefusal when libpdf cannot draw it.
 */
export function settleForm(pdf: PDF, pages: readonly PdfDict[], mode: 'flatten' | 'keep' = 'flatten'): Warning {
  if (mode === 'flatten') flattenForm(pdf, pages)
  else lockForm(pdf)
  return warning(mode === 'flatten' ? 'form-flattened' : 'form-locked')
}

function flattenForm(pdf: PDF, pages: readonly PdfDict[]): void {
  const resolve: Resolve = (ref) => pdf.context.resolve(ref)
  for (const page of pages) ownResources(page, resolve)
  try {
    drawValues(pdf)
    pdf.getForm()?.flatten()
    pdf.context.catalog.getDict().delete('AcroForm')
  } catch (cause) {
    throw new IntakeRefusal('too-complex', 'the form cannot be flattened', { cause })
  }
}

/**
 * Every field read-only (ISO 32000-1 §12.7.3.1, bit 1): readers then offer no input. That a program changes no value
 * either is what the certification's lock is for, which names them all.
 */
function lockForm(pdf: PDF): void {
  const resolve: Resolve = (ref) => pdf.context.resolve(ref)
  try {
    drawValues(pdf)
    const form = pdf.context.catalog.getDict().getDict('AcroForm', resolve)
    form?.delete('NeedAppearances')
    const seen = new Set<PdfDict>()
    const pending = form ? kidsOf(form, 'Fields', resolve) : []
    for (let field = pending.pop(); field; field = pending.pop()) {
      if (seen.has(field)) continue
      seen.add(field)
      field.set('Ff', PdfNumber.of((field.getNumber('Ff', resolve)?.value ?? inheritedFlags(field, resolve)) | 1))
      pending.push(...kidsOf(field, 'Kids', resolve))
    }
  } catch (cause) {
    throw new IntakeRefusal('too-complex', 'the form cannot be kept', { cause })
  }
}

/** Field flags come from the nearest ancestor that has some (§12.7.3.1). */
function inheritedFlags(field: PdfDict, resolve: Resolve): number {
  let node = field.getDict('Parent', resolve)
  for (let depth = 0; node && depth < 64; depth++) {
    const flags = node.getNumber('Ff', resolve)
    if (flags) return flags.value
    node = node.getDict('Parent', resolve)
  }
  return 0
}

function kidsOf(node: PdfDict, key: string, resolve: Resolve): PdfDict[] {
  const kids = node.get(key, resolve)
  if (!(kids instanceof PdfArray)) return []
  return [...kids].flatMap((item) => {
    const kid = item instanceof PdfRef ? resolve(item) : item
    return kid instanceof PdfDict ? [kid] : []
  })
}

/** Gives fields with a value but without appearance one in a font that has Chinese; libpdf's choice, Helvetica, has none. */
function drawValues(pdf: PDF): void {
  const form = pdf.getForm()
  const fields = form ? [...form.getTextFields(), ...form.getDropdowns()] : []
  let font: EmbeddedFont | undefined
  for (const field of fields) {
    const value = field.getValue()
    if (value === '' || field.getWidgets().every((widget) => widget.getNormalAppearance())) continue
    font ??= pdf.embedFont(fontFile('sans'))
    field.setFont(font)
    field.setValue(value)
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
