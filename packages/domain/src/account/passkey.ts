import { accountLimits } from './limits.ts'
import { type Checked, failed, passed } from '../identity/checked.ts'

/** What a key may be asked to sign a challenge for; a challenge for one is nothing for another. */
export const keyPurposes = {
  /** To be bound to an account. */
  add: { needsVerification: false },
  /** To sign in with nothing beside it: the key has seen who holds it. */
  signIn: { needsVerification: true },
  /** To sign in behind a password or a code, which is the other factor. */
  second: { needsVerification: false },
} as const
/** A purpose of a challenge: a key of `keyPurposes`. */
export type KeyPurpose = keyof typeof keyPurposes

/** Whether a text is a purpose. */
export const isKeyPurpose = (text: string | undefined): text is KeyPurpose =>
  text !== undefined && Object.hasOwn(keyPurposes, text)

/** The name somebody gives a key: 1 to 20 characters. */
export function checkKeyName(text: string): Checked<string> {
  const name = text.trim().replace(/\s+/g, ' ')
  if (name === '') return failed('请输入名称，便于区分')
  return [...name].length > accountLimits.passkey.nameLength ? failed('名称不能超过20个字') : passed(name)
}

/**
 * Whether a signature counter says that there may be a copy of the key: one that counts never stands still or goes
 * back (WebAuthn §6.1.1). Keys that do not count say 0.
 */
export const isCopied = (before: number, now: number): boolean => (before > 0 || now > 0) && now <= before

/** 32 characters, none of which is taken for another when it is read from paper. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A recovery code of so many random bytes, in groups of four. */
export const recoveryCode = (bytes: Uint8Array): string =>
  [...bytes]
    .map((byte) => alphabet[byte % alphabet.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')

/** A recovery code as somebody typed it from paper: without groups, in capitals. */
export const typedRecoveryCode = (text: string): string => text.toUpperCase().replace(/[\s-]/g, '')

/** What an account's owner is told of its keys. */
export const keyEvents = {
  added: '已绑定，可用于登录',
  removed: '已移除，不能再用于登录',
  copied: '的使用次数异常，可能已被复制，本次使用已拒绝，请移除该密钥',
} as const
/** Something that happened to a key: a key of `keyEvents`. */
export type KeyEvent = keyof typeof keyEvents
