import { createHash } from 'node:crypto'
import { HeadHashes } from '../append/head-hashes.ts'
import type { ArchiveSources, Head, Layout, StoreSources } from '../append/layout.ts'
import { placeholdersAfter, type Signed } from '../append/sign-document.ts'
import { timestampRoom, withRoom } from '../append/signature-room.ts'
import { fillPlaceholder, Increment } from '@moqi/pdf/write/increment'
import { dateString, reference, textString } from '@moqi/pdf/write/pdf-syntax'
import { archivePrefix } from '@moqi/form/field-names'
import { requestTokenOver, type TimestampAuthority } from '@moqi/trust/timestamp/request-token'
import { readSignedData } from '@moqi/trust/cms/read-signed-data'
import { readCertificate } from '@moqi/trust/chains/certificate'
import type { ValidationData } from './validation-data.ts'

/** Increments that keep signatures verifiable for decades; both are written from layout and head alone. */

/** A frozen document as stored. */
export interface ArchivableDocument {
  layout: Layout
  head: Head
}

/** A document frozen before layouts kept what archive increments rewrite. */
export class NotArchivable extends Error {
  override name = 'NotArchivable'
}

/** Least room for a time-stamp token, in bytes: a chain of RSA-4096 certificates fits. */
const leastRoom = 12 * 1024
/** Printed, and locked (ISO 32000-1 §12.5.3): as every widget of ours, although this one has no area. */
const widgetFlags = 132

/**
 * Adds validation data in an increment of its own: /DSS with /Certs, /CRLs, /OCSPs and one /VRI entry a signature
 * (EN 319 142-1 §5.4). What an earlier store held stays. A document time-stamp must follow. Throws `NotArchivable`.
 */
export function appendValidationData({ layout, head }: ArchivableDocument, data: ValidationData[], at: Date): Signed {
  const { catalog, store: inherited } = archiveOf(layout)
  const increment = new Increment(head, layout)
  const before = head.archive?.store
  const members = { ...before?.members }
  const sources = structuredClone(before?.sources ?? inherited ?? { certs: [], crls: [], ocsps: [], vri: {} })
  const member = (list: 'certs' | 'crls' | 'ocsps', der: Buffer): string => {
    const name = createHash('sha256').update(der).digest('hex')
    const number = members[name] ?? increment.newStream('', der).number
    const source = `${number} 0 R`
    if (members[name] === undefined) sources[list].push(source)
    members[name] = number
    return source
  }
  for (const { vriKey, certificates, crls, ocsps } of data) {
    sources.vri[vriKey] =
      `<<${array(
        'Cert',
        certificates.map((der) => member('certs', der)),
      )}` +
      `${array(
        'CRL',
        crls.map((der) => member('crls', der)),
      )}` +
      `${array(
        'OCSP',
        ocsps.map((der) => member('ocsps', der)),
      )}/TU${dateString(at)}>>`
  }
  const ref = before ? { number: before.number, generation: 0 } : increment.allocate()
  increment.object(ref, storeSource(sources))
  if (!before) increment.object(catalog.ref, `<<${catalog.dict}/DSS ${reference(ref)}>>`)

  const { bytes, startxref, nextObject } = increment.finishUnsigned()
  const hashes = HeadHashes.resume(head).update(bytes)
  const archive = { fields: head.archive?.fields ?? [], store: { number: ref.number, members, sources } }
  return { increment: Buffer.from(bytes), head: { ...moved(head, hashes, bytes, { startxref, nextObject }), archive } }
}

/**
 * Adds a document time-stamp over everything before it, as ETSI.RFC3161 in a field `moqi-archive-N` without area
 * (EN 319 142-1 §5.4.3). `validUntil` is when its authority's certificate ends: a further one must be added before.
 * Throws `NotArchivable`, `TimestampRefusal`, `PlaceholderTooSmall` or what the authority throws.
 */
export function appendDocumentTimestamp(
  { timestamps }: { timestamps: TimestampAuthority },
  document: ArchivableDocument,
): Promise<Signed & { validUntil: Date }> {
  return withRoom(
    () => timestampRoom(timestamps, leastRoom),
    (capacity) => timestamped(timestamps, document, capacity),
  )
}

async function timestamped(
  timestamps: TimestampAuthority,
  { layout, head }: ArchivableDocument,
  capacity: number,
): Promise<Signed & { validUntil: Date }> {
  const { form, page } = archiveOf(layout)
  const increment = new Increment(head, layout)
  const [field, value] = [increment.allocate(), increment.allocate()]
  const fields = [...(head.archive?.fields ?? []), field.number]
  const added = fields.map((number) => `${number} 0 R`)
  const name = textString(`${archivePrefix}${fields.length}`)
  increment.object(
    field,
    `<</Type/Annot/Subtype/Widget/FT/Sig/T${name}/F ${widgetFlags}/Rect[0 0 0 0]` +
      `/P ${reference(page.ref)}/V ${reference(value)}>>`,
  )
  increment.object(page.ref, `<<${page.dict}/Annots[${[...page.annotations, ...added].join(' ')}]>>`)
  increment.object(form.ref, `<<${form.dict}/Fields[${[...form.fields, ...added].join(' ')}]>>`)
  increment.signature(value, '/Type/DocTimeStamp/Filter/Adobe.PPKLite/SubFilter/ETSI.RFC3161', capacity)
  const { bytes, placeholder, startxref, nextObject } = increment.finish()

  const upToPlaceholder = HeadHashes.resume(head).update(bytes.subarray(0, placeholder.start))
  const token = await requestTokenOver(
    timestamps,
    upToPlaceholder.copy().update(bytes.subarray(placeholder.end)).digest('SHA-256'),
  )
  fillPlaceholder(bytes, placeholder, token)
  const hashes = upToPlaceholder.update(bytes.subarray(placeholder.start))
  const archive = { ...head.archive, fields }
  return {
    increment: Buffer.from(bytes),
    head: {
      ...moved(head, hashes, bytes, { startxref, nextObject }),
      ...placeholdersAfter(head, placeholder),
      archive,
    },
    validUntil: authorityEnds(token),
  }
}

function archiveOf({ archive }: Layout): ArchiveSources {
  if (!archive) throw new NotArchivable('the layout does not keep the catalog')
  return archive
}

function moved(before: Head, hashes: HeadHashes, bytes: Buffer, tail: Pick<Head, 'startxref' | 'nextObject'>): Head {
  const length = before.length + bytes.length
  return { ...before, length, ...hashes.save(), ...tail }
}

function storeSource({ certs, crls, ocsps, vri }: StoreSources): string {
  const entries = Object.entries(vri).map(([key, entry]) => `/${key} ${entry}`)
  const records = entries.length > 0 ? `/VRI<<${entries.join('')}>>` : ''
  return `<</Type/DSS${array('Certs', certs)}${array('CRLs', crls)}${array('OCSPs', ocsps)}${records}>>`
}

const array = (key: string, items: string[]) => (items.length > 0 ? `/${key}[${[...new Set(items)].join(' ')}]` : '')

/** When the certificate that signed the token ends. */
function authorityEnds(token: Buffer): Date {
  const { certificates, signer } = readSignedData(token)
  const { sid } = signer
  const ends = certificates
    .map(readCertificate)
    .filter(({ serial, issuer }) => !('serial' in sid) || (serial.equals(sid.serial) && issuer.equals(sid.issuer)))
    .map(({ notAfter }) => notAfter)
  return new Date(Math.min(...ends))
}
