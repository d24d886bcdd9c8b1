import { appendSignature, plainPdf, sourceOf } from '@moqi/pdf/testing/increment'
import { docMdp } from './foreign-document.ts'
import type { SigningKey } from '@moqi/trust/cms/signing-key'
import { signDigest } from '@moqi/trust/cms/signed-data'
import type { TimestampAuthority } from '@moqi/trust/timestamp/request-token'

/** A contract that another platform certified, with signature fields of its own; sizes are points. */
export interface CertifiedUpload {
  key: SigningKey
  timestamps?: TimestampAuthority
  /** /P of the certification. */
  level?: number
  /** More entries of each empty field, as source: an item a field. */
  fields?: readonly string[]
  /** More entries of the certifying signature; its /Reference unless `level` says it. */
  entries?: string
  /** Degrees the page is turned. */
  rotate?: number
  /** The form lies inside the catalog. */
  inlineForm?: boolean
  /** The first empty field's widget is an object of its own. */
  apart?: boolean
}

const formNumber = 5
const contentNumber = 4
const certifying = 6
const firstField = 7

/** Names of the empty fields in order. */
export const fieldNames = ['buyer', 'seller', 'witness'] as const

const rects = ['57 57 199 142', '227 57 369 142', '397 57 539 142']

const widget = (index: number) => `/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[${rects[index]}]`

/**
 * A4 with a certification at `level` in an invisible field, and up to three empty fields side by side near its foot.
 */
export async function certifiedUpload(options: CertifiedUpload): Promise<Buffer> {
  const { key, timestamps, level = 2, fields = ['', ''], entries = docMdp(level), rotate = 0 } = options
  const numbers = fields.map((_, index) => firstField + index)
  const widgetNumber = firstField + fields.length
  const value = widgetNumber + 1
  const all = [certifying, ...numbers].map((number) => `${number} 0 R`).join(' ')
  const shown = options.apart ? all.replace(`${firstField} 0 R`, `${widgetNumber} 0 R`) : all
  const form = `<</Fields[${all}]/SigFlags 3/DA(/Helv 0 Tf 0 g)>>`
  const permissions = entries.includes('DocMDP') ? `/Perms<</DocMDP ${value} 0 R>>` : ''
  const text = 'BT /F 18 Tf 60 760 Td (Framework agreement) Tj ET'
  const bodies = [
    `<</Type/Catalog/Pages 2 0 R/AcroForm ${options.inlineForm ? form : `${formNumber} 0 R`}${permissions}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Rotate ${rotate}/Contents ${contentNumber} 0 R` +
      `/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>/Annots[${shown}]>>`,
    `<</Length ${text.length}>>\nstream\n${text}\nendstream`,
    options.inlineForm ? 'null' : form,
    '<</FT/Sig/T(platform)/Type/Annot/Subtype/Widget/F 132/P 3 0 R/Rect[0 0 0 0]>>',
    ...fields.map((more, index) => {
      const name = `/FT/Sig/T(${fieldNames[index]})${more}`
      return options.apart && index === 0 ? `<<${name}/Kids[${widgetNumber} 0 R]>>` : `<<${name}${widget(index)}>>`
    }),
    ...(options.apart ? [`<</Parent ${firstField} 0 R${widget(0)}>>`] : []),
  ]
  const plain = plainPdf(bodies)
  const field = sourceOf(plain, certifying).replace(/>>$/, `/V ${value} 0 R>>`)
  return appendSignature(plain, {
    number: value,
    entries: `/M(D:20261120110405+08'00')${entries}`,
    objects: [{ number: certifying, body: field }],
    cms: (digest) => signDigest({ key, timestamps }, digest),
  })
}
