import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { signDigest } from '@moqi/trust/cms/signed-data'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import type { FieldPlan } from '../freeze/field-plan.ts'
import { freezeDocument } from '../freeze/freeze-document.ts'
import type { Frozen } from './layout.ts'
import { fillPlaceholder, Increment } from '@moqi/pdf/write/increment'
import { reference } from '@moqi/pdf/write/pdf-syntax'
import { a4, tinyPdf } from '@moqi/pdf/testing/tiny-pdf'
import {
  ask,
  filesOnDisk,
  hasTool,
  opensslCms,
  opensslTimestamp,
  signaturesIn,
} from '@moqi/trust/testing/foreign-judge'
import { signDocument } from './sign-document.ts'
import { disc, sample, threeParties } from '../testing/signing-scene.ts'
import { scene, type Scene, sceneTime } from '@moqi/trust/testing/authority-scene'

const [openssl, qpdf, pdfsig, pdftotext] = ['openssl', 'qpdf', 'pdfsig', 'pdftotext'].map(hasTool)
const certutil = hasTool('certutil')
const notice = '测试证书，无法律效力'

/** A document signed by three parties, the first with a stamp, a cross-page seal and two texts. */
async function signedByThree(on: Scene, upload: Buffer, plan = threeParties): Promise<{ frozen: Frozen; pdf: Buffer }> {
  const { certifier, timestamps } = on
  const frozen = await freezeDocument({ certifier, timestamps, now: () => sceneTime, notice }, upload, plan)
  const parts = [frozen.bytes]
  let { head } = frozen
  for (const [index, slot] of ['moqi-0001', 'moqi-0002', 'moqi-0003'].entries()) {
    const image = disc(200 + index)
    const texts = [
      { slot: 'moqi-0006', value: '2026年11月20日' },
      { slot: 'moqi-0007', value: '北京市海淀区中关村大街1号\n喆昇大厦' },
    ]
    const more =
      index === 0 ? { stamps: [{ slot: 'moqi-0004', image }], crossPage: { slot: 'moqi-0005', image }, texts } : {}
    const signerName = `签署人${index + 1}`
    const signed = await signDocument(
      { key: await on.party(signerName, index === 2 ? 'rsa' : 'ec'), timestamps, font: notoSans() },
      { layout: frozen.layout, slots: frozen.slots, head: structuredClone(head) },
      { signature: { slot, image }, signerName, reason: '同意并签署本合同', at: sceneTime, ...more },
    )
    parts.push(signed.increment)
    head = signed.head
  }
  return { frozen, pdf: Buffer.concat(parts) }
}

/** A contract somebody else signed with another program: one approval signature, no certification. */
async function signedElsewhere(by: Scene): Promise<Buffer> {
  const base = tinyPdf({ size: a4, catalog: '/AcroForm 4 0 R', objects: ['<</Fields[5 0 R]/SigFlags 3>>', 'null'] })
  const startxref = base.lastIndexOf('xref\n0 ')
  const increment = new Increment(
    { length: base.length, startxref, nextObject: 6 },
    { xref: 'table', trailer: '/Root 1 0 R' },
  )
  const value = increment.allocate()
  const widget = { number: 5, generation: 0 }
  increment.object(
    widget,
    `<</Type/Annot/Subtype/Widget/FT/Sig/T(theirs)/Rect[0 0 0 0]/P 3 0 R/V ${reference(value)}>>`,
  )
  increment.signature(value, '/Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached', 7168)
  const { bytes, placeholder } = increment.finish()
  const content = Buffer.concat([base, bytes.subarray(0, placeholder.start), bytes.subarray(placeholder.end)])
  const digest = createHash('sha256').update(content).digest()
  fillPlaceholder(bytes, placeholder, await signDigest({ key: await by.party('李四') }, digest))
  return Buffer.concat([base, bytes])
}

const box = { x: 20, y: 270, width: 60, height: 7 }
/** The certification locks what the author filled in. */
const withEntries: FieldPlan = {
  ...threeParties,
  filled: [{ slot: 'moqi-0008', label: '合同价款', page: 1, box, fontSize: 12, value: '合同价款 100 元' }],
  ticked: [{ slot: 'moqi-0009', label: '含税', page: 1, box: { ...box, x: 90, width: 7 }, checked: true }],
}
const on = await scene()
const root = on.root.key.identity.certificate
const documents = {
  'the framework agreement': await signedByThree(on, sample('采购框架协议')),
  'the contract of 301 pages': await signedByThree(on, sample('建设工程总承包合同-301页')),
  'a cross-reference stream': await signedByThree(on, tinyPdf({ xref: 'stream', pages: 3, size: a4 })),
  'rotated pages': await signedByThree(on, sample('intake/旋转页')),
  'a form already there': await signedByThree(on, sample('intake/带表单')),
  "the author's own entries": await signedByThree(on, sample('采购框架协议'), withEntries),
  'a linearised file': await signedByThree(on, sample('intake/线性化')),
}

