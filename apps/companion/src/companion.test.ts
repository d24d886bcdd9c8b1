import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { challengeText } from '@moqi/domain/account/certificate-key'
import { issueCertificate } from '@moqi/trust/certificates/authority'
import { provenValue } from '@moqi/trust/cms/outside-signature'
import { signedAttributes } from '@moqi/trust/cms/signed-data'
import { publicKeyIn, readIdentity } from '@moqi/trust/cms/signing-key'
import { Pkcs11Token } from '@moqi/trust/hsm/pkcs11-token'
import { makeTokenKey, shelveCertificate } from '@moqi/trust/hsm/token-keys'
import { TokenShelf } from '@moqi/trust/hsm/token-shelf'
import { scene } from '@moqi/trust/testing/authority-scene'
import { hasSoftToken, newSoftToken } from '@moqi/trust/testing/soft-token'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveCompanion } from './serve.ts'

const site = 'https://sign.example'
const pin = '1234'

const reasonOf = async (answer: Promise<Response>): Promise<unknown> => Object(await (await answer).json()).reason

describe.skipIf(!hasSoftToken)('the companion (needs SoftHSM2 and the native binding)', () => {
  let clock = Date.UTC(2026, 10, 28)
  let address = ''
  let stop: () => Promise<void>
  let shelf: TokenShelf
  let certificate: Buffer
  let id = ''
  const codes: string[] = []
  const opened: string[] = []

  beforeAll(async () => {
    const settings = newSoftToken('usb')
    const token = new Pkcs11Token(settings)
    const on = await scene()
    const pair = await makeTokenKey(token, 'zhang', 'ec')
    certificate = await issueCertificate({
      authority: on.issuing,
      subject: { commonName: '张三', country: 'CN' },
      publicKey: pair.publicKey,
      profile: 'signer',
      crlUrl: 'https://ca.example/ca.crl',
      notBefore: new Date('2026-01-01T00:00:00Z'),
      notAfter: new Date('2046-01-01T00:00:00Z'),
    })
    id = createHash('sha256').update(certificate).digest('hex')
    await shelveCertificate(token, { certificate, label: 'zhang', id: pair.id })
    const issuer = on.issuing.key.identity.certificate
    await shelveCertificate(token, { certificate: issuer, label: 'issuer', id: Buffer.alloc(0) })
    await token.close()
    shelf = new TokenShelf(settings)
    const made = await serveCompanion({
      port: 0,
      origins: [site],
      shelf,
      now: () => clock,
      random: randomBytes,
      show: (_origin, code) => codes.push(code),
      open: (page) => opened.push(page),
    })
    address = made.address
    stop = made.close
  })
  afterAll(async () => {
    await stop?.()
    await shelf?.close()
  })

  const ask = (path: string, body: object | null, headers: Record<string, string> = {}) =>
    fetch(address + path, {
      method: body ? 'POST' : 'GET',
      headers: { origin: site, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
  async function paired(): Promise<Record<string, string>> {
    clock += 10 * 60_000
    await ask('/pair', {})
    const { token } = Object(await (await ask('/pair', { code: codes.at(-1) })).json())
    return { authorization: `Bearer ${token}` }
  }
  async function typed(value: string, headers: Record<string, string> = { origin: address }): Promise<string> {
    await expect.poll(() => opened.length).toBeGreaterThan(0)
    const page = opened.at(-1) ?? ''
    const body = new URLSearchParams({ pin: value, do: value === '' ? 'cancel' : 'sign' })
    return (await fetch(page, { method: 'POST', headers, body })).text()
  }
  const challenge = (origin = site, of = id) =>
    challengeText({ purpose: 'signIn', origin, certificate: of, binding: '0'.repeat(64), nonce: 'abc' })

  /** With a Host header of one's own, which fetch does not send. */
  const statusFor = (host: string) =>
    new Promise<number | undefined>((resolve) => {
      request(`${address}/state`, { headers: { host, origin: site } }, (answer) => resolve(answer.statusCode)).end()
    })

  test('answers its own origins alone, and says so to browsers that ask first', async () => {
    expect((await ask('/state', null, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await fetch(`${address}/state`)).status).toBe(403)
    expect(await statusFor('rebound.example')).toBe(403)
    const first = await fetch(`${address}/sign`, {
      method: 'OPTIONS',
      headers: { origin: site, 'access-control-request-private-network': 'true' },
    })
    expect(first.headers.get('access-control-allow-origin')).toBe(site)
    expect(first.headers.get('access-control-allow-private-network')).toBe('true')
    expect(await (await ask('/state', null)).json()).toEqual({ name: 'moqi-companion', version: 1, paired: false })
  })

  test('pairs by a code that is shown here, three tries a code, five codes in ten minutes', async () => {
    expect(await reasonOf(ask('/certificates', {}))).toBe('not-paired')
    clock += 10 * 60_000
    await ask('/pair', {})
    const code = codes.at(-1) ?? ''
    const other = code === '000000' ? '111111' : '000000'
    for (const _ of [1, 2, 3]) expect(await reasonOf(ask('/pair', { code: other }))).toBe('pair-wrong')
    expect(await reasonOf(ask('/pair', { code }))).toBe('pair-wrong')
    for (const _ of [2, 3, 4, 5]) await ask('/pair', {})
    expect(await reasonOf(ask('/pair', {}))).toBe('too-often')
    clock += 2 * 60_000 + 1
    expect(await reasonOf(ask('/pair', { code: codes.at(-1) }))).toBe('pair-wrong')
    const key = await paired()
    const stolen = await ask('/certificates', {}, { ...key, origin: 'https://evil.example' })
    expect(stolen.status).toBe(403)
  })

  test('lists certificates with their issuers, and signs a challenge of that origin by a PIN typed here', async () => {
    const key = await paired()
    const { certificateArray } = Object(await (await ask('/certificates', {}, key)).json())
    expect(certificateArray).toMatchObject([{ id, commonName: '张三', usable: true, token: 'usb' }])
    expect(certificateArray[0].chainArray).toHaveLength(1)
    opened.length = 0
    const code = challenge()
    const answer = ask('/sign', { id, code }, key)
    expect(await typed('9999')).toContain('PIN码错误，本次还可输入2次')
    expect((await fetch(opened[0] ?? '', { method: 'POST', headers: { origin: site } })).status).toBe(403)
    expect(await typed(pin)).toContain('已处理')
    const { sign } = Object(await (await answer).json())
    expect(provenValue(publicKeyIn(certificate), Buffer.from(code), Buffer.from(sign, 'base64'))).not.toBeNull()
  })

  test('signs documents by their attributes, and nothing that is neither', async () => {
    const key = await paired()
    opened.length = 0
    const attributes = signedAttributes(readIdentity(certificate, []), randomBytes(32))
    const answer = ask('/sign', { id, title: '保密<协议>', toBeSignedArray: [attributes.toString('base64')] }, key)
    await expect.poll(() => opened.length).toBe(1)
    const page = await (await fetch(opened[0] ?? '')).text()
    expect(page).toContain('保密&lt;协议&gt;')
    expect(page).toContain(site)
    await typed(pin)
    const [signature = ''] = Object(await (await answer).json()).signatureArray
    expect(provenValue(publicKeyIn(certificate), attributes, Buffer.from(signature, 'base64'))).not.toBeNull()
    const text = Buffer.from('转账一百万').toString('base64')
    expect(await reasonOf(ask('/sign', { id, toBeSignedArray: [text] }, key))).toBe('not-asked-so')
    expect(await reasonOf(ask('/sign', { id, code: '任意文字' }, key))).toBe('not-asked-so')
    const elsewhere = ask('/sign', { id, code: challenge('https://other.example') }, key)
    expect(await reasonOf(elsewhere)).toBe('other-origin')
    expect(await reasonOf(ask('/sign', { id, code: challenge(site, '1'.repeat(64)) }, key))).toBe('other-origin')
  })

  test('is cancelled, and after three wrong PINs ends before the token locks', async () => {
    const key = await paired()
    opened.length = 0
    const cancelled = ask('/sign', { id, code: challenge() }, key)
    await typed('')
    expect(await reasonOf(cancelled)).toBe('cancelled')
    opened.length = 0
    const spent = ask('/sign', { id, code: challenge() }, key)
    await typed('1111')
    expect(await reasonOf(ask('/sign', { id, code: challenge() }, key))).toBe('busy')
    await typed('2222')
    await typed('3333')
    expect(await reasonOf(spent)).toBe('pin-spent')
  })
})
