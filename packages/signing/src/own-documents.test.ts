import { describe, expect, test } from 'vitest'
import { createRevocationList } from '@moqi/trust/certificates/revocation-list'
import { sample } from './testing/signing-scene.ts'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { requestToken } from '@moqi/trust/timestamp/request-token'
import { appendIncrement, appendSignature, sourceOf } from '@moqi/pdf/testing/increment'
import { judge, modelOf, on, pdf, root, signedByThree, signers } from './testing/own-document.ts'
import { readCertificate } from '@moqi/trust/chains/certificate'
import { codesOf } from '@moqi/verify/testing/reasons'

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
  expect(verdict).toMatchObject({ verdict: 'valid', complete: true, revisionCount: 5 })
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

/** Our document with validation data and a document time-stamp in a field of that name. */
async function archivedIn(fieldName: string, { timestamps = on.timestamps, of = pdf } = {}): Promise<Buffer> {
  const model = modelOf(of)
  const free = Math.max(...model.view.table.keys()) + 1
  const catalog = model.catalogNumber ?? 0
  const form = model.catalog.entries.get('AcroForm')
  const formNumber = form?.kind === 'ref' ? form.number : 0
  const streams = (await lists()).map((der, index) => ({
    number: free + index,
    body: `<</Length ${der.length}>>\nstream\n${der.toString('latin1')}\nendstream`,
  }))
  const store = `/DSS<</CRLs[${free} 0 R ${free + 1} 0 R]>>>>`
  const extended = appendIncrement(of, [
    ...streams,
    { number: catalog, body: sourceOf(of, catalog).replace(/>>$/, store) },
  ])
  return appendSignature(extended, {
    number: free + 2,
    type: 'DocTimeStamp',
    subFilter: 'ETSI.RFC3161',
    objects: [
      { number: free + 3, body: `<</FT/Sig/T(${fieldName})/V ${free + 2} 0 R>>` },
      {
        number: formNumber,
        body: sourceOf(extended, formNumber).replace(/(\/Fields\s*\[[^\]]*)/, `$1 ${free + 3} 0 R`),
      },
    ],
    cms: (_, content) => requestToken(timestamps, content),
  })
}

test('§5: validation data and a document time-stamp may follow, which makes B-LTA', async () => {
  const verdict = await judge(await archivedIn('moqi-archive-1'), { now: new Date('2026-11-25T00:00:00Z') })
  expect(codesOf(verdict, 'invalid')).toEqual([])
  expect(verdict.verdict).toBe('valid')
  expect(verdict.signatureArray.map(({ level }) => level)).toEqual(['B-LTA', 'B-LTA', 'B-LTA', 'B-LTA', 'DocTimeStamp'])
})

test('§5: an archive is in a field that is called so; elsewhere somebody else has stamped our document', async () => {
  const verdict = await judge(await archivedIn('stamp-1'))
  expect([verdict.verdict, codesOf(verdict, 'invalid')]).toEqual(['invalid', ['own-profile-violated']])
})

test('E2: a stranger’s time-stamp on our document breaks our rules, whatever its field is called', async () => {
  const { timestamps } = await scene()
  const verdict = await judge(await archivedIn('moqi-archive-1', { timestamps }))
  expect([verdict.verdict, codesOf(verdict, 'invalid')]).toEqual(['invalid', ['own-profile-violated']])
})

test('E2: an authority whose root is unknown, but who timed our signatures as well, is no stranger', async () => {
  const { timestamps } = await scene()
  const verdict = await judge(
    await archivedIn('moqi-archive-1', { timestamps, of: await signedByThree(sample('保密协议'), timestamps) }),
  )
  expect([verdict.verdict, codesOf(verdict, 'invalid')]).toEqual(['indeterminate', []])
})
