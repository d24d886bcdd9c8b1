import { PDF, type PdfDict, PdfRef } from '@libpdf/core'
import type { StoreSources } from '../append/layout.ts'
import type { PageShape } from '@moqi/pdf/page-geometry'
import type { Ref, XrefStyle } from '@moqi/pdf/write/pdf-syntax'
import type { Tail } from '@moqi/pdf/write/increment'
import { appendObstacle, pageBoxes } from '@moqi/pdf/libpdf/loaded-pdf'
import { existingFields, type ExistingFields, type Resolve } from './existing-fields.ts'
import { FreezeRefusal } from './field-plan.ts'
import { entriesOf, itemsOf, refOf, sourceOf } from './pdf-source.ts'

/** The facts about a PDF that freezing needs: the only thing in signing that parses. */
export interface Base extends XrefStyle, Tail {
  catalog: { ref: Ref; entries: Map<string, string> }
  /** The document security store of an upload that was archived elsewhere. */
  store: StoreSources | undefined
  form: BaseForm
  pages: BasePage[]
  existing: ExistingFields
}

/** The interactive form; `ref` when it is an object of its own. */
export interface BaseForm {
  ref: Ref | undefined
  entries: Map<string, string>
  fields: string[]
  /** /DR, and the /XObject in it, as source by key. */
  resources: Map<string, string>
  xobjects: Map<string, string>
}

/** A page, with what an added annotation changes in it. */
export interface BasePage extends PageShape {
  ref: Ref
  entries: Map<string, string>
  annotations: string[]
}

/** Reads a PDF that increments can be appended to; throws `FreezeRefusal` for any other. Nothing is repaired. */
export async function readBase(bytes: Buffer, limits: { pages: number }): Promise<Base> {
  const pdf = await loaded(bytes)
  if (pdf.isEncrypted || (pdf.recoveredViaBruteForce && bytes.includes('/Encrypt'))) {
    throw new FreezeRefusal('encrypted', 'remove the encryption first')
  }
  const obstacle = appendObstacle(pdf, bytes)
  if (obstacle) throw new FreezeRefusal('not-appendable', obstacle)
  try {
    return facts(pdf, bytes, limits)
  } catch (error) {
    throw unreadable(error)
  }
}

async function loaded(bytes: Buffer): Promise<PDF> {
  try {
    return await PDF.load(new Uint8Array(bytes))
  } catch (error) {
    throw unreadable(error)
  }
}

function unreadable(error: unknown): FreezeRefusal {
  if (error instanceof FreezeRefusal) return error
  return new FreezeRefusal('unreadable', error instanceof Error ? error.message : 'no PDF', { cause: error })
}

const lastStartxref = /startxref\s+(\d+)\s+%%EOF\s*$/
const tailOf = (bytes: Buffer) => bytes.subarray(-2048).toString('latin1')

function facts(pdf: PDF, bytes: Buffer, limits: { pages: number }): Base {
  const resolve: Resolve = (ref) => pdf.context.resolve(ref)
  const { trailer } = pdf.context.info
  const root = trailer.getRef('Root')
  if (!root) throw new FreezeRefusal('unreadable', 'no catalog')
  const catalog = pdf.context.catalog.getDict()
  const startxref = Number(lastStartxref.exec(tailOf(bytes))?.[1])
  return {
    xref: bytes
      .subarray(startxref, startxref + 16)
      .toString('latin1')
      .trimStart()
      .startsWith('xref')
      ? 'table'
      : 'stream',
    trailer: trailerEntries(trailer),
    length: bytes.length,
    startxref,
    nextObject: Math.max(pdf.context.registry.nextObjectNumber, trailer.getNumber('Size')?.value ?? 0),
    catalog: { ref: refOf(root), entries: entriesOf(catalog) },
    store: storeOf(catalog, resolve),
    form: formOf(catalog, resolve),
    pages: pageBoxes(pdf, limits.pages).map(({ ref, dict, box: [left, bottom, right, top], rotate }) => ({
      ref: refOf(ref),
      entries: entriesOf(dict),
      annotations: itemsOf(dict.getArray('Annots', resolve)),
      box: [left, bottom, right, top],
      rotate,
    })),
    existing: existingFields(catalog, resolve),
  }
}

function formOf(catalog: PdfDict, resolve: Resolve): BaseForm {
  const value = catalog.get('AcroForm')
  const form = catalog.getDict('AcroForm', resolve)
  const resources = form?.getDict('DR', resolve)
  const xobjects = resources?.getDict('XObject', resolve)
  return {
    ref: value instanceof PdfRef && form ? refOf(value) : undefined,
    entries: form ? entriesOf(form) : new Map(),
    fields: itemsOf(form?.getArray('Fields', resolve)),
    resources: resources ? entriesOf(resources) : new Map(),
    xobjects: xobjects ? entriesOf(xobjects) : new Map(),
  }
}

function storeOf(catalog: PdfDict, resolve: Resolve): StoreSources | undefined {
  const store = catalog.getDict('DSS', resolve)
  if (!store) return undefined
  const members = (key: string) => itemsOf(store.getArray(key, resolve))
  const vri = store.getDict('VRI', resolve)
  return {
    certs: members('Certs'),
    crls: members('CRLs'),
    ocsps: members('OCSPs'),
    vri: vri ? Object.fromEntries(entriesOf(vri)) : {},
  }
}

function trailerEntries(trailer: PdfDict): string {
  return ['Root', 'Info', 'ID']
    .map((key) => [key, trailer.get(key)] as const)
    .map(([key, value]) => (value ? `/${key} ${sourceOf(value)}` : ''))
    .join('')
}
