import { assert, asyncProperty, integer, nat, oneof, uint8Array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRevocationList } from '../certificates/revocation-list.ts'
import { signDocument } from '../append/sign-document.ts'
import { disc, sample, scene, sceneTime, threeParties } from '../append/signing-scene.ts'
import { requestToken } from '../timestamp/request-token.ts'
import { notoSans } from '../fonts/noto-sans.ts'
import { freezeDocument } from '../freeze/freeze-document.ts'
import { type DocumentModel, readModel } from './graph/document-model.ts'
import { appendIncrement, appendSignature, readForTests, sourceOf, type WrittenObject } from './increment-for-tests.ts'
import { readCertificate } from './trust/certificate.ts'
import { codesOf } from './reasons-for-tests.ts'
import type { Verdict } from './verdict.ts'
import { verifyPdf, type VerifyOptions } from './verify-pdf.ts'

const on = await scene()
const root = on.root.key.identity.certificate
const signers = [await on.party('签署人1'), await on.party('签署人2'), await on.party('签署人3', 'rsa')]

/** Frozen, certified and signed by three: the first also sets a stamp, a cross-page seal and two texts. */
async function signedByThree(upload: Buffer): Promise<Buffer> {
  const { certifier, timestamps } = on
  const frozen = await freezeDocument({ certifier, timestamps, now: () => sceneTime }, upload, threeParties)
  const parts = [frozen.bytes]
  let { head } = frozen
  for (const [index, key] of signers.entries()) {
    const image = disc(200 + index)
    const texts = [{ slot: 'moqi-0006', value: '2026年11月20日' }]
    const more =
      index === 0 ? { stamps: [{ slot: 'moqi-0004', image }], crossPage: { slot: 'moqi-0005', image }, texts } : {}
    const signed = await signDocument(
      { key, timestamps, font: notoSans() },
      { layout: frozen.layout, slots: frozen.slots, head },
      {
        signature: { slot: `moqi-000${index + 1}`, image },
        signerName: '签署人',
        reason: '同意',
        at: sceneTime,
        ...more,
      },
    )
    parts.push(signed.increment)
    head = signed.head
  }
  return Buffer.concat(parts)
}

const pdf = await signedByThree(sample('保密协议'))
const judge = (bytes: Buffer, more: Partial<VerifyOptions> = {}): Promise<Verdict> =>
  verifyPdf(bytes, { trustedRoots: [root], ownRoots: [root], now: sceneTime, ...more })
function modelOf(bytes: Buffer): DocumentModel {
  const view = readForTests(bytes).views.at(-1)
  const model = view && readModel(view)
  if (!model) throw new Error('no catalog')
  return model
}

const lists = async (revoked: { serial: Buffer; at: Date }[] = []) => {
  const dates = {
    thisUpdate: new Date('2026-11-20T02:00:00Z'),
    nextUpdate: new Date('2026-11-27T02:00:00Z'),
    number: 1,
  }
  return Promise.all([
    createRevocationList({
      authority: on.issuing,
      revoked: revoked.map((one) => ({ ...one, reason: 'superseded' as const })),
      ...dates,
    }),
    createRevocationList({ authority: on.root, revoked: [], ...dates }),
  ])
}

test.each([
  '采购框架协议',
  '建设工程总承包合同-301页',
  '劳动合同',
  'intake/旋转页',
  'intake/带表单',
  'intake/线性化',
  'intake/XFA表单',
])('%s, certified and signed by three, is valid', async (name) => {
  const verdict = await judge(await signedByThree(sample(name)), { crls: await lists() })
  expect(codesOf(verdict, 'warning')).toEqual([])
  expect(verdict).toMatchObject({ verdict: 'valid', revisionCount: 5 })
  expect(verdict.signatureArray.map(({ fieldName }) => fieldName)).toEqual([
    'moqi-certification',
    'moqi-0001',
    'moqi-0002',
    'moqi-0003',
  ])
})

test('every signature is reported with its signer, time, place and level', async () => {
  const verdict = await judge(pdf, { crls: await lists() })
  expect(verdict.signatureArray[0]?.changedAfterwards).toEqual(['后续签署方按约定签署'])
  expect(verdict.signatureArray[1]).toMatchObject({
    kind: 'approval',
    signerName: '签署人1',
    signTime: sceneTime.getTime(),
    timestampTime: sceneTime.getTime(),
    timestampAuthority: '墨契测试时间戳',
    algorithm: 'ECDSA / SHA-256',
    page: 1,
    box: { x: 30, y: 200, width: 40, height: 40 },
    coverage: 'whole-revision',
    integrity: 'intact',
    permission: 'allowed-changes',
    identity: 'confirmed',
    time: 'proven',
    level: 'B-T',
    certificateStatus: 'valid',
    ownPlatform: true,
    changedAfterwards: [],
  })
  expect(verdict.signatureArray[3]).toMatchObject({ algorithm: 'RSA / SHA-256', coverage: 'whole-file' })
})

