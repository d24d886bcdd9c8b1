import { createRequire } from 'node:module'
import { Pkcs11Failure } from './pkcs11-failure.ts'

/** The part of PKCS#11 2.40 that signing and sealing use, and its native binding, which a machine may lack. */

/** A session's or object's handle; opaque. */
export type Handle = Buffer

/** An attribute of a PKCS#11 object: CKA_ number and value (v2.40 4.1). */
export interface Attribute {
  type: number
  value?: number | boolean | string | Buffer
}

/** A PKCS#11 mechanism: CKM_ number and its parameter (v2.40 2). */
export interface Mechanism {
  mechanism: number
  parameter?: { type: number; iv: Buffer; ivBits: number; aad: Buffer; tagBits: number }
}

/** A loaded module. Methods ending in Async leave the event loop free while the token works. */
export interface Cryptoki {
  load: (path: string) => void
  close: () => void
  C_Initialize: (options: { flags: number }) => void
  C_Finalize: () => void
  C_GetSlotList: (tokenPresent: boolean) => Handle[]
  C_GetTokenInfo: (slot: Handle) => { label: string; serialNumber: string; flags: number }
  C_OpenSession: (slot: Handle, flags: number) => Handle
  C_CloseSession: (session: Handle) => void
  C_CloseAllSessions: (slot: Handle) => void
  C_GetSessionInfo: (session: Handle) => { state: number }
  C_Login: (session: Handle, userType: number, pin: string) => void
  C_FindObjectsInit: (session: Handle, template: Attribute[]) => void
  C_FindObjects: (session: Handle, limit: number) => Handle[]
  C_FindObjectsFinal: (session: Handle) => void
  C_GetAttributeValue: (session: Handle, object: Handle, template: Attribute[]) => { type: number; value: Buffer }[]
  C_CreateObject: (session: Handle, template: Attribute[]) => Handle
  C_GenerateKey: (session: Handle, mechanism: Mechanism, template: Attribute[]) => Handle
  C_GenerateKeyPair: (
    session: Handle,
    mechanism: Mechanism,
    publicKey: Attribute[],
    privateKey: Attribute[],
  ) => { publicKey: Handle; privateKey: Handle }
  C_SignInit: (session: Handle, mechanism: Mechanism, key: Handle) => void
  C_SignAsync: (session: Handle, data: Buffer, room: Buffer) => Promise<Buffer>
  C_EncryptInit: (session: Handle, mechanism: Mechanism, key: Handle) => void
  C_EncryptAsync: (session: Handle, data: Buffer, room: Buffer) => Promise<Buffer>
  C_DecryptInit: (session: Handle, mechanism: Mechanism, key: Handle) => void
  C_DecryptAsync: (session: Handle, data: Buffer, room: Buffer) => Promise<Buffer>
}

/** Numbers of PKCS#11 2.40 (appendix B), and the binding's own number for GCM's parameters. */
export const ck = {
  osLockingOk: 2,
  readWriteSerial: 6,
  user: 1,
  tokenInitialized: 0x400,
  certificateClass: 1,
  privateKeyClass: 3,
  secretKeyClass: 4,
  class: 0x000,
  token: 0x001,
  private: 0x002,
  label: 0x003,
  value: 0x011,
  certificateType: 0x080,
  subject: 0x101,
  id: 0x102,
  sensitive: 0x103,
  encrypt: 0x104,
  decrypt: 0x105,
  sign: 0x108,
  modulus: 0x120,
  modulusBits: 0x121,
  publicExponent: 0x122,
  valueLength: 0x161,
  extractable: 0x162,
  ecParameters: 0x180,
  ecPoint: 0x181,
  rsaKeyPairGen: 0x0000,
  sha256RsaPkcs: 0x0040,
  ecKeyPairGen: 0x1040,
  ecdsa: 0x1041,
  aesKeyGen: 0x1080,
  aesGcm: 0x1087,
  gcmParameters: 3,
} as const

const bindingName = 'pkcs11js'
const loaded = new Map<string, { cryptoki: Cryptoki; users: number }>()

/** True when the native binding was built on this machine. */
export function hasBinding(): boolean {
  try {
    return bindingClass() !== undefined
  } catch {
    return false
  }
}

/**
 * Loads a PKCS#11 module (a shared library) and initialises it, once a process however many use it; `release` ends
 * one use. Throws `Pkcs11Failure` `binding-missing` or `module-unusable`.
 */
export function openModule(path: string): { cryptoki: Cryptoki; release: () => void } {
  const entry = loaded.get(path) ?? { cryptoki: loadModule(path), users: 0 }
  loaded.set(path, entry)
  entry.users++
  let released = false
  const release = () => {
    if (released) return
    released = true
    entry.users--
    if (entry.users > 0) return
    loaded.delete(path)
    entry.cryptoki.C_Finalize()
    entry.cryptoki.close()
  }
  return { cryptoki: entry.cryptoki, release }
}

function loadModule(path: string): Cryptoki {
  const cryptoki = new (bindingClass())()
  try {
    cryptoki.load(path)
    cryptoki.C_Initialize({ flags: ck.osLockingOk })
    return cryptoki
  } catch (cause) {
    throw new Pkcs11Failure('module-unusable', `${path} is no PKCS#11 module that starts here`, { cause })
  }
}

function bindingClass(): new () => Cryptoki {
  const binding = required()
  if (!isBinding(binding)) throw new Pkcs11Failure('binding-missing', `${bindingName} is not what it should be`)
  return binding.PKCS11
}

function required(): unknown {
  try {
    return createRequire(import.meta.url)(bindingName)
  } catch (cause) {
    throw new Pkcs11Failure(
      'binding-missing',
      `the optional npm package ${bindingName} is not installed: it is compiled when npm installs it, which needs a C++ compiler, make and Python`,
      { cause },
    )
  }
}

const isBinding = (value: unknown): value is { PKCS11: new () => Cryptoki } =>
  typeof value === 'object' && value !== null && 'PKCS11' in value && typeof value.PKCS11 === 'function'
