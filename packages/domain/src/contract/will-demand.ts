import { servesWill, waysLeft, type WillKind, type WillWay, willWayTable } from './will-kind.ts'

/** When a company has its members prove their will twice: always, from an amount on, or when the sender asks alone. */
export const willRuleTimes = ['always', 'above', 'never'] as const
/** A company's rule; `amount` in 分, of `above` alone. */
export type WillRule = { readonly when: (typeof willRuleTimes)[number]; readonly amount: number | null }

/** What each is called where a company chooses. */
export const willRuleLabels: Readonly<Record<WillRule['when'], string>> = {
  always: '始终双重认证',
  above: '达到金额时双重认证',
  never: '由发起方决定',
}

/** A rule in one line. */
export const willRuleInWords = ({ when, amount }: WillRule): string =>
  when === 'above' ? `合同金额达到${(amount ?? 0) / 100}元时双重认证，未填写金额的视为达到` : willRuleLabels[when]

/** Companies prove their will twice unless they decide otherwise: courts have refused a code by SMS alone. */
export const usualWillRule: WillRule = { when: 'always', amount: null }

/** What decides how a will must be proved. */
export type WillFacts = {
  /** By whoever sends the contract. */
  asked: WillKind
  /** Of the company that is acted for; null for a person. */
  rule: WillRule | null
  /** Of the contract, in 分; null when nobody named one. */
  amount: number | null
}

/** How a will must be proved, and who wants more than one way of it. */
export type WillDemand = { readonly kind: WillKind; readonly doubledBy: 'sender' | 'company' | null }

/** How a will must be proved: what the sender asks, or more where the company's own rule wants more. */
export function willDemand({ asked, rule, amount }: WillFacts): WillDemand {
  if (asked === 'double') return { kind: 'double', doubledBy: 'sender' }
  if (rule && isDoubled(rule, amount)) return { kind: 'double', doubledBy: 'company' }
  return { kind: asked, doubledBy: null }
}

/** An amount that nobody named is taken as beyond every bound, so that leaving it out opens no easier way. */
const isDoubled = ({ when, amount: bound }: WillRule, amount: number | null): boolean =>
  when === 'always' || (when === 'above' && (amount === null || amount >= (bound ?? 0)))

const demanders = { sender: '发起方', company: '企业' } as const

/** What a will proved in these ways lacks, in words that say what to do; null when it serves, empty when it is none. */
export function willLack({ kind, doubledBy }: WillDemand, ways: readonly WillWay[]): string | null {
  if (servesWill(kind, ways)) return null
  if (ways.length === 0) return ''
  if (doubledBy === null && kind !== 'double' && kind !== 'any')
    return `发起方要求以${willWayTable[kind].label}完成意愿认证`
  const left = waysLeft(ways).map((way) => willWayTable[way].label)
  return `${demanders[doubledBy ?? 'sender']}要求双重意愿认证，请再以${left.join('、')}认证后提交`
}
