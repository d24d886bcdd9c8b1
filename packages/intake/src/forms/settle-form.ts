import { type PDF, type PdfDict, PdfNumber } from '@libpdf/core'
import { IntakeRefusal } from '../intake-refusal.ts'
import { type Warning, warning } from '../intake-warning.ts'
import { drawForm } from './draw-form.ts'
import { keepNames } from './own-names.ts'
import { kidsOf, type Resolve } from './form-widgets.ts'

/**
 * Settles an unsigned form as it is filled now: a certified contract allows form filling, so fields left open could
 * still be changed after signing. `flatten` (the default) makes the fields page content, `keep` makes them read-only.
 * Throws IntakeRefusal when libpdf cannot draw it.
 */
export function settleForm(pdf: PDF, pages: readonly PdfDict[], mode: 'flatten' | 'keep' = 'flatten'): Warning {
  if (mode === 'flatten') flattenForm(pdf, pages)
  else lockForm(pdf, pages)
  return warning(mode === 'flatten' ? 'form-flattened' : 'form-locked')
}

function flattenForm(pdf: PDF, pages: readonly PdfDict[]): void {
  const resolve: Resolve = (ref) => pdf.context.resolve(ref)
  for (const page of pages) ownResources(page, resolve)
  try {
    drawForm(pdf, pages)
    const settleNames = keepNames(pages, resolve)
    pdf.getForm()?.flatten()
    settleNames()
    pdf.context.catalog.getDict().delete('AcroForm')
  } catch (cause) {
    if (cause instanceof IntakeRefusal) throw cause
    throw new IntakeRefusal('too-complex', 'the form cannot be flattened', { cause })
  }
}

/**
 * Every field read-only (ISO 32000-1 §12.7.3.1, bit 1): readers then offer no input. That a program changes no value
 * either is what the certification's lock is for, which names them all.
 */
function lockForm(pdf: PDF, pages: readonly PdfDict[]): void {
  const resolve: Resolve = (ref) => pdf.context.resolve(ref)
  try {
    drawForm(pdf, pages)
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
    if (cause instanceof IntakeRefusal) throw cause
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

/**
 * Gives the page resources of its own, for libpdf names each page's fields alike: on pages that share their resources
 * one page would show another's. Without any, libpdf gives it new ones, which would hide those it inherits.
 */
function ownResources(page: PdfDict, resolve: Resolve): void {
  let node: PdfDict | undefined = page
  for (let depth = 0; node && depth < 64; depth++) {
    const resources = node.getDict('Resources', resolve)?.clone()
    if (resources) {
      const drawings = resources.getDict('XObject', resolve)
      if (drawings) resources.set('XObject', drawings.clone())
      page.set('Resources', resources)
      return
    }
    node = node.getDict('Parent', resolve)
  }
}
