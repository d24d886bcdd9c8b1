import type { WillWay } from '@moqi/domain/contract/will-kind'

/** What is known of the proof of will for one entry; it outlives the sheet, so that closing it loses nothing. */
export type Will = {
  /** The phone the code went to, masked; null before the first code. */
  phone: string | null
  /** ms; before it no new code is asked for. */
  resendAt: number
  /**
   * A proof already given, good for one act until `expires` (ms), and the ways it was given in; `certificate`: by which
   * certificate key, by its SHA-256.
   */
  token: { value: string; expires: number; ways: readonly WillWay[]; certificate: string | null } | null
}

/** Nothing proved yet. */
export const noWill: Will = { phone: null, resendAt: 0, token: null }

/** A proof still good `now` (ms), with a little time left to send it. */
export const goodToken = ({ token }: Will, now: number): Will['token'] =>
  token && token.expires - now > 5_000 ? token : null

/** What a refusal of the proof or of what it is for means for the sheet. */
export type SigningFault = 'code' | 'proof' | 'state' | 'choice' | 'other'

const faults: Record<string, SigningFault> = {
  'account/code-wrong': 'code',
  'account/pin-wrong': 'code',
  'account/pin-unset': 'code',
  'account/locked': 'code',
  'account/key-wrong': 'code',
  'account/key-copied': 'code',
  'account/key-not-found': 'code',
  'account/certificate-unfit': 'code',
  'request/too-often': 'code',
  'will-auth/required': 'proof',
  'contract/not-signable': 'state',
  'contract/papers-missing': 'state',
  'contract/changed': 'state',
  'contract/illegal-move': 'state',
  'contract/not-found': 'state',
  'contract/other-space': 'state',
  'contract/document-changed': 'state',
  'approval/changed': 'state',
  'approval/not-found': 'state',
  'approval/not-needed': 'state',
  'flow/not-found': 'choice',
  'flow/unfit': 'choice',
  'flow/no-approver': 'choice',
  'seal/not-found': 'choice',
  'field/invalid': 'choice',
}

/**
 * Sorts a refusal: `code` stays under the code, `proof` asks for a new code, `state` means the contract can no longer
 * be signed as it is, `choice` leads back to the seals.
 */
export const signingFault = (reason: string | null): SigningFault => faults[reason ?? ''] ?? 'other'

/** The digits of what was typed or pasted, at most six. */
export const codeDigits = (text: string): string => text.replaceAll(/\D/g, '').slice(0, 6)
