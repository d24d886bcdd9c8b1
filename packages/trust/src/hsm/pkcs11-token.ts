import { type Attribute, ck, type Cryptoki, type Handle, openModule } from './cryptoki.ts'
import { codeOf, failureOf, Pkcs11Failure } from './pkcs11-failure.ts'

/** Which token, by the label it was initialised with; `module` is the path of its vendor's shared library. */
export interface TokenSettings {
  module: string
  token: string
  pin: string
  /** Sessions used at once; 4 when not given. */
  sessions?: number
}

/** One session, to be used for one operation at a time. */
export interface Session {
  cryptoki: Cryptoki
  handle: Handle
}

type OwnSession = Session & { login: number }

const alreadyLoggedIn = 0x100
const defaultSessions = 4

/**
 * A token with its sessions. The login belongs to the process, not to a session (PKCS#11 §5.6), so it is made once
 * and kept by a session that does nothing else. A token that went away and came back is found again.
 */
export class Pkcs11Token {
  #settings: TokenSettings
  #cryptoki: Cryptoki
  #release: () => void
  #keeper: Handle | undefined
  /** Counts logins: sessions and handles of an earlier one are worth nothing. */
  #login = 0
  #slot: Handle = Buffer.alloc(0)
  #idle: OwnSession[] = []
  #busy = 0
  #closed = false
  #waiting: (() => void)[] = []
  #keys = new Map<string, Handle>()

  /** Opens the token and logs in. Throws `Pkcs11Failure`; a wrong PIN is tried once, never again. */
  constructor(settings: TokenSettings) {
    this.#settings = settings
    const { cryptoki, release } = openModule(settings.module)
    this.#cryptoki = cryptoki
    this.#release = release
    try {
      this.#logIn()
    } catch (error) {
      release()
      throw failureOf(error)
    }
  }

  /**
   * Does one operation in a session, waiting for a free one. It is done once more when the token was lost before its
   * end, so `work` must bear a repeat. Throws `Pkcs11Failure`.
   */
  async run<T>(work: (session: Session) => Promise<T> | T): Promise<T> {
    await this.#turn()
    try {
      const login = this.#login
      try {
        return await this.#inSession(work)
      } catch (error) {
        if (failureOf(error).reason !== 'lost') throw failureOf(error)
        this.#logInAgain(login)
        return await this.#inSession(work)
      }
    } catch (error) {
      throw failureOf(error)
    } finally {
      this.#busy--
      this.#waiting.shift()?.()
    }
  }

  /** The one key of a class (`ck.privateKeyClass`, `ck.secretKeyClass`) with that label; asked for inside `run`. */
  key({ cryptoki, handle }: Session, keyClass: number, label: string): Handle {
    const name = `${keyClass} ${label}`
    const known = this.#keys.get(name)
    if (known) return known
    const template: Attribute[] = [
      { type: ck.class, value: keyClass },
      { type: ck.label, value: label },
    ]
    cryptoki.C_FindObjectsInit(handle, template)
    const found = cryptoki.C_FindObjects(handle, 2)
    cryptoki.C_FindObjectsFinal(handle)
    const [key] = found
    if (!key) throw this.#missing(label)
    if (found.length > 1) throw new Pkcs11Failure('key-ambiguous', `the token has several keys ${label}`)
    this.#keys.set(name, key)
    return key
  }

  /** Without its login a token shows no private object: then it is the login that is missing. */
  #missing(label: string): Error {
    try {
      this.#cryptoki.C_GetSessionInfo(this.#keeper ?? Buffer.alloc(0))
    } catch (cause) {
      return new Pkcs11Failure('lost', 'the login ended', { cause })
    }
    return new Pkcs11Failure('key-missing', `the token has no key ${label}`)
  }

  /** Waits for what is running, refuses what is waiting, then ends all sessions and with them the login. */
  async close(): Promise<void> {
    this.#closed = true
    for (const wake of this.#waiting.splice(0)) wake()
    while (this.#busy > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#forget()
    this.#release()
  }

  async #turn(): Promise<void> {
    while (!this.#closed && this.#busy >= (this.#settings.sessions ?? defaultSessions)) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    if (this.#closed) throw new Pkcs11Failure('lost', 'the token was closed')
    this.#busy++
  }

  async #inSession<T>(work: (session: Session) => Promise<T> | T): Promise<T> {
    if (!this.#keeper) this.#logIn()
    const session = this.#idle.pop() ?? this.#open()
    try {
      const result = await work(session)
      if (session.login === this.#login) this.#idle.push(session)
      else this.#end(session.handle)
      return result
    } catch (error) {
      // What failed may have left its operation open.
      this.#end(session.handle)
      throw error
    }
  }

  #open(): OwnSession {
    const handle = this.#cryptoki.C_OpenSession(this.#slot, ck.readWriteSerial)
    return { cryptoki: this.#cryptoki, handle, login: this.#login }
  }

  #logIn(): void {
    this.#slot = this.#findSlot()
    this.#keeper = this.#cryptoki.C_OpenSession(this.#slot, ck.readWriteSerial)
    try {
      this.#cryptoki.C_Login(this.#keeper, ck.user, this.#settings.pin)
    } catch (error) {
      if (codeOf(error) !== alreadyLoggedIn) throw error
    }
    this.#login++
  }

  /** Unless somebody who lost the token at the same time has done it already. */
  #logInAgain(login: number): void {
    if (this.#login !== login) return
    this.#forget()
    this.#logIn()
  }

  #forget(): void {
    for (const { handle } of this.#idle.splice(0)) this.#end(handle)
    if (this.#keeper) this.#end(this.#keeper)
    this.#keeper = undefined
    this.#keys.clear()
  }

  /** A session of a token that is gone cannot be closed, and need not be. */
  #end(session: Handle): void {
    try {
      this.#cryptoki.C_CloseSession(session)
    } catch {}
  }

  #findSlot(): Handle {
    const { token, module } = this.#settings
    const labelled = (slot: Handle) => this.#cryptoki.C_GetTokenInfo(slot).label.replace(/[\s\0]+$/, '') === token
    const found = this.#cryptoki.C_GetSlotList(true).filter(labelled)
    const [slot] = found
    if (!slot) throw new Pkcs11Failure('token-missing', `${module} shows no token ${token}`)
    if (found.length > 1) throw new Pkcs11Failure('token-missing', `${module} shows several tokens ${token}`)
    return slot
  }
}
