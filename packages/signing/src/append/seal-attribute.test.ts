import { describe, expect, test } from 'vitest'
import { ask, filesOnDisk, hasTool } from '@moqi/trust/testing/foreign-judge'
import { embedSignature, signDocument } from './sign-document.ts'
import { disc, firstParties } from '../testing/signing-scene.ts'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { UnsupportedKey } from '@moqi/trust/cms/keys'
import { oid, sequence, setOf } from '@moqi/trust/asn1/write-der'
import type { SigningKey } from '@moqi/trust/cms/signing-key'
import { signDigest } from '@moqi/trust/cms/signed-data'
import { prepareSignature } from './prepare-signature.ts'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { freezeDocument } from '../freeze/freeze-document.ts'
import { a4, tinyPdf } from '@moqi/pdf/testing/tiny-pdf'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { makeSeal, sealAttribute, sealAttributeType, signWithSeal } from '@moqi/trust/eseal/seal'

const font = notoSans()
const on = await scene(undefined, 'SM2')
const { timestamps } = on
const frozen = await freezeDocument(
  { certifier: on.certifier, timestamps, now: () => sceneTime },
  tinyPdf({ pages: 2, size: a4 }),
  firstParties(1),
)
const maker = await on.party('印章制作单位')
const signer = await on.party('某某有限公司')
const stranger = await on.party('别的公司')
const rootOf = ({ root }: typeof on) => root.key.identity.certificate
const request = {
  signature: { slot: 'moqi-0001', image: disc() },
  signerName: '某某有限公司',
  reason: '同意签署',
  at: sceneTime,
}

const sealFor = (key: SigningKey, by = maker, more: { validTo?: Date; name?: string } = {}) =>
  makeSeal(by, {
    vendor: 'MOQI',
    id: '50011200000001',
    type: 1,
    name: '某某有限公司公章',
    signers: { kind: 'certificates', certificates: [key.identity.certificate] },
    createdAt: new Date('2026-11-01T00:00:00Z'),
    validFrom: new Date('2026-11-01T00:00:00Z'),
    validTo: new Date('2028-11-01T00:00:00Z'),
    picture: { type: 'png', data: Buffer.alloc(30_000, 7), width: 40, height: 40 },
    extensions: [],
    ...more,
  })

const signed = async (seals: Buffer[]) =>
  Buffer.concat([
    frozen.bytes,
    (await signDocument({ key: signer, timestamps, font, seals }, frozen, request)).increment,
  ])

/** A signature that is sound itself, around whatever attribute. */
async function around(attribute: (dataHash: Buffer) => Promise<Buffer>): Promise<Buffer> {
  const prepared = prepareSignature({ font, keyType: 'SM2', capacity: 60_000 }, frozen, request)
  const cms = await signDigest({ key: signer, timestamps }, prepared.digest, await attribute(prepared.digest))
  return Buffer.concat([frozen.bytes, embedSignature(prepared, cms).increment])
}

const judge = async (pdf: Buffer) => {
  const { verdict, signatureArray } = await verifyPdf(pdf, {
    trustedRoots: [rootOf(on)],
    ownRoots: [rootOf(on)],
    now: sceneTime,
  })
  const reasons = signatureArray[1]?.reasonArray ?? []
  return {
    verdict,
    seals: reasons.flatMap(({ code, detail }) => (code.startsWith('eseal') ? [`${code} ${detail}`] : [])),
  }
}

const valid = 'eseal-valid 某某有限公司公章，编号 50011200000001，制作 印章制作单位'

test('a signature with its seals passes, and each seal is named', async () => {
  const other = await sealFor(signer, maker, { name: '合同专用章' })
  expect(await judge(await signed([await sealFor(signer)]))).toEqual({ verdict: 'valid', seals: [valid] })
  const { verdict, seals } = await judge(await signed([await sealFor(signer), other]))
  expect([verdict, seals.toSorted()]).toEqual([
    'valid',
    [valid, valid.replace('某某有限公司公章', '合同专用章')].toSorted(),
  ])
  expect(await judge(await signed([]))).toEqual({ verdict: 'valid', seals: [] })
})

test.skipIf(!hasTool('qpdf'))('qpdf finds the file sound (needs qpdf)', async () => {
  const { pdf } = filesOnDisk({ pdf: await signed([await sealFor(signer)]) })
  expect(ask('qpdf', '--check', pdf)).toMatchObject({ code: 0 })
})

describe('a seal is refused', () => {
  test('that is somebody else’s, has ended, or was made by nobody we know', async () => {
    const elsewhere = await (await scene(undefined, 'SM2')).party('冒充者')
    const cases: [Buffer, string, string][] = [
      [await sealFor(stranger), 'invalid', 'eseal-invalid signer-listed'],
      [
        await sealFor(signer, maker, { validTo: new Date('2026-11-02T00:00:00Z') }),
        'invalid',
        'eseal-invalid seal-validity',
      ],
      [await sealFor(signer, elsewhere), 'indeterminate', 'eseal-unconfirmed maker-certificate'],
    ]
    for (const [seal, verdict, start] of cases) {
      const judged = await judge(await signed([seal]))
      expect([judged.verdict, judged.seals[0]?.split(':')[0]]).toEqual([verdict, start])
    }
  })

  test('that another signer used, or that was used on another document', async () => {
    const byStranger = await sealFor(stranger)
    const used = await around((dataHash) => sealAttribute(stranger, [byStranger], { dataHash, at: sceneTime }))
    expect(await judge(used)).toEqual({ verdict: 'invalid', seals: ['eseal-invalid signer'] })
    const own = await sealFor(signer)
    const moved = await around(() => sealAttribute(signer, [own], { dataHash: Buffer.alloc(32), at: sceneTime }))
    expect(await judge(moved)).toEqual({ verdict: 'invalid', seals: ['eseal-invalid data-hash: other bytes'] })
  })

  test('that protects something else than the range, or is noise', async () => {
    const seal = await sealFor(signer)
    const ofd = { seal, at: sceneTime, propertyInfo: '/Doc_0/Signature.xml', extensions: [] }
    const elsewhere = await around(async (dataHash) =>
      sequence(oid(sealAttributeType), setOf(await signWithSeal({ key: signer }, { ...ofd, dataHash }))),
    )
    expect((await judge(elsewhere)).seals).toEqual(['eseal-invalid propertyInfo'])
    const noise = await around(async () => sequence(oid(sealAttributeType), setOf(sequence())))
    expect((await judge(noise)).seals[0]).toContain('eseal-invalid structure')
  })
})

test('a seal taken out of a signature breaks it: the signer signed it as well', async () => {
  const pdf = await signed([await sealFor(signer)])
  const text = pdf.toString('latin1')
  const name = text.lastIndexOf(oid(sealAttributeType).toString('hex'))
  expect(name).toBeGreaterThan(frozen.bytes.length)
  const changed = Buffer.from(pdf)
  changed.write('3', name + 21, 'latin1')
  expect((await judge(changed)).verdict).toBe('invalid')
})

test('with another key than SM2 there are no electronic seals', async () => {
  const elsewhere = await scene()
  const key = await elsewhere.party('某某有限公司')
  const seals = [await sealFor(signer)]
  await expect(signDocument({ key, font, seals }, frozen, request)).rejects.toThrow(UnsupportedKey)
})
