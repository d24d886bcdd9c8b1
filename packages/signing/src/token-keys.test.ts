import { verify, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasTool, opensslCms, signaturesIn } from '@moqi/trust/testing/foreign-judge'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { disc, threeParties } from './testing/signing-scene.ts'
import { signDocument } from './append/sign-document.ts'
import { issueCertificate } from '@moqi/trust/certificates/authority'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { freezeDocument } from './freeze/freeze-document.ts'
import { a4, tinyPdf } from '@moqi/pdf/testing/tiny-pdf'
import { pkcs11Cipher, pkcs11SigningKey } from '@moqi/trust/hsm/pkcs11-key'
import { Pkcs11Token, type TokenSettings } from '@moqi/trust/hsm/pkcs11-token'
import { hasSoftToken, makeAesKey, makeKeyPair, newSoftToken, readSecret } from '@moqi/trust/testing/soft-token'

const on = await scene()
const root = on.root.key.identity.certificate

describe.skipIf(!hasSoftToken)('keys in a token (needs SoftHSM2 and the native binding)', () => {
  let settings: TokenSettings
  let token: Pkcs11Token
  const certificates = new Map<string, Buffer>()
  beforeAll(async () => {
    settings = newSoftToken('moqi', 'spare')
    token = new Pkcs11Token(settings)
    for (const kind of ['ec', 'rsa'] as const) {
      const publicKey = await makeKeyPair(token, kind, kind)
      const certificate = await issueCertificate({
        authority: on.issuing,
        subject: { commonName: '杭州云启科技有限公司', country: 'CN' },
        publicKey,
        profile: 'signer',
        crlUrl: 'https://ca.example/ca.crl',
        notBefore: new Date('2026-01-01T00:00:00Z'),
        notAfter: new Date('2046-01-01T00:00:00Z'),
      })
      certificates.set(kind, certificate)
    }
    await makeAesKey(token, 'kek')
  })
  afterAll(() => token.close())

  const keyOf = (kind: string, from = token, label = kind) =>
    pkcs11SigningKey(from, {
      label,
      certificate: certificates.get(kind) ?? Buffer.alloc(0),
      chain: [on.issuing.key.identity.certificate],
    })

  const closeAllSessions = () =>
    token.run(({ cryptoki }) => {
      for (const slot of cryptoki.C_GetSlotList(true)) cryptoki.C_CloseAllSessions(slot)
    })

  test.skipIf(!hasTool('openssl')).each(['ec', 'rsa'])(
    'openssl accepts a document the token signed with %s (needs openssl)',
    async (kind) => {
      const frozen = await freezeDocument(
        { certifier: on.certifier, now: () => sceneTime },
        tinyPdf({ size: a4 }),
        threeParties,
      )
      const signed = await signDocument(
        { key: await keyOf(kind), timestamps: on.timestamps, font: notoSans() },
        frozen,
        {
          signature: { slot: 'moqi-0001', image: disc() },
          signerName: '杭州云启科技有限公司',
          reason: '同意签署',
          at: sceneTime,
        },
      )
      const found = signaturesIn(Buffer.concat([frozen.bytes, signed.increment]))
      expect(found.map((one) => opensslCms(one, root).code)).toEqual([0, 0])
    },
  )

  test('more callers than sessions all get their own signature', async () => {
    const key = await keyOf('ec')
    const texts = Array.from({ length: 40 }, (_, index) => Buffer.from(`contract ${index}`))
    const signatures = await Promise.all(texts.map((text) => key.sign(text)))
    const { publicKey } = new X509Certificate(key.identity.certificate)
    expect(texts.map((text, at) => verify('sha256', text, publicKey, signatures[at] ?? text))).not.toContain(false)
  })

  test('the token gives the private key to nobody', async () => {
    for (const reading of [readSecret(token, 'private', 'ec'), readSecret(token, 'secret', 'kek')]) {
      await expect(reading).rejects.toMatchObject({ name: 'Pkcs11Failure', reason: 'refused', code: 0x11 })
    }
  })

  test('sessions that the token closed are opened again, with the login, and the signature is made', async () => {
    const other = new Pkcs11Token({ ...settings, sessions: 2 })
    const key = await keyOf('ec', other)
    await Promise.all([key.sign(Buffer.from('a')), key.sign(Buffer.from('b'))])
    await closeAllSessions()
    const again = await Promise.all(Array.from({ length: 6 }, () => key.sign(Buffer.from('c'))))
    expect(again).toHaveLength(6)
    await other.close()
    expect((await (await keyOf('ec')).sign(Buffer.from('d'))).length).toBeGreaterThan(60)
  })

  test('a login that ended before a key was looked for is made again', async () => {
    const other = new Pkcs11Token(settings)
    await closeAllSessions()
    const cipher = await pkcs11Cipher(other, 'kek')
    expect((await cipher.encrypt(Buffer.from('a'), Buffer.from('b'))).length).toBe(12 + 1 + 16)
    await other.close()
  })

  test('closing lets what runs end and refuses what waits, so that nobody hangs', async () => {
    const other = new Pkcs11Token({ ...settings, sessions: 1 })
    const key = await keyOf('rsa', other)
    const signing = Promise.allSettled(['a', 'b'].map((text) => key.sign(Buffer.from(text))))
    await other.close()
    expect(await signing).toMatchObject([
      { status: 'fulfilled', value: { length: 256 } },
      { status: 'rejected', reason: { name: 'Pkcs11Failure', reason: 'lost' } },
    ])
  })

  test('what the token seals opens for the same purpose, unchanged, and in no other way', async () => {
    const cipher = await pkcs11Cipher(token, 'kek')
    const secret = Buffer.from('0123456789abcdef0123456789abcdef')
    const purpose = Buffer.from('tenant 1')
    const sealed = await cipher.encrypt(purpose, secret)
    expect(await cipher.decrypt(purpose, sealed)).toEqual(secret)
    expect(sealed.includes(secret)).toBe(false)
    await expect(cipher.decrypt(Buffer.from('tenant 2'), sealed)).rejects.toMatchObject({ name: 'Pkcs11Failure' })
    const changed = Buffer.from(sealed)
    changed[20] = (changed[20] ?? 0) ^ 1
    await expect(cipher.decrypt(purpose, changed)).rejects.toMatchObject({ name: 'Pkcs11Failure' })
    // The session that refused is not the one that answers next.
    expect(await cipher.decrypt(purpose, sealed)).toEqual(secret)
  })

  test.each<[string, () => unknown, string]>([
    ['a wrong PIN', () => new Pkcs11Token({ ...settings, token: 'spare', pin: '9999' }), 'pin-wrong'],
    ['a token that is not there', () => new Pkcs11Token({ ...settings, token: 'other' }), 'token-missing'],
    ['a module that is none', () => new Pkcs11Token({ ...settings, module: '/dev/null' }), 'module-unusable'],
    ['a key that is not there', () => keyOf('ec', token, 'nobody'), 'key-missing'],
    ['a sealing key that is not there', () => pkcs11Cipher(token, 'nobody'), 'key-missing'],
  ])('%s is told by name', async (_, open, reason) => {
    await expect((async () => open())()).rejects.toMatchObject({ name: 'Pkcs11Failure', reason })
  })

  test("another key's certificate is found out before anything is signed", async () => {
    await makeKeyPair(token, 'second', 'ec')
    await expect(keyOf('ec', token, 'second')).rejects.toMatchObject({ reason: 'key-other' })
  })

  test('two keys of one name are not guessed between', async () => {
    await makeKeyPair(token, 'twin', 'ec')
    await makeKeyPair(token, 'twin', 'ec')
    await expect(keyOf('ec', token, 'twin')).rejects.toMatchObject({ reason: 'key-ambiguous' })
  })
})