test('without its root everything is intact and nobody is confirmed', async () => {
  const verdict = await judge(pdf, { trustedRoots: [], ownRoots: [] })
  expect(verdict.verdict).toBe('indeterminate')
  expect(codesOf(verdict, 'indeterminate')).toEqual(['chain-untrusted'])
  for (const signature of verdict.signatureArray) {
    expect(signature).toMatchObject({ integrity: 'intact', identity: 'unconfirmed', ownPlatform: false })
  }
})

describe('time and trust', () => {
  test('T6: an expired certificate with a time-stamp from before is still good', async () => {
    const verdict = await judge(pdf, { now: new Date('2045-12-31T00:00:00Z') })
    expect(verdict.verdict).toBe('valid')
  })

  test('T7: a certificate revoked before the time-stamp makes its signature invalid', async () => {
    const serial = readCertificate(signers[1]?.identity.certificate ?? root).serial
    const crls = await lists([{ serial, at: new Date('2026-11-20T01:00:00Z') }])
    const verdict = await judge(pdf, { crls })
    expect(codesOf(verdict, 'invalid')).toEqual(['certificate-revoked'])
    expect(verdict.signatureArray.map(({ certificateStatus }) => certificateStatus)).toEqual([
      'valid',
      'valid',
      'revoked',
      'valid',
    ])
  })

  test('T7: a certificate revoked after the time-stamp does no harm', async () => {
    const serial = readCertificate(signers[1]?.identity.certificate ?? root).serial
    const crls = await lists([{ serial, at: new Date('2026-11-20T05:00:00Z') }])
    expect((await judge(pdf, { crls, now: new Date('2026-11-21T00:00:00Z') })).verdict).toBe('valid')
  })

  test('T8: a revocation list signed by somebody else does not count', async () => {
    const stranger = await scene()
    const serial = readCertificate(signers[1]?.identity.certificate ?? root).serial
    const forged = await createRevocationList({
      authority: stranger.issuing,
      revoked: [{ serial, at: new Date('2026-01-02T00:00:00Z'), reason: 'keyCompromise' }],
      thisUpdate: new Date('2026-11-20T02:00:00Z'),
      nextUpdate: new Date('2026-11-27T02:00:00Z'),
      number: 9,
    })
    const verdict = await judge(pdf, { crls: [forged] })
    expect(verdict.verdict).toBe('valid')
    expect(codesOf(verdict, 'warning')).toEqual(['revocation-unknown'])
  })
})

test('§5: validation data and a document time-stamp may follow, which makes B-LTA', async () => {
  const model = modelOf(pdf)
  const free = Math.max(...model.view.table.keys()) + 1
  const catalog = model.catalogNumber ?? 0
  const form = model.catalog.entries.get('AcroForm')
  const formNumber = form?.kind === 'ref' ? form.number : 0
  const streams = (await lists()).map((der, index) => ({
    number: free + index,
    body: `<</Length ${der.length}>>\nstream\n${der.toString('latin1')}\nendstream`,
  }))
  const store = `/DSS<</CRLs[${free} 0 R ${free + 1} 0 R]>>>>`
  const extended = appendIncrement(pdf, [
    ...streams,
    { number: catalog, body: sourceOf(pdf, catalog).replace(/>>$/, store) },
  ])
  const archived = await appendSignature(extended, {
    number: free + 2,
    type: 'DocTimeStamp',
    subFilter: 'ETSI.RFC3161',
    objects: [
      { number: free + 3, body: `<</FT/Sig/T(moqi-archive-1)/V ${free + 2} 0 R>>` },
      {
        number: formNumber,
        body: sourceOf(extended, formNumber).replace(/(\/Fields\s*\[[^\]]*)/, `$1 ${free + 3} 0 R`),
      },
    ],
    cms: (_, content) => requestToken(on.timestamps, content),
  })
  const verdict = await judge(archived, { now: new Date('2026-11-25T00:00:00Z') })
  expect(codesOf(verdict, 'invalid')).toEqual([])
  expect(verdict.verdict).toBe('valid')
  expect(verdict.signatureArray.map(({ level }) => level)).toEqual(['B-LTA', 'B-LTA', 'B-LTA', 'B-LTA', 'DocTimeStamp'])
})

