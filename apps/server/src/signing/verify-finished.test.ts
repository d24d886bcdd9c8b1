import { scene } from '@moqi/trust/testing/authority-scene'
import { foreignPdf, signField } from '@moqi/form/testing/foreign-document'
import { reason } from '@moqi/verify/reasons'
import type { SignatureVerdict } from '@moqi/verify/verdict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VerifiedFile } from '#src/platform/workshop.ts'
import { openSideServer, type SideServer } from '#src/testing/side-server.ts'
import { standsForUs } from './verify-finished.ts'

let server: SideServer
let foreign: Buffer
let finished: Buffer

beforeAll(async () => {
  server = await openSideServer()
  const stranger = await scene()
  foreign = await signField(foreignPdf(), {
    key: await stranger.party('别的公司'),
    timestamps: stranger.timestamps,
  })
  const { increment } = await server.deps.freezer.freeze(foreign, {
    signatures: [],
    stamps: [],
    crossPageSeals: [],
    texts: [],
  })
  finished = Buffer.concat([foreign, increment])
})
afterAll(() => server.close())

test('an upload that others signed stands when our own signatures do, though their root is unknown', async () => {
  const verdict = await server.deps.workshop.verify(finished)
  expect(verdict.verdict).toBe('indeterminate')
  expect(verdict.signatureArray.map(({ ownPlatform }) => ownPlatform)).toEqual([false, true])
  expect(standsForUs(verdict)).toBe(true)
})

test('a file that only others signed does not stand for us', async () => {
  expect(standsForUs(await server.deps.workshop.verify(foreign))).toBe(false)
})

test('a changed byte in what others signed spoils the file', async () => {
  const tampered = Buffer.from(finished)
  tampered.write('X', finished.indexOf('(Contract)') + 1)
  expect(standsForUs(await server.deps.workshop.verify(tampered))).toBe(false)
})

test('what is uncertain about our own signature, or about the file, is not taken for theirs', async () => {
  const verdict = await server.deps.workshop.verify(finished)
  const unsure = (change: (own: SignatureVerdict) => SignatureVerdict): VerifiedFile => ({
    ...verdict,
    signatureArray: verdict.signatureArray.map((one) => (one.ownPlatform ? change(one) : one)),
  })
  expect(standsForUs(unsure((one) => ({ ...one, verdict: 'indeterminate' })))).toBe(false)
  expect(standsForUs({ ...verdict, reasonArray: [...verdict.reasonArray, reason('budget-exceeded')] })).toBe(false)
})
