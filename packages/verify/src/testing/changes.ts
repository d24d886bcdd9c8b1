import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { docMdp, foreignPdf, numbers, signField } from '@moqi/form/testing/foreign-document'
import { sourceOf, type WrittenObject } from '@moqi/pdf/testing/increment'
import type { Verdict } from '../verdict.ts'
import { type VerifyOptions, verifyPdf } from '../verify-pdf.ts'

/** Two parties who sign contracts that other tools made, and what is changed behind the first signature. */

const on = await scene()
const [key, other] = [await on.party('甲方'), await on.party('乙方')]
const { timestamps } = on

/** Judges a file of the scene. */
export const judge = (bytes: Buffer, more: Partial<VerifyOptions> = {}): Promise<Verdict> =>
  verifyPdf(bytes, { trustedRoots: [on.root.key.identity.certificate], now: sceneTime, ...more })

/** An object with something else in the place of a part. */
export const edited = (bytes: Buffer, number: number, from: string | RegExp, to: string): WrittenObject => ({
  number,
  body: sourceOf(bytes, number).replace(from, to),
})

/** A dictionary with more entries. */
export const extended = (bytes: Buffer, number: number, entries: string): WrittenObject =>
  edited(bytes, number, />>$/, `${entries}>>`)

/** The first party signs, with more entries in the signature if wanted. */
export const sign = (bytes = foreignPdf(), entries = ''): Promise<Buffer> =>
  signField(bytes, { key, timestamps, entries })

/** The first party certifies. */
export const certify = (level: number, bytes = foreignPdf()): Promise<Buffer> =>
  signField(bytes, {
    key,
    timestamps,
    entries: docMdp(level),
    objects: [extended(bytes, numbers.catalog, '/Perms<</DocMDP 11 0 R>>')],
  })

/** The second party signs, and writes other objects with it. */
export const signSecond = (bytes: Buffer, objects: WrittenObject[] = []): Promise<Buffer> =>
  signField(bytes, { key: other, timestamps, field: 'second', number: 30, objects })
