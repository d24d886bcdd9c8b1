import { expect, test } from 'vitest'
import { scene as signers, sceneTime } from '@moqi/trust/testing/authority-scene'
import type { Verdict } from '@moqi/verify/verdict'
import { defaultLimits } from './bounds/limits.ts'
import { maybeOfd } from './is-ofd.ts'
import { ofdBytes, type OfdFiles, ofdScene, replaced, unsignedOfd } from './testing/ofd-scene.ts'
import { verifyOfd } from './verify-ofd.ts'

const { options, first, second, sealFor, oldSealFor, sign } = await ofdScene()
const plain = unsignedOfd(['合同金额：100元', '第二页'])
const seal = await sealFor(first)
const signed = await sign(plain, { key: first, seal })
const secondSeal = await sealFor(second, '乙方公司公章')
const both = await sign(signed, { key: second, seal: secondSeal })

const judge = (files: OfdFiles | Buffer, more = {}): Verdict =>
  verifyOfd(Buffer.isBuffer(files) ? files : ofdBytes(files), { ...options, ...more })
/** Verdict and what weighs against it. */
const told = (files: OfdFiles | Buffer, more = {}) => {
  const { verdict, reasonArray } = judge(files, more)
  const weighty = reasonArray.filter(({ severity }) => severity === 'invalid' || severity === 'indeterminate')
  return [verdict, ...weighty.map(({ code }) => code)]
}
const without = (files: OfdFiles, name: string) => new Map([...files].filter(([one]) => one !== name))
const withFile = (files: OfdFiles, name: string, content: Buffer) => new Map([...files, [name, content]])
const list = 'Doc_0/Signs/Signatures.xml'
const page = 'Doc_0/Pages/Page_0/Content.xml'

test('a file is told from a PDF and from nothing by its first bytes', () => {
  expect(maybeOfd(ofdBytes(plain))).toBe(true)
  expect(maybeOfd(Buffer.from('%PDF-1.7'))).toBe(false)
  expect(maybeOfd(Buffer.concat([ofdBytes(plain).subarray(0, 40), Buffer.from('%PDF-1.7')]))).toBe(false)
})

test('what is signed and left alone is valid, with every fact of its signature', () => {
  const verdict = judge(signed)
  expect(verdict).toMatchObject({ verdict: 'valid', pageCount: 2 })
  expect(verdict.signatureArray).toMatchObject([
    {
      signerName: '甲方公司',
      coverage: 'whole-file',
      integrity: 'intact',
      permission: 'as-signed',
      identity: 'confirmed',
      time: 'proven',
      level: 'SES-V4',
      page: 1,
      box: { x: 20, y: 100, width: 40, height: 40 },
      signTime: sceneTime.getTime(),
      timestampAuthority: '墨契测试时间戳',
    },
  ])
})

test('SHA-256, the older seal and a streaming writer are judged like the rest', async () => {
  expect(told(await sign(plain, { key: first, seal, hash: 'sha256' }))).toEqual(['valid'])
  const older = judge(await sign(plain, { key: first, seal: await oldSealFor(first), older: true }))
  expect([older.verdict, older.signatureArray[0]?.level, older.signatureArray[0]?.time]).toEqual([
    'valid',
    'SES-V1',
    'claimed',
  ])
})

test('a signature beside the words leaves the first one valid, and is told', () => {
  const { verdict, signatureArray } = judge(both)
  expect(verdict).toBe('valid')
  expect(signatureArray.map(({ coverage, permission }) => `${coverage} ${permission}`)).toEqual([
    'whole-revision allowed-changes',
    'whole-file as-signed',
  ])
  expect(signatureArray[0]?.changedAfterwards).toEqual(['追加了签名：乙方公司公章'])
})

test('a seal that a later signature lays over words, or over the first seal, leaves the first one open', async () => {
  for (const boundary of ['60 15 40 40', '50 130 40 40']) {
    const covering = await sign(signed, { key: second, seal: secondSeal, boundary })
    expect(told(covering)).toEqual(['indeterminate', 'ofd-stamp-over-content'])
  }
  const unknown = replaced(both, 'Doc_0/Signs/Sign_1/Signature.xml', 'PageRef="1"', 'PageRef="7"')
  expect(told(unknown)).toContain('ofd-stamp-over-content')
})

