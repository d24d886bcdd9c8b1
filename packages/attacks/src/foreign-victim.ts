import { type Scene, scene } from '@moqi/trust/testing/authority-scene'
import { signDigest } from '@moqi/trust/cms/signed-data'
import { appearance, docMdp, foreignPdf, numbers, signField } from '@moqi/form/testing/foreign-document'
import { appendIncrement, appendSignature, sourceOf, type WrittenObject } from '@moqi/pdf/testing/increment'
import { edited, extended, streamBody, unchanged } from './append-revision.ts'
import type { Attack, Forgeable } from './attack.ts'

/** What the first signature of a foreign contract allows: `none` is an approval, the others certify. */
export type ForeignLevel = 'none' | 1 | 2 | 3

/**
 * A contract as other tools make it, signed by one of two parties: a filled-in amount, two annotations, an empty
 * field.
 */
export interface ForeignVictim {
  name: string
  level: ForeignLevel
  /** Nobody has signed it yet. */
  upload: Buffer
  bytes: Buffer
  on: Scene
}

/** Object numbers of the upload beyond those of `foreignPdf`, and the first that a forger may use. */
export const foreign = {
  ...numbers,
  firstValue: 11,
  stamp: 20,
  stampAppearance: 21,
  freeText: 22,
  freeTextAppearance: 23,
  amountFlags: 24,
  secondValue: 30,
  free: 40,
} as const

const claimed = "/M(D:20261120110405+08'00')"
/** Stands below the empty field of the second party. */
const belowSecond = 'BT /F 12 Tf 116 30 Td (Party B) Tj ET'

const note = (subtype: string, rect: string, drawing: number) =>
  `<</Type/Annot/Subtype/${subtype}/F 4/P 3 0 R/Rect[${rect}]/AP<</N ${drawing} 0 R>>>>`

function foreignUpload(): Buffer {
  const blank = foreignPdf({ 7: '/V(100)' })
  return appendIncrement(blank, [
    { number: foreign.content, body: streamBody(`BT /F 18 Tf 20 300 Td (Contract) Tj ET ${belowSecond}`) },
    edited(blank, foreign.page, '8 0 R]', `8 0 R ${foreign.stamp} 0 R ${foreign.freeText} 0 R]`),
    edited(blank, foreign.amount, '/F 4', `/F ${foreign.amountFlags} 0 R`),
    { number: foreign.amountAppearance, body: appearance('100') },
    { number: foreign.stamp, body: note('Stamp', '10 200 100 220', foreign.stampAppearance) },
    { number: foreign.stampAppearance, body: appearance('100') },
    { number: foreign.freeText, body: note('FreeText', '110 200 200 220', foreign.freeTextAppearance) },
    { number: foreign.freeTextAppearance, body: appearance('100') },
    { number: foreign.amountFlags, body: '4' },
  ])
}

/** Has the first party sign, with more in the dictionary of the signature if wanted. */
export async function signFirst(on: Scene, upload: Buffer, entries = ''): Promise<Buffer> {
  const isCertified = entries.includes('/DocMDP')
  const perms = extended(upload, foreign.catalog, `/Perms<</DocMDP ${foreign.firstValue} 0 R>>`)
  const key = await on.party('甲方')
  const { timestamps } = on
  return signField(upload, { key, timestamps, entries, objects: isCertified ? [perms] : [] })
}

/** Makes the contract at a level. */
export async function makeForeignVictim(level: ForeignLevel, on?: Scene): Promise<ForeignVictim> {
  const used = on ?? (await scene())
  const upload = foreignUpload()
  const bytes = await signFirst(used, upload, level === 'none' ? '' : docMdp(level))
  return { name: `foreign, P ${level}`, level, upload, bytes, on: used }
}

/** A signature by the second party, or by somebody who is known as well as they are. */
export async function signNext(
  on: Scene,
  bytes: Buffer,
  objects: WrittenObject[],
  cms?: (digest: Buffer) => Promise<Buffer>,
): Promise<Buffer> {
  const key = await on.party('乙方')
  const { timestamps } = on
  const number = foreign.secondValue
  const honest = (digest: Buffer) => signDigest({ key, timestamps }, digest)
  return appendSignature(bytes, { number, entries: claimed, objects, cms: cms ?? honest })
}

/** The second party signs the field that was made for it, and writes other objects with it. */
export function signSecond(on: Scene, bytes: Buffer, objects: WrittenObject[] = [], entries = ''): Promise<Buffer> {
  const field = extended(bytes, foreign.second, `/V ${foreign.secondValue} 0 R${entries}`)
  return signNext(on, bytes, [field, ...objects])
}

/** What an honest party would do to these objects: sign and leave them alone, or at level 1 only write them again. */
export function leftAlone({ level, on, bytes }: ForeignVictim, objects: readonly WrittenObject[]): Promise<Buffer> {
  const known = objects.filter(({ number }) => number < foreign.secondValue && number !== foreign.second)
  const same = known.map(({ number }) => unchanged(bytes, number))
  if (level !== 1) return signSecond(on, bytes, same)
  const written = same.length > 0 ? same : [unchanged(bytes, foreign.catalog)]
  return Promise.resolve(appendIncrement(bytes, written))
}

/** The second party signs what it changes without a right to. */
export async function covered(victim: ForeignVictim, name: string, objects: WrittenObject[]): Promise<Attack> {
  const { on, bytes } = victim
  return { name, forged: await signSecond(on, bytes, objects), twin: await leftAlone(victim, objects) }
}

/** A list of the page or the form with one more entry at its end. */
export function listing(bytes: Buffer, owner: 'page' | 'form', entries: string): WrittenObject {
  const number = foreign[owner]
  const key = owner === 'page' ? 'Annots' : 'Fields'
  const listed = new RegExp(`/${key}\\[([^\\]]*)\\]`).exec(sourceOf(bytes, number))?.[1] ?? ''
  return edited(bytes, number, `/${key}[${listed}]`, `/${key}[${listed} ${entries}]`)
}

/** The contract as attacks see it that need no more of one of ours. */
export function forgeable({ bytes }: ForeignVictim): Forgeable {
  return { bytes, catalog: foreign.catalog, page: [foreign.page], free: foreign.free }
}
