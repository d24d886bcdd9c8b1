import { keysOf } from '../keys-of.ts'
import type { PartyKind } from './party-kind.ts'

/**
 * Ways to prove one's will (意愿认证), each a row: what it is called, and what it rests on, so that two of one factor are
 * not taken for double.
 */
export const willWayTable = {
  sms: { label: '短信验证码', factor: 'possession' },
  pin: { label: '签署密码', factor: 'knowledge' },
  /** A passkey or security key that has seen who holds it: never asked for, since not everybody has one. */
  key: { label: '通行密钥', factor: 'possession' },
  /** A certificate key in a token, which asks for its own PIN: never asked for, for the same reason. */
  certificate: { label: 'USBKey', factor: 'possession' },
} as const
/** A way to prove the will to sign. */
export type WillWay = keyof typeof willWayTable
/** Every way to prove a will. */
export const willWays = keysOf(willWayTable)
/** The ways that everybody has or can set, in the order they are asked for. */
const ordinaryWays = ['sms', 'pin'] as const satisfies readonly WillWay[]

/** What may be asked of a party: the way is its own choice, one of the ways, or two of different factors. */
export const willKinds = ['any', ...ordinaryWays, 'double'] as const
/** What proof of will is asked of a party: one way, the party's choice, or two. */
export type WillKind = (typeof willKinds)[number]

const kindLabels: Readonly<Record<Exclude<WillKind, 'any'>, string>> = {
  sms: '短信验证码',
  pin: '签署密码',
  double: '双重：短信验证码和签署密码',
}

/** What a demand is called where it is chosen: a company whose way is left open goes by its own rule. */
export function willKindLabel(kind: WillKind, side: PartyKind): string {
  if (kind !== 'any') return kindLabels[kind]
  return side === 'company' ? '按企业规则（默认双重）' : '短信验证码或签署密码'
}

/** The ways that a demand names, of which `any` leaves one to choose. */
export const namedWays = (kind: WillKind): readonly WillWay[] =>
  kind === 'any' || kind === 'double' ? ordinaryWays : [kind]

/** The ordinary ways that still prove what these do not. */
export const waysLeft = (ways: readonly WillWay[]): readonly WillWay[] => {
  const proven = new Set(ways.map((way) => willWayTable[way].factor))
  return ordinaryWays.filter((way) => !proven.has(willWayTable[way].factor))
}

/** Whether a will proved in these ways serves a party of that kind. */
export function servesWill(kind: WillKind, ways: readonly WillWay[]): boolean {
  if (kind === 'any') return ways.length > 0
  if (kind === 'double') return new Set(ways.map((way) => willWayTable[way].factor)).size > 1
  return ways.includes(kind)
}

/** What one proof must be to serve all of these: the strictest of them, and both ways where each is asked for. */
export function strictestWill(kinds: readonly WillKind[]): WillKind {
  const asked = new Set(kinds.filter((kind) => kind !== 'any'))
  return asked.size > 1 ? 'double' : ([...asked][0] ?? 'any')
}
