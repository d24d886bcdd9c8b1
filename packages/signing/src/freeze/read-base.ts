import type { PageShape } from '@moqi/pdf/page-geometry'
import { appendObstacle, type Tail } from '@moqi/pdf/write/increment'
import { type DocumentModel, readModel } from '@moqi/pdf/graph/document-model'
import { pageShape } from '@moqi/pdf/graph/place-on-page'
import { Budget, defaultLimits } from '@moqi/pdf/limits'
import { faultOf } from '@moqi/pdf/read/fault'
import { PdfFile, type View } from '@moqi/pdf/read/pdf-file'
import { dictOf, integerOf, itemsOf, type PdfDict, type PdfValue } from '@moqi/pdf/read/values'
import { entrySources, sourceOf, type Ref, type XrefStyle } from '@moqi/pdf/write/pdf-syntax'
import type { StoreSources } from '../append/layout.ts'
import { existingFields, type ExistingFields, refOf } from './existing-fields.ts'
import { FreezeRefusal } from './field-plan.ts'

/** The facts about a PDF that freezing needs: the only thing in signing that parses. */
export interface Base extends XrefStyle, Tail {
  file: PdfFile
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
  entries: () => Map<string, string>
  annotations: () => string[]
}

/** Reads a PDF that increments can be appended to; throws `FreezeRefusal` for any other. Nothing is repaired. */
export function readBase(bytes: Buffer, limits: { pages: number }): Base {
  try {
    const file = appendable(bytes)
    const view = file.views.at(-1)
    const model = view && readModel(view)
    if (!model) throw new FreezeRefusal('unreadable', 'no catalog')
    return facts(bytes, file, model, limits)
  } catch (error) {
    if (error instanceof FreezeRefusal) throw error
    throw new FreezeRefusal('unreadable', error instanceof Error ? error.message : 'no PDF', { cause: error })
  }
}

function appendable(bytes: Buffer): PdfFile {
  if (!bytes.subarray(0, 1024).includes('%PDF-')) throw new FreezeRefusal('unreadable', 'no PDF')
  const file = readFile(bytes)
  const isEncrypted = file?.views.at(-1)?.encrypted ?? bytes.includes('/Encrypt')
  if (isEncrypted) throw new FreezeRefusal('encrypted', 'remove the encryption first')
  const obstacle = appendObstacle(bytes, file)
  if (!file || obstacle) throw new FreezeRefusal('not-appendable', obstacle ?? '')
  return file
}

/** A file whose cross-references lead nowhere is none. */
function readFile(bytes: Buffer): PdfFile | undefined {
  try {
    return new PdfFile(bytes, new Budget(defaultLimits))
  } catch (error) {
    if (faultOf(error)) return undefined
    throw error
  }
}

const lastStartxref = /startxref\s+(\d+)\s+%%EOF\s*$/
const tailOf = (bytes: Buffer) => bytes.subarray(-2048).toString('latin1')

function facts(bytes: Buffer, file: PdfFile, model: DocumentModel, limits: { pages: number }): Base {
  const { view, catalog, pages } = model
  // Pages that one reader counts and another does not would shift the places of signatures.
  const doubt = model.faults.find(({ laterOnly, code }) => !laterOnly && pageFaults.has(code))
  if (doubt) throw new FreezeRefusal('unreadable', `${doubt.code} ${doubt.detail ?? ''}`)
  if (pages.length > limits.pages) throw new FreezeRefusal('unreadable', `more than ${limits.pages} pages`)
  const startxref = Number(lastStartxref.exec(tailOf(bytes))?.[1])
  const section = bytes.subarray(startxref, startxref + 16).toString('latin1')
  let nextObject = integerOf(view.trailer.entries.get('Size')) ?? 0
  for (const number of view.table.keys()) nextObject = Math.max(nextObject, number + 1)
  return {
    file,
    xref: section.trimStart().startsWith('xref') ? 'table' : 'stream',
    trailer: bareEntries(view.trailer, ['Root', 'Info', 'ID']),
    length: bytes.length,
    startxref,
    nextObject,
    catalog: { ref: refOf(view, model.catalogNumber), entries: entrySources(catalog) },
    store: storeOf(view, catalog),
    form: formOf(view, catalog),
    pages: pages.map(({ number, dict, annotations }) => {
      const { box, rotate } = pageShape(view, dict)
      // Of a long contract few pages are written.
      const entries = () => entrySources(dict)
      return { ref: refOf(view, number), entries, annotations: () => sources(annotations), box, rotate }
    }),
    existing: existingFields(model),
  }
}

const pageFaults: ReadonlySet<string> = new Set(['page-tree-inconsistent', 'circular-structure'])

/** Some entries of a dictionary as source, without `<<` and `>>`. */
export function bareEntries({ entries }: PdfDict, keys: readonly string[]): string {
  return keys
    .map((key) => [key, entries.get(key)] as const)
    .map(([key, value]) => (value ? `/${key} ${sourceOf(value)}` : ''))
    .join('')
}

const sources = (items: readonly PdfValue[]) => items.map((item) => sourceOf(item))

function formOf(view: View, catalog: PdfDict): BaseForm {
  const value = catalog.entries.get('AcroForm')
  const form = dictOf(view.resolve(value))
  const resources = view.dict(form, 'DR')
  return {
    ref: value?.kind === 'ref' && form ? refOf(view, value.number) : undefined,
    entries: entrySources(form),
    fields: sources(itemsOf(view.get(form, 'Fields'))),
    resources: entrySources(resources),
    xobjects: entrySources(view.dict(resources, 'XObject')),
  }
}

function storeOf(view: View, catalog: PdfDict): StoreSources | undefined {
  const store = view.dict(catalog, 'DSS')
  if (!store) return undefined
  const members = (key: string) => sources(itemsOf(view.get(store, key)))
  const vri = Object.fromEntries(entrySources(view.dict(store, 'VRI')))
  return { certs: members('Certs'), crls: members('CRLs'), ocsps: members('OCSPs'), vri }
}