describe('an attacker', () => {
  const model = modelOf(pdf)
  const numberOf = (name: string) => model.fields.find((field) => field.name === name)?.number ?? 0
  const page = model.pages[1]?.number ?? 0
  const catalog = model.catalogNumber ?? 0
  const free = Math.max(...model.view.table.keys()) + 1
  const edit = (number: number, from: string | RegExp, to: string): WrittenObject => ({
    number,
    body: sourceOf(pdf, number).replace(from, to),
  })

  test('who changes one byte is found out', async () => {
    const forged = Buffer.from(pdf)
    forged[1000] = (forged[1000] ?? 0) ^ 1
    const verdict = await judge(forged)
    expect(verdict.verdict).toBe('invalid')
    expect(codesOf(verdict, 'invalid')).toContain('digest-mismatch')
    expect(verdict.signatureArray.every(({ integrity }) => integrity === 'broken')).toBe(true)
  })

  test.each([
    ['text', 'unsigned tail', 'trailing-data'],
    ['an archive', 'PK\u0003\u0004', 'trailing-data'],
  ])('who appends %s is found out (P15)', async (_, tail, code) => {
    const verdict = await judge(Buffer.concat([pdf, Buffer.from(tail)]))
    expect(codesOf(verdict, 'invalid')).toContain(code)
  })

  test('who replaces a page in another increment is found out (D24)', async () => {
    const stream = { number: free, body: '<</Length 3>>\nstream\nq Q\nendstream' }
    const changed = edit(page, /\/Contents\s*\d+ 0 R/, `/Contents ${free} 0 R`)
    const verdict = await judge(appendIncrement(pdf, [stream, changed]))
    expect(codesOf(verdict, 'invalid')).toContain('change-page-content')
    expect(verdict.signatureArray[0]?.changedAfterwards).toContain('第2页内容被替换')
  })

  test('who changes a locked text is found out (Table 259)', async () => {
    const changed = edit(numberOf('moqi-0006'), /\/V\s*[<(][^>)]*[>)]/, '/V(2027)')
    const verdict = await judge(appendIncrement(pdf, [changed]), { ownRoots: [] })
    // Nothing drawn was touched, so that the field also shows the value it had.
    expect(codesOf(verdict, 'invalid').toSorted()).toEqual(['appearance-contradicts-value', 'change-locked-field'])
  })

  test('who takes a strip of the cross-page seal away is found out (D6)', async () => {
    const changed = edit(numberOf('moqi-0005.2'), /\/AP\s*<<[^>]*>>/, '')
    const verdict = await judge(appendIncrement(pdf, [changed]), { ownRoots: [] })
    expect(codesOf(verdict, 'invalid')).toEqual(['change-locked-field'])
  })

  test.each([
    ['nothing at all', []],
    ['an unlocked text', [edit(numberOf('moqi-0007'), />>$/, '/V(x)>>')]],
    ['validation data', [edit(catalog, />>$/, '/DSS<</Certs[]>>>>')]],
  ] as [string, WrittenObject[]][])('who appends %s breaks the rules of our own documents (§5)', async (_, objects) => {
    const verdict = await judge(appendIncrement(pdf, objects))
    expect(codesOf(verdict, 'invalid')).toContain('own-profile-violated')
  })

  test('who cuts off the last signature leaves an older honest revision', async () => {
    const end = readForTests(pdf).revisions[3]?.lineEnd ?? 0
    const verdict = await judge(pdf.subarray(0, end))
    expect(verdict.verdict).toBe('valid')
    expect(verdict.signatureArray).toHaveLength(3)
  })

  test('who cuts the last signature in two is found out', async () => {
    const { verdict } = await judge(pdf.subarray(0, pdf.length - 2000))
    expect(verdict).toBe('invalid')
  })

  test('who changes any byte is never believed, and never stops the verifier', async () => {
    const position = oneof(nat(pdf.length - 1), integer({ min: pdf.length - 4000, max: pdf.length - 1 }))
    await assert(
      asyncProperty(position, integer({ min: 1, max: 255 }), async (at, mask) => {
        const forged = Buffer.from(pdf)
        forged[at] = (forged[at] ?? 0) ^ mask
        const verdict = await judge(forged)
        expect(verdict.reasonArray.map(({ code }) => code)).not.toContain('internal-error')
        // The case of a hexadecimal digit of the hole is the one bit that says nothing.
        const sameCms = forged.toString('latin1').toLowerCase() === pdf.toString('latin1').toLowerCase()
        expect(sameCms || verdict.verdict === 'invalid' || verdict.verdict === 'indeterminate').toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('who splices bytes in or out never stops the verifier', async () => {
    await assert(
      asyncProperty(nat(pdf.length), nat(40), uint8Array({ maxLength: 40 }), async (at, cut, put) => {
        const forged = Buffer.concat([pdf.subarray(0, at), put, pdf.subarray(at + cut)])
        const { reasonArray } = await judge(forged)
        expect(reasonArray.map(({ code }) => code)).not.toContain('internal-error')
      }),
      { numRuns: 60 },
    )
  })
})