describe.each(Object.entries(documents))('%s, certified and signed by three', (_, { pdf }) => {
  test('has four signatures', () => {
    expect(signaturesIn(pdf)).toHaveLength(4)
  })

  test.skipIf(!openssl)('convinces openssl of every signature (needs openssl)', () => {
    for (const signature of signaturesIn(pdf)) {
      expect(opensslCms(signature, root)).toMatchObject({ code: 0 })
    }
  })

  test.skipIf(!openssl)('convinces openssl of every time-stamp (needs openssl)', () => {
    for (const signature of signaturesIn(pdf)) {
      expect(opensslTimestamp(signature, root)).toMatchObject({ code: 0 })
    }
  })

  test.skipIf(!qpdf)('has no fault qpdf can find (needs qpdf)', () => {
    const { code, said } = ask('qpdf', '--check', filesOnDisk({ pdf }).pdf)
    expect(said).toContain('No syntax or stream encoding errors found')
    expect(code).toBe(0)
  })

  test.skipIf(!pdfsig || !certutil)('is valid and trusted for pdfsig (needs pdfsig and certutil)', () => {
    const { said } = ask('pdfsig', '-nssdir', `sql:${trustStore(root)}`, filesOnDisk({ pdf }).pdf)
    expect(said.match(/Signature is Valid/g)).toHaveLength(4)
    expect(said.match(/Certificate is Trusted/g)).toHaveLength(4)
    expect(said.match(/ {2}- Total document signed/g)).toHaveLength(1)
  })
})

describe("a contract that came with somebody else's signature", async () => {
  const upload = await signedElsewhere(on)
  const [first] = threeParties.signatures
  const plan = { signatures: first ? [{ ...first, locks: [] }] : [], stamps: [], crossPageSeals: [], texts: [] }
  const frozen = await freezeDocument({ certifier: on.certifier, now: () => sceneTime, notice }, upload, plan)
  const signed = await signDocument({ key: await on.party('张三'), font: notoSans() }, frozen, {
    signature: { slot: 'moqi-0001', image: disc() },
    signerName: '张三',
    reason: '同意并签署本合同',
    at: sceneTime,
  })
  const pdf = Buffer.concat([frozen.bytes, signed.increment])

  test.skipIf(!openssl)('keeps it intact beside ours for openssl (needs openssl)', () => {
    expect(signaturesIn(pdf).map((signature) => opensslCms(signature, root).code)).toEqual([0, 0, 0])
  })

  test.skipIf(!pdfsig || !certutil)('keeps it valid for pdfsig (needs pdfsig and certutil)', () => {
    const { said } = ask('pdfsig', '-nssdir', `sql:${trustStore(root)}`, filesOnDisk({ pdf }).pdf)
    expect(said).toContain('Signature Field Name: theirs')
    expect(said.match(/Signature is Valid/g)).toHaveLength(3)
  })

  test.skipIf(!qpdf)('has no fault qpdf can find (needs qpdf)', () => {
    expect(ask('qpdf', '--check', filesOnDisk({ pdf }).pdf)).toMatchObject({ code: 0 })
  })
})

test.skipIf(!pdftotext)('what was filled in can be searched, and so can the notice (needs pdftotext)', () => {
  const { said } = ask('pdftotext', '-l', '1', filesOnDisk({ pdf: documents['a cross-reference stream'].pdf }).pdf, '-')
  for (const shown of ['2026年11月20日', '北京市海淀区中关村大街1号', '喆昇大厦']) expect(said).toContain(shown)
  expect(said.split(notice)).toHaveLength(5)
})

describe('an attacker', () => {
  const { frozen, pdf } = documents['the framework agreement']
  const last = signaturesIn(pdf).at(-1)

  test.skipIf(!openssl)('who changes one byte of the upload is found out by openssl (needs openssl)', () => {
    const forged = Buffer.from(pdf)
    forged[1000] = (forged[1000] ?? 0) ^ 1
    for (const signature of signaturesIn(forged)) expect(opensslCms(signature, root).code).not.toBe(0)
  })

  test.skipIf(!openssl)('who changes one byte of a later increment breaks only what covers it (needs openssl)', () => {
    const forged = Buffer.from(pdf)
    const at = frozen.bytes.length + 20
    forged[at] = (forged[at] ?? 0) ^ 1
    const judged = signaturesIn(forged).map((signature) => opensslCms(signature, root).code === 0)
    expect(judged).toEqual([true, false, false, false])
  })

  test.skipIf(!openssl)('who brings an own root is not believed (needs openssl)', async () => {
    const other = await scene()
    expect(last && opensslCms(last, other.root.key.identity.certificate).code).not.toBe(0)
  })
})

function trustStore(certificate: Buffer): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'moqi-nss-')), 'nss')
  mkdirSync(folder)
  writeFileSync(join(folder, 'root.der'), certificate)
  ask('certutil', '-N', '-d', `sql:${folder}`, '--empty-password')
  ask('certutil', '-A', '-d', `sql:${folder}`, '-n', 'root', '-t', 'CT,C,C', '-i', join(folder, 'root.der'))
  return folder
}
