import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { docMdp, foreignPdf, numbers, signField } from '@moqi/form/testing/foreign-document'
import { appendIncrement, sourceOf, type WrittenObject } from '@moqi/pdf/testing/increment'
import type { Verdict } from '../verdict.ts'
import { verifyPdf } from '../verify-pdf.ts'

/** A form that somebody certified at level 2, and fill-ins of its text field afterwards. */

/** Who signs what is filled in. */
export const on = await scene()
const key = await on.party('甲方')
const { amount, amountAppearance, catalog } = numbers
const perms = { number: catalog, body: '<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R/Perms<</DocMDP 11 0 R>>>>' }

/** Certifies a form at level 2. */
export const certify = (bytes: Buffer): Promise<Buffer> =>
  signField(bytes, { key, timestamps: on.timestamps, entries: docMdp(2), objects: [perms] })

/** The form with a text field like any other. */
export const certified = await certify(foreignPdf())

/** Judges a file of the scene. */
export const judge = (bytes: Buffer): Promise<Verdict> =>
  verifyPdf(bytes, { trustedRoots: [on.root.key.identity.certificate], now: sceneTime })

/** What was found about appearances. */
export const findings = ({ reasonArray }: Verdict): string[] =>
  reasonArray.filter(({ code }) => code.startsWith('appearance')).map(({ code, severity }) => `${severity} ${code}`)

/** Findings of an uncovered fill-in. */
export const contradicts = ['invalid appearance-contradicts-value']
export const unclear = ['indeterminate appearance-not-comparable']

/** Source of a stream. */
export const stream = (data: string, entries = ''): string =>
  `<<${entries}/Length ${data.length}>>\nstream\n${data}\nendstream`

/** Source of an appearance. */
export const look = (content: string, resources = '/Font<</F 9 0 R>>'): string =>
  stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 90 20]/Resources<<${resources}>>`)

/** Content that shows a text as viewers write it. */
export const text = (shown: string): string => `/Tx BMC q BT /F 12 Tf 2 4 Td ${shown} ET Q EMC`

/** The amount filled in: its value, what it shows, objects besides, and the resources of the appearance. */
export const filled = (
  value: string,
  content: string,
  more: WrittenObject[] = [],
  resources?: string,
): Promise<Verdict> =>
  judge(
    appendIncrement(certified, [
      { number: amount, body: sourceOf(certified, amount).replace(/>>$/, `/V${value}>>`) },
      { number: amountAppearance, body: look(content, resources) },
      ...more,
    ]),
  )

/** The field as it is in another form, with more entries and perhaps another look; what was found. */
export async function fill(signed: Buffer, entries: string, content?: string): Promise<string[]> {
  const body = sourceOf(signed, amount).replace(/>>$/, `${entries}>>`)
  const looks = content === undefined ? [] : [{ number: amountAppearance, body: look(content) }]
  return findings(await judge(appendIncrement(signed, [{ number: amount, body }, ...looks])))
}
