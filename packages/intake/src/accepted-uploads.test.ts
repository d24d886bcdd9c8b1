import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { signDocument } from '@moqi/signing/append/sign-document'
import { disc } from '@moqi/signing/testing/signing-scene'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { freezeDocument } from '@moqi/signing/freeze/freeze-document'
import { foreignPdf, signField } from '@moqi/form/testing/foreign-document'
import { openPageImages } from '@moqi/pdf/page-image/render-page'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { inspectPdf } from './inspect-pdf.ts'
import { IntakeRefusal } from './intake-refusal.ts'

const folder = new URL('../../../samples/', import.meta.url)
const on = await scene()
const parties = [await on.party('甲方'), await on.party('乙方')]
const renderer = await openPageImages()
afterAll(() => renderer.close())
const trustedRoots = [on.root.key.identity.certificate]

async function frozenAndSigned(upload: Buffer): Promise<Buffer> {
  const { certifier, timestamps } = on
  const signatures = parties.map((_, index) => ({
    slot: `moqi-000${index + 1}`,
    page: 1,
    box: { x: 10 + index * 30, y: 10, width: 25, height: 25 },
  }))
  const deps = { certifier, timestamps, now: () => sceneTime, notice: '测试证书，无法律效力' }
  const frozen = await freezeDocument(deps, upload, { signatures, stamps: [], crossPageSeals: [], texts: [] })
  const parts = [frozen.bytes]
  let { head } = frozen
  for (const [index, key] of parties.entries()) {
    const request = {
      signature: { slot: `moqi-000${index + 1}`, image: disc() },
      signerName: '签署人',
      reason: '同意',
      at: sceneTime,
    }
    const document = { layout: frozen.layout, slots: frozen.slots, head }
    const signed = await signDocument({ key, timestamps, font: notoSans() }, document, request)
    parts.push(signed.increment)
    head = signed.head
  }
  return Buffer.concat(parts)
}

const names = ['', 'intake/'].flatMap((place) =>
  readdirSync(new URL(place, folder))
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => `${place}${name}`),
)

test.each(names)('%s is refused, or ends valid when two have signed it', async (name) => {
  const upload = readFileSync(new URL(name, folder))
  const inspected = await inspectPdf(upload).catch((error: unknown) => {
    if (error instanceof IntakeRefusal) return undefined
    throw error
  })
  if (!inspected) return
  const verdict = await verifyPdf(await frozenAndSigned(inspected.bytes), {
    trustedRoots,
    ownRoots: trustedRoots,
    now: sceneTime,
    renderer,
  })
  expect(verdict.reasonArray.map(({ code }) => code).filter((code) => code.startsWith('visual-'))).toEqual([])
  expect(verdict.reasonArray.filter(({ severity }) => severity === 'invalid' || severity === 'indeterminate')).toEqual(
    [],
  )
  expect(verdict.verdict).toBe('valid')
})

test('an upload that others have signed ends valid when their root is known, and never invalid', async () => {
  const stranger = await scene()
  const upload = await signField(foreignPdf(), {
    key: await stranger.party('别的公司'),
    timestamps: stranger.timestamps,
  })
  const { bytes } = await inspectPdf(upload)
  const finished = await frozenAndSigned(bytes)
  const options = { ownRoots: trustedRoots, now: sceneTime }
  const known = await verifyPdf(finished, {
    ...options,
    trustedRoots: [...trustedRoots, stranger.root.key.identity.certificate],
  })
  expect(known.verdict).toBe('valid')
  const unknown = await verifyPdf(finished, { ...options, trustedRoots })
  expect(unknown.verdict).toBe('indeterminate')
  expect(unknown.signatureArray.map((one) => [one.ownPlatform, one.verdict])).toEqual([
    [false, 'indeterminate'],
    [true, 'valid'],
    [true, 'valid'],
    [true, 'valid'],
  ])
})
