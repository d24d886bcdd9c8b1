import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, test } from 'vitest'
import { scene } from '@moqi/trust/testing/authority-scene'
import { docMdp, fieldMdp } from '@moqi/form/testing/foreign-document'
import { certifiedUpload, type CertifiedUpload } from '@moqi/form/testing/certified-document'
import { inspectPdf } from './inspect-pdf.ts'
import { type IntakeRefusal, intakeRefusals } from './intake-refusal.ts'

const on = await scene()
const key = await on.party('其他平台')

const inspected = async (options: Partial<CertifiedUpload> = {}) =>
  inspectPdf(await certifiedUpload({ key, ...options }))
const refused = (options: Partial<CertifiedUpload>): Promise<IntakeRefusal> =>
  inspected(options).then(
    () => expect.unreachable('accepted'),
    (error: IntakeRefusal) => error,
  )
const seeds = (source: string) => `/SV<</Type/SV${source}>>`
const lock = (source: string) => `/Lock<</Type/SigFieldLock${source}>>`

describe.each([2, 3])('a file certified with P %i', (level) => {
  it('offers its empty fields and nothing else, byte for byte', async () => {
    const upload = await certifiedUpload({ key, level })
    const { bytes, rewritten, signed, fields, warnings } = await inspectPdf(upload)
    expect({ rewritten, signed }).toEqual({ rewritten: false, signed: true })
    expect(bytes.equals(upload)).toBe(true)
    expect(fields).toEqual([
      { name: 'buyer', page: 1, x: 20.11, y: 246.94, width: 50.09, height: 29.99, locks: [] },
      { name: 'seller', page: 1, x: 80.08, y: 246.94, width: 50.09, height: 29.99, locks: [] },
    ])
    expect(warnings.map(({ text }) => text)).toContain('该文件已被其他机构认证，只能签在文件预留的2处签名域中')
  })
})

it('refuses a certification that permits nothing, or that no field is left by', async () => {
  expect((await refused({ level: 1 })).reason).toBe('certified')
  const none = await refused({ fields: [] })
  expect([none.reason, none.message]).toEqual(['certified-no-field', intakeRefusals['certified-no-field']])
})

it('measures a field on a page that is turned as the page is shown', async () => {
  const { fields, pages } = await inspected({ rotate: 90, fields: [''] })
  expect(pages[0]?.width).toBeGreaterThan(pages[0]?.height ?? 0)
  expect(fields).toMatchObject([{ x: 20.11, y: 20.11, width: 29.99, height: 50.09 }])
})

it('leaves out what a lock fixes, what is hidden, read-only or apart from its widget', async () => {
  const locked = await inspected({
    entries: docMdp(2).replace(/]$/, fieldMdp('Include', ['buyer']).slice('/Reference['.length)),
  })
  expect(locked.fields?.map(({ name }) => name)).toEqual(['seller'])
  expect((await refused({ fields: ['/Ff 1'] })).reason).toBe('certified-no-field')
  expect((await refused({ fields: ['/OC 3 0 R'] })).reason).toBe('certified-no-field')
  const apart = await inspected({ apart: true })
  expect(apart.fields?.map(({ name }) => name)).toEqual(['seller'])
})

it('offers fields as well where no certification but a lock forbids new ones', async () => {
  const only = await inspected({ entries: fieldMdp('Exclude', ['seller']) })
  expect(only.fields?.map(({ name }) => name)).toEqual(['seller'])
  const free = await inspected({ entries: '' })
  expect(free.fields).toBeNull()
})

it('says which fields must come last because their own lock fixes others', async () => {
  const { fields } = await inspected({ fields: [lock('/Action/All'), lock('/Action/Include/Fields[(buyer)]'), ''] })
  expect(fields?.map(({ name, locks }) => [name, ...locks])).toEqual([
    ['buyer', 'seller', 'witness'],
    ['seller', 'buyer'],
    ['witness'],
  ])
  const closing = await inspected({ fields: [lock('/Action/Include/Fields[(none)]/P 1'), ''] })
  expect(closing.fields?.[0]?.locks).toEqual(['seller'])
})

test.each([
  ['a certificate', '/Cert<</Ff 2/Issuer[<3000>]>>', '证书'],
  ['one of its own reasons', '/Ff 8/Reasons[(Approved)]', '签署原因'],
  ['a format that is not ours', '/Ff 2/SubFilter[/adbe.x509.rsa_sha1]', '签名格式'],
  ['another program', '/Ff 1/Filter/Entrust.PPKEF', '签名格式'],
  ['another digest', '/Ff 64/DigestMethod[(SHA512)]', '摘要算法'],
  ['a certification', '/MDP<</P 2>>', '认证签名'],
  ['its own time-stamps', '/TimeStamp<</Ff 1/URL(https://tsa.example/)>>', '指定的时间戳服务'],
  ['revocation data inside', '/Ff 32/AddRevInfo true', '内嵌吊销信息'],
  ['a closed document', '/Ff 128/LockDocument/true', '锁定文档'],
  ['an appearance by name', '/Ff 256/AppearanceFilter(Logo)', '签名外观'],
  ['what nobody has defined', '/Ff 4096', '更高版本的签名程序'],
])('refuses a file whose only field requires %s', async (_, source, word) => {
  const { reason, message } = await refused({ fields: [seeds(source)] })
  expect(reason).toBe('certified-demands')
  expect(message).toContain(`限定了${word}，本平台无法满足`)
})

it('follows seed values that it can, and takes suggestions as such', async () => {
  const met = [
    seeds('/Ff 71/Filter/Adobe.PPKLite/SubFilter[/ETSI.CAdES.detached/adbe.pkcs7.detached]/V 2/DigestMethod[(SHA256)]'),
    seeds('/Reasons[(Approved)]/SubFilter[/adbe.x509.rsa_sha1]/Cert<</Issuer[<3000>]>>/MDP<</P 0>>'),
    seeds('/Ff 8/Reasons[(.)]'),
  ]
  const { fields, warnings } = await inspected({ fields: met })
  expect(fields?.map(({ name }) => name)).toEqual(['buyer', 'seller'])
  expect(warnings.map(({ text }) => text)).toContain(
    '该文件已被其他机构认证，只能签在文件预留的2处签名域中；另有签名域限定了签署原因，不能使用',
  )
})

const corpus = process.env.MOQI_CORPUS ?? fileURLToPath(new URL('../../../../shared/corpus', import.meta.url))

describe.skipIf(!existsSync(corpus))('of the public corpus (set MOQI_CORPUS or put it at ../shared/corpus)', () => {
  test.each([
    'form-update-override-appearance-stream',
    'minimal-two-fields-signed-twice',
    'pades-lta-dss-indirect-arrs-test',
    'sig-with-ski-sid',
  ])('%s is certified by nobody and takes new fields', async (name) => {
    expect((await inspectPdf(readFileSync(`${corpus}/genuine/${name}.pdf`))).fields).toBeNull()
  })
})
