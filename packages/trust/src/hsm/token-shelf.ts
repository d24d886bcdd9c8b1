import { createHash } from 'node:crypto'
import { DerFault } from '../asn1/read-der.ts'
import { ecdsaValue, isSm2, keyTypeOf, UnsupportedKey } from '../cms/keys.ts'
import { publicKeyIn } from '../cms/signing-key.ts'
import { userHash } from '../sm2/sm2-signature.ts'
import { ck, type Cryptoki, type Handle, openModule } from './cryptoki.ts'
import { failureOf, Pkcs11Failure } from './pkcs11-failure.ts'

/** A certificate in a token, DER, and by which of its keys it signs. */
export interface ShelvedCertificate {
  certificate: Buffer
  /** CKA_ID, which the private key shares; empty where it is an issuer's. */
  keyId: Buffer
  /** The token's label. */
  token: string
  slot: Handle
}

interface ShelfSettings {
  /** Path of the vendor's shared library. */
  module: string
  /** The vendor's own mechanism for SM2 over SM3's value, r‖s in answer; PKCS#11 names none. */
  sm2Mechanism?: number
}

/**
 * The tokens that are plugged in right now, without a login of its own: certificates are read as anybody may, and each
 * signing logs in by a PIN, signs, and logs out. One thing is done at a time.
 */
export class TokenShelf {
  #cryptoki: Cryptoki
  #release: () => void
  #settings: ShelfSettings
  #last: Promise<unknown> = Promise.resolve()

  /** Throws `Pkcs11Failure` `binding-missing` or `module-unusable`. */
  constructor(settings: ShelfSettings) {
    const { cryptoki, release } = openModule(settings.module)
    this.#cryptoki = cryptoki
    this.#release = release
    this.#settings = settings
  }

  /** Every certificate of every token. Throws `Pkcs11Failure`. */
  certificates(): ShelvedCertificate[] {
    try {
      return this.#cryptoki.C_GetSlotList(true).flatMap((slot) => this.#inSlot(slot))
    } catch (error) {
      throw failureOf(error)
    }
  }

  /** Whether this shelf can sign with the key of a certificate: of a type there is a mechanism for. */
  canSign(certificate: Buffer): boolean {
    try {
      const type = keyTypeOf(publicKeyIn(certificate))
      return type !== 'SM2' || this.#settings.sm2Mechanism !== undefined
    } catch (error) {
      if (error instanceof UnsupportedKey || error instanceof DerFault) return false
      throw error
    }
  }

  /**
   * Signs each of `data` with the key of a certificate, by the PIN typed for just this: P-256 and RSA with SHA-256, SM2
   * with SM3. DER. Throws `Pkcs11Failure`; a wrong PIN is tried once.
   */
  sign(shelved: ShelvedCertificate, pin: string, data: readonly Buffer[]): Promise<Buffer[]> {
    const turn = this.#last.then(() => this.#signNow(shelved, pin, data))
    this.#last = turn.catch(() => {})
    return turn
  }

  /** Ends the use of the module. */
  async close(): Promise<void> {
    await this.#last
    this.#release()
  }

  async #signNow(shelved: ShelvedCertificate, pin: string, data: readonly Buffer[]): Promise<Buffer[]> {
    const cryptoki = this.#cryptoki
    try {
      const session = cryptoki.C_OpenSession(shelved.slot, ck.readWriteSerial)
      try {
        cryptoki.C_Login(session, ck.user, pin)
        const key = this.#privateKey(session, shelved.keyId)
        const answers: Buffer[] = []
        for (const one of data) answers.push(await this.#answer(session, key, shelved.certificate, one))
        return answers
      } finally {
        // The last session takes the login with it (PKCS#11 §5.6).
        cryptoki.C_CloseSession(session)
      }
    } catch (error) {
      throw failureOf(error)
    }
  }

  #inSlot(slot: Handle): ShelvedCertificate[] {
    const cryptoki = this.#cryptoki
    const { label, flags } = cryptoki.C_GetTokenInfo(slot)
    // An empty reader, or a token nobody has begun to use.
    if ((flags & ck.tokenInitialized) === 0) return []
    const token = label.replace(/[\s\0]+$/, '')
    const session = cryptoki.C_OpenSession(slot, ck.readWriteSerial)
    try {
      return this.#find(session, [{ type: ck.class, value: ck.certificateClass }]).map((object) => {
        const [value, id] = cryptoki.C_GetAttributeValue(session, object, [{ type: ck.value }, { type: ck.id }])
        return {
          certificate: Buffer.from(value?.value ?? []),
          keyId: Buffer.from(id?.value ?? []),
          token,
          slot,
        }
      })
    } finally {
      cryptoki.C_CloseSession(session)
    }
  }

  #find(session: Handle, template: { type: number; value: number | Buffer }[]): Handle[] {
    this.#cryptoki.C_FindObjectsInit(session, template)
    try {
      return this.#cryptoki.C_FindObjects(session, 100)
    } finally {
      this.#cryptoki.C_FindObjectsFinal(session)
    }
  }

  #privateKey(session: Handle, keyId: Buffer): Handle {
    const [key, ...more] = this.#find(session, [
      { type: ck.class, value: ck.privateKeyClass },
      { type: ck.id, value: keyId },
    ])
    if (!key) throw new Pkcs11Failure('key-missing', 'the token has no key of that certificate')
    if (more.length > 0) throw new Pkcs11Failure('key-ambiguous', 'the token has several keys of that certificate')
    return key
  }

  async #answer(session: Handle, key: Handle, certificate: Buffer, data: Buffer): Promise<Buffer> {
    const publicKey = publicKeyIn(certificate)
    const type = keyTypeOf(publicKey)
    const raw = async (mechanism: number, signed: Buffer, room: number) => {
      this.#cryptoki.C_SignInit(session, { mechanism }, key)
      return Buffer.from(await this.#cryptoki.C_SignAsync(session, signed, Buffer.alloc(room)))
    }
    if (type === 'RSA') return raw(ck.sha256RsaPkcs, data, 2048)
    if (!isSm2(publicKey)) return ecdsaValue(await raw(ck.ecdsa, createHash('sha256').update(data).digest(), 64))
    const { sm2Mechanism } = this.#settings
    if (sm2Mechanism === undefined) throw new UnsupportedKey('PKCS#11 names no mechanism for SM2')
    const e = createHash('sm3').update(userHash(publicKey)).update(data).digest()
    return ecdsaValue(await raw(sm2Mechanism, e, 64))
  }
}
