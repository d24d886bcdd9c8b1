import { type Der, readDer, tags } from '@moqi/trust/asn1/read-der'
import { hasCertificateOutline } from '@moqi/trust/chains/certificate'
import { hasResponseOutline } from '@moqi/trust/revocation/ocsp-response'
import { hasListOutline } from '@moqi/trust/revocation/revocation-list'
import { decodeStream } from '@moqi/pdf/read/decode-stream'
import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, nameOf, type PdfDict, type PdfValue } from '@moqi/pdf/read/values'
import { attempt } from '../../structure/attempt.ts'
import type { Side } from '../revision-pair.ts'
import { onceAPair } from './once-a-pair.ts'

/** D11: whether the document security store is there no more. */
export const isStoreRemoved = onceAPair('isStoreRemoved', ({ newer }) => storeOf(newer) === undefined)

/** D10: whether the store, extended or rewritten, is what it says. */
export const isSecurityStore = onceAPair('isSecurityStore', ({ newer }) => {
  const store = storeOf(newer)
  return store !== undefined && holdsOnlyEvidence(newer.view, store)
})

const storeOf = ({ view, model }: Side) => view.dict(model.catalog, 'DSS')

const storeKeys = new Set(['Type', 'Certs', 'CRLs', 'OCSPs', 'VRI'])
const recordKeys = new Set(['Type', 'Cert', 'CRL', 'OCSP', 'TU', 'TS'])
/** What each list of the store and of its records holds. */
const lists: Record<string, (whole: Der) => boolean> = {
  Certs: hasCertificateOutline,
  Cert: hasCertificateOutline,
  CRLs: hasListOutline,
  CRL: hasListOutline,
  OCSPs: hasResponseOutline,
  OCSP: hasResponseOutline,
}

function holdsOnlyEvidence(view: View, store: PdfDict): boolean {
  if (!hasOnly(view, store, storeKeys)) return false
  const records = view.get(store, 'VRI')
  if (records.kind !== 'null' && records.kind !== 'dict') return false
  return [...(dictOf(records)?.entries ?? [])].every(
    ([key, record]) => isTypeOf(key, record) || isRecord(view, dictOf(view.resolve(record))),
  )
}

/** Some writers say of the dictionary of records what it is. */
function isTypeOf(key: string, value: PdfValue): boolean {
  return key === 'Type' && nameOf(value) === 'VRI'
}

/** One signature's part of the store (ISO 32000-2 Table 262). */
function isRecord(view: View, record: PdfDict | undefined): boolean {
  if (!record || !hasOnly(view, record, recordKeys)) return false
  const [time, stamp] = [view.get(record, 'TU'), record.entries.get('TS')]
  const isTime = time.kind === 'null' || time.kind === 'string'
  return isTime && (!stamp || isDer(view, stamp, ({ tag }) => tag === tags.sequence))
}

function hasOnly(view: View, dict: PdfDict, keys: Set<string>): boolean {
  return [...dict.entries.keys()].every((key) => {
    const fits = lists[key]
    return keys.has(key) && (!fits || isListOf(view, view.get(dict, key), fits))
  })
}

function isListOf(view: View, list: PdfValue, fits: (whole: Der) => boolean): boolean {
  if (list.kind !== 'array') return list.kind === 'null'
  return list.items.every((item) => isDer(view, item, fits))
}

/** Whether a stream is one element of DER of the kind that is wanted, and nothing behind it. */
function isDer(view: View, item: PdfValue, fits: (whole: Der) => boolean): boolean {
  const stream = view.resolve(item)
  if (stream.kind !== 'stream') return false
  const isFit = attempt(() => {
    const bytes = decodeStream(stream, view.file.budget)
    const whole = readDer(bytes)
    return whole.raw.length === bytes.length && fits(whole)
  })
  return isFit ?? false
}
