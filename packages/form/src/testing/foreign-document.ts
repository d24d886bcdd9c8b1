import { signDigest } from '@moqi/trust/cms/signed-data'
import type { SigningKey } from '@moqi/trust/cms/signing-key'
import { requestToken, type TimestampAuthority } from '@moqi/trust/timestamp/request-token'
import { appendSignature, plainPdf, sourceOf, type WrittenObject } from '@moqi/pdf/testing/increment'

/** Object numbers of `foreignPdf`. */
export const numbers = {
  catalog: 1,
  pages: 2,
  page: 3,
  content: 4,
  form: 5,
  first: 6,
  amount: 7,
  second: 8,
  font: 9,
  amountAppearance: 10,
  /** First number that is not used. */
  free: 20,
} as const

function stream(content: string, entries = ''): string {
  return `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`
}

/** An appearance stream that shows a text. */
export const appearance = (text: string): string =>
  stream(`BT /F 12 Tf (${text}) Tj ET`, '/Type/XObject/Subtype/Form/BBox[0 0 90 20]/Resources<</Font<</F 9 0 R>>>>')

const widgetAt = (rect: string) => `/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[${rect}]`

/** A one-page form as other tools make it: two empty signature fields and a text field; more entries by number. */
export function foreignPdf(more: Partial<Record<number, string>> = {}): Buffer {
  const bodies = [
    '<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R',
    '<</Type/Pages/Kids[3 0 R]/Count 1',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<</Font<</F 9 0 R>>>>/Annots[6 0 R 7 0 R 8 0 R]',
    stream('BT /F 18 Tf 20 300 Td (Contract) Tj ET'),
    '<</Fields[6 0 R 7 0 R 8 0 R]/SigFlags 3/DR<</Font<</Helv 9 0 R>>>>/DA(/Helv 0 Tf 0 g)',
    `<</FT/Sig/T(first)${widgetAt('10 10 100 60')}`,
    `<</FT/Tx/T(amount)/DA(/Helv 12 Tf 0 g)/AP<</N 10 0 R>>${widgetAt('10 100 100 120')}`,
    `<</FT/Sig/T(second)${widgetAt('110 10 200 60')}`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica',
    appearance(' '),
  ]
  return plainPdf(
    bodies.map((body, index) => (body.endsWith('endstream') ? body : `${body}${more[index + 1] ?? ''}>>`)),
  )
}

/** How a field of `foreignPdf` is signed. */
export interface FieldSigning {
  key: SigningKey
  timestamps?: TimestampAuthority
  field?: 'first' | 'second'
  /** Number of the value's object. */
  number?: number
  entries?: string
  /** Written with it; the field as well, when it is among them. */
  objects?: WrittenObject[]
  subFilter?: string
  /** What the dictionary says it is, instead of the usual entries. */
  head?: string
  /** The claimed time, as a date string. */
  claimed?: string
  /** Room for the CMS in bytes. */
  capacity?: number
  /** More entries of the increment's trailer. */
  trailer?: string
  /** Makes another CMS than an honest one, from the SHA-256 of what is covered or from that itself. */
  cms?: (digest: Buffer, content: Buffer) => Promise<Buffer> | Buffer
}

/** Signs a field in one increment, as other tools do. */
export function signField(bytes: Buffer, options: FieldSigning): Promise<Buffer> {
  const { key, timestamps, field = 'first', number = 11, entries = '', objects = [] } = options
  const widget = numbers[field]
  const body = sourceOf(bytes, widget).replace(/>>$/, `/V ${number} 0 R>>`)
  return appendSignature(bytes, {
    number,
    entries: `/M(${options.claimed ?? "D:20261120110405+08'00'"})${entries}`,
    objects: objects.some((object) => object.number === widget) ? objects : [{ number: widget, body }, ...objects],
    subFilter: options.subFilter ?? 'ETSI.CAdES.detached',
    ...(options.head === undefined ? {} : { head: options.head }),
    capacity: options.capacity,
    trailer: options.trailer,
    cms: options.cms ?? ((digest) => signDigest({ key, timestamps }, digest)),
  })
}

/** Appends a document time-stamp in a new invisible field, as archiving tools do; `number` is the first it uses. */
export function stampDocument(bytes: Buffer, timestamps: TimestampAuthority, number: number): Promise<Buffer> {
  return stampWith(bytes, (content) => requestToken(timestamps, content), number)
}

/** The same with a token made elsewhere, out of the bytes it covers. */
export function stampWith(
  bytes: Buffer,
  token: (content: Buffer) => Promise<Buffer> | Buffer,
  number: number,
): Promise<Buffer> {
  const field = {
    number: number + 1,
    body: `<</FT/Sig/T(stamp-${number})/Type/Annot/Subtype/Widget/F 132/P 3 0 R/Rect[0 0 0 0]/V ${number} 0 R>>`,
  }
  const appendTo = (object: number, key: string) => ({
    number: object,
    body: sourceOf(bytes, object).replace(new RegExp(`/${key}\\[([^\\]]*)\\]`), `/${key}[$1 ${number + 1} 0 R]`),
  })
  return appendSignature(bytes, {
    number,
    type: 'DocTimeStamp',
    subFilter: 'ETSI.RFC3161',
    objects: [field, appendTo(numbers.form, 'Fields'), appendTo(numbers.page, 'Annots')],
    cms: (_, content) => token(content),
  })
}

/** Source of a certification's /Reference at a level of DocMDP. */
export const docMdp = (level: number): string =>
  `/Reference[<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/V/1.2/P ${level}>>>>]`

/** Source of a FieldMDP transform. */
export const fieldMdp = (action: string, fields: string[] = []): string =>
  '/Reference[<</Type/SigRef/TransformMethod/FieldMDP/TransformParams' +
  `<</Type/TransformParams/V/1.2/Action/${action}/Fields[${fields.map((name) => `(${name})`).join('')}]>>>>]`
