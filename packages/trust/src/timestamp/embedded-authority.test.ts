import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ask, filesOnDisk, hasTool } from '../testing/foreign-judge.ts'
import { scene, sceneTime } from '../testing/authority-scene.ts'
import { toPem } from '../certificates/pem.ts'
import { boolean, explicit, integer, nothing, octets, oid, sequence } from '../asn1/write-der.ts'
import { childrenOf, descend, readStrictDer } from '../asn1/read-der.ts'

const on = await scene()
const openssl = hasTool('openssl')
const sha256 = sequence(oid('2.16.840.1.101.3.4.2.1'), nothing)
const sha1 = sequence(oid('1.3.14.3.2.26'), nothing)
const imprint = sequence(sha256, octets(randomBytes(32)))

const tokenInfo = (answer: Buffer) =>
  childrenOf(
    readStrictDer(descend(childrenOf(readStrictDer(answer))[1] ?? readStrictDer(answer), 1, 0, 2, 1, 0).content),
  )

test.skipIf(!openssl).each(['sha256', 'sha384', 'sha512'])(
  'openssl asks with %s and accepts the answer (needs openssl)',
  async (hash) => {
    const root = toPem('CERTIFICATE', on.root.key.identity.certificate)
    const issuing = toPem('CERTIFICATE', on.issuing.key.identity.certificate)
    const files = filesOnDisk({ data: '合同', root, issuing })
    const query = join(dirname(files.data), 'query')
    ask('openssl', 'ts', '-query', '-data', files.data, `-${hash}`, '-cert', '-out', query)
    const answer = filesOnDisk({ reply: await on.timestamps(readFileSync(query)) })
    const trust = ['-CAfile', files.root, '-untrusted', files.issuing]
    expect(ask('openssl', 'ts', '-verify', '-queryfile', query, '-in', answer.reply, ...trust)).toMatchObject({
      code: 0,
    })
    const other = filesOnDisk({ data: '别的合同' })
    expect(ask('openssl', 'ts', '-verify', '-data', other.data, '-in', answer.reply, ...trust).code).not.toBe(0)
  },
)

test('the token says the time, the nonce and the policy', async () => {
  const nonce = integer(randomBytes(8))
  const [, policy, over, , time, echoed] = tokenInfo(await on.timestamps(sequence(integer(1), imprint, nonce)))
  expect(policy?.raw).toEqual(oid('2.999.1.2'))
  expect(over?.raw).toEqual(imprint)
  expect(time?.content.toString()).toBe('20261120030405Z')
  expect(sceneTime.toISOString()).toContain('2026-11-20T03:04:05')
  expect(echoed?.raw).toEqual(nonce)
})

test('no two tokens have the same serial number', async () => {
  const request = sequence(integer(1), imprint)
  const [first, second] = [await on.timestamps(request), await on.timestamps(request)]
  expect(tokenInfo(first)[3]?.raw).not.toEqual(tokenInfo(second)[3]?.raw)
})

const fieldTags = async (...more: Buffer[]) =>
  childrenOf(descend(readStrictDer(await on.timestamps(sequence(integer(1), imprint, ...more))), 1, 1, 0)).map(
    ({ tag }) => tag,
  )

test('certificates come only when asked for', async () => {
  expect(await fieldTags(boolean(true))).toContain(0xa0)
  expect(await fieldTags(boolean(false))).not.toContain(0xa0)
  expect(await fieldTags()).not.toContain(0xa0)
})

const badAlg = '03020780'
const badRequest = '03020520'
const badDataFormat = '03020204'
const unacceptedPolicy = '0303000001'
const unacceptedExtension = '030407000080'

test.each([
  ['SHA-1', sequence(integer(1), sequence(sha1, octets(Buffer.alloc(20)))), badAlg],
  ['an imprint of the wrong length', sequence(integer(1), sequence(sha256, octets(Buffer.alloc(31)))), badDataFormat],
  ['another version', sequence(integer(2), imprint), badRequest],
  ['another policy', sequence(integer(1), imprint, oid('1.2.3')), unacceptedPolicy],
  ['an extension', sequence(integer(1), imprint, explicit(0, nothing)), unacceptedExtension],
  ['two nonces', sequence(integer(1), imprint, integer(1), integer(2)), badDataFormat],
  ['bytes after the request', Buffer.concat([sequence(integer(1), imprint), Buffer.alloc(1)]), badDataFormat],
  ['no DER at all', Buffer.from('GET / HTTP/1.1'), badDataFormat],
  ['nothing', Buffer.alloc(0), badDataFormat],
])('%s is rejected with the reason', async (_, request, failure) => {
  const answer = childrenOf(readStrictDer(await on.timestamps(request)))
  expect(answer).toHaveLength(1)
  const [status, info] = childrenOf(answer[0] ?? readStrictDer(request))
  expect(status?.content[0]).toBe(2)
  expect(info?.raw.toString('hex')).toBe(failure)
})

test('the imprint may be over any hash it knows', async () => {
  const sha512 = sequence(oid('2.16.840.1.101.3.4.2.3'))
  const wide = sequence(sha512, octets(createHash('sha512').update('合同').digest()))
  expect(tokenInfo(await on.timestamps(sequence(integer(1), wide)))[2]?.raw).toEqual(wide)
})
