import { IntakeRefusal } from '../intake-refusal.ts'
import { type OleFile, openOle } from './ole-file.ts'
import { unlockPackage } from './package-encryption.ts'
import { isLockedWord, unlockWord } from './word97-encryption.ts'

const ole2 = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

/** Whether these bytes are an Office file that asks for a password to be opened. Throws IntakeRefusal `damaged`. */
export function isLockedOffice(bytes: Buffer): boolean {
  if (!bytes.subarray(0, ole2.length).equals(ole2)) return false
  const ole = openOle(bytes)
  return isLockedPackage(ole) || isLockedWord(ole)
}

/**
 * The document behind its password: the package of a docx, or the same binary file unlocked. Throws IntakeRefusal:
 * `encrypted` without a password, `wrong-password`, `locked-office` for a way of locking we cannot open.
 */
export function unlockOffice(bytes: Buffer, password: string): Buffer {
  if (password === '') throw new IntakeRefusal('encrypted')
  const ole = openOle(bytes)
  return isLockedPackage(ole) ? unlockPackage(ole, password) : unlockWord(ole, password)
}

const isLockedPackage = (ole: OleFile) => ole.read('EncryptedPackage') !== undefined