const attacks: [string, OfdFiles | Promise<OfdFiles>, ...string[]][] = [
  ['a page is changed', replaced(signed, page, '100', '900'), 'invalid', 'digest-mismatch'],
  ['a page is taken away', without(signed, page), 'invalid', 'ofd-file-missing'],
  [
    'a check value is changed with its page',
    replaced(signed, 'Doc_0/Signs/Sign_0/Signature.xml', 'FileRef="/OFD.xml"', 'FileRef="/Doc_0/Document.xml"'),
    'invalid',
    'digest-mismatch',
    'digest-mismatch',
    'ofd-file-uncovered',
  ],
  ['a file is added', withFile(signed, 'Doc_0/Res/logo.png', Buffer.from('x')), 'indeterminate', 'ofd-file-uncovered'],
  [
    'a page was never covered',
    sign(plain, { key: first, seal, without: (name) => name.includes('Page_1') }),
    'indeterminate',
    'ofd-file-uncovered',
  ],
  [
    'nothing that is shown was covered',
    sign(plain, { key: first, seal, without: (name) => name.includes('Page_') }),
    'invalid',
    'ofd-nothing-protected',
    'ofd-file-uncovered',
  ],
  [
    'another seal is shown',
    new Map([...signed, ['Doc_0/Signs/Sign_0/Seal.esl', secondSeal]]),
    'invalid',
    'digest-mismatch',
    'ofd-seal-replaced',
  ],
  [
    'another seal is shown that no reference covers',
    replaced(
      await sign(plain, { key: first, seal }),
      'Doc_0/Signs/Sign_0/Signature.xml',
      'BaseLoc>Seal.esl',
      'BaseLoc>Other.esl',
    ),
    'invalid',
    'digest-mismatch',
    'ofd-seal-replaced',
  ],
  ['somebody else uses the seal', sign(plain, { key: second, seal }), 'invalid', 'eseal-invalid'],
  [
    'it was signed before the seal was made',
    sign(plain, { key: first, seal, at: new Date('2026-06-01T00:00:00Z'), stamped: false }),
    'invalid',
    'eseal-invalid',
  ],
  ['check values are of MD5', sign(plain, { key: first, seal, hash: 'md5' }), 'invalid', 'algorithm-forbidden'],
  ['it is no seal', sign(plain, { key: first, seal, type: 'Sign' }), 'indeterminate', 'subfilter-unsupported'],
  [
    'one signature is listed twice',
    replaced(signed, list, '<ofd:Signature ', '<ofd:Signature ID="9" BaseLoc="Sign_0/Signature.xml"/><ofd:Signature '),
    'invalid',
    'signature-recycled',
  ],
  [
    'the value is of no known form',
    new Map([...signed, ['Doc_0/Signs/Sign_0/SignedValue.dat', Buffer.from('30030201', 'hex')]]),
    'invalid',
    'ofd-signature-value',
    'ofd-file-uncovered',
  ],
  [
    'the list says more than who signed',
    replaced(signed, list, '</ofd:Signatures>', '<ofd:Page/></ofd:Signatures>'),
    'indeterminate',
    'ofd-xml-malformed',
  ],
]

test.each(attacks)('%s', async (_, files, ...expected) => {
  expect(told(await files)).toEqual(expected)
})

test('a reference of the second signature to the first is not forgotten when the first is taken away', () => {
  const gone = [...both].filter(([name]) => !name.includes('Sign_0/'))
  const files = replaced(new Map(gone), list, '<ofd:Signature ID="1" Type="Seal" BaseLoc="Sign_0/Signature.xml"/>', '')
  expect(told(files)).toEqual(['invalid', 'ofd-file-missing'])
})

test('a page that an added signature calls its value is no part of a signature', async () => {
  const open = await sign(plain, { key: first, seal, without: (name) => name.includes('Page_1') })
  const later = 'Doc_0/Signs/Sign_1/Signature.xml'
  const added = await sign(open, { key: first, seal })
  const claims = replaced(added, later, '/Doc_0/Signs/Sign_1/SignedValue.dat', '/Doc_0/Pages/Page_1/Content.xml')
  expect(judge(claims).signatureArray[0]?.reasonArray.map(({ code }) => code)).toContain('ofd-file-uncovered')
})

test('a signer of whom nobody vouches leaves who signed open, and what was signed intact', () => {
  const { verdict, signatureArray } = judge(signed, { trustedRoots: [] })
  expect(verdict).toBe('indeterminate')
  expect(signatureArray[0]).toMatchObject({ integrity: 'intact', identity: 'unconfirmed', verdict: 'indeterminate' })
  expect(told(signed, { trustedRoots: [] })).toEqual(['indeterminate', 'eseal-unconfirmed', 'chain-untrusted'])
})

test('another root than the signer’s is no better than none', async () => {
  const other = await signers(undefined, 'SM2')
  expect(judge(signed, { trustedRoots: [other.root.key.identity.certificate] }).verdict).toBe('indeterminate')
})

const time = async (stated: string) => judge(await sign(plain, { key: first, seal, stated })).signatureArray[0]

test('a time in Signature.xml other than the seal’s is told, eight hours of a forgotten zone are not', async () => {
  expect((await time('20261120110405'))?.time).toBe('proven')
  expect((await time('2026-11-20 11:04:05'))?.time).toBe('proven')
  const wrong = await time('20260101000000Z')
  expect(wrong?.time).toBe('contradictory')
  expect(wrong?.reasonArray.map(({ code }) => code)).toContain('claimed-time-contradicts')
})

test('files without signatures say so', () => {
  expect(told(plain)).toEqual(['unsigned'])
  expect(judge(Buffer.from('PK\u0003\u0004')).verdict).toBe('unreadable')
  expect(told(new Map([['word/document.xml', Buffer.from('<a/>')]]))).toEqual(['unreadable', 'ofd-missing'])
})

test('every bound is counted', () => {
  const bounds = {
    entries: 3,
    unpacked: 500,
    xml: 100,
    xmlTogether: 500,
    elements: 4,
    depth: 2,
    signatures: 0,
    references: 1,
    digested: 9,
  }
  for (const [name, most] of Object.entries(bounds)) {
    expect([name, ...told(signed, { bounds: { ...defaultLimits, [name]: most } })]).toEqual([
      name,
      'indeterminate',
      'budget-exceeded',
    ])
  }
})
