import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import {
  namesSm2,
  namesSm2Private,
  readSm2KeyInfo,
  sm2FromPkcs8,
  sm2KeyInfo,
  type Sm2PrivateKey,
  type Sm2PublicKey,
  sm2ToPkcs8,
} from '../sm2/sm2-key.ts'

/** A private key in this process; SM2 is kept away from node:crypto. */
export type PrivateKey = KeyObject | Sm2PrivateKey
/** A public key. */
export type PublicKey = KeyObject | Sm2PublicKey

/** Whether a key is one of ours for SM2. */
export function isSm2<K extends Sm2PublicKey | Sm2PrivateKey>(key: KeyObject | K): key is K {
  return 'curve' in key
}

/** The public half. */
export function publicKeyOf(key: PrivateKey): PublicKey {
  return isSm2(key) ? key.publicKey : createPublicKey(key)
}

/** A public key as SubjectPublicKeyInfo in DER. */
export function keyInfoOf(key: PublicKey): Buffer {
  return isSm2(key) ? sm2KeyInfo(key) : key.export({ type: 'spki', format: 'der' })
}

/** The key in a SubjectPublicKeyInfo (DER); throws `DerError` or what node:crypto throws. */
export function readKeyInfo(keyInfo: Buffer): PublicKey {
  return namesSm2(keyInfo) ? readSm2KeyInfo(keyInfo) : createPublicKey({ key: keyInfo, type: 'spki', format: 'der' })
}

/** A private key as PKCS#8 (DER), for keeping; as secret as the key. */
export function toPkcs8(key: PrivateKey): Buffer {
  return isSm2(key) ? sm2ToPkcs8(key) : key.export({ type: 'pkcs8', format: 'der' })
}

/** A private key from PKCS#8 (DER); throws `DerError`, `RangeError` or what node:crypto throws. */
export function fromPkcs8(der: Buffer): PrivateKey {
  return namesSm2Private(der) ? sm2FromPkcs8(der) : createPrivateKey({ key: der, type: 'pkcs8', format: 'der' })
}
