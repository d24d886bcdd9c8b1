import { type Checked, failed, passed } from '../identity/checked.ts'
import { type EventOf, lifecycle, type StateOf } from '../lifecycle.ts'
import { dayMs } from '../time/civil-date.ts'
import { formatDate } from '../time/format-date.ts'
import { endCauses, type EndCause } from './auth-ending.ts'
import { type Revocation, revocationText } from './certificate.ts'

/** What an operator proposes that another must agree to (ADR 0066). */
export const proposalKinds = {
  freeze: '冻结',
  thaw: '解除冻结',
  adjust: '调整份数',
  revoke: '吊销证书',
  endAuth: '终止认证',
  freezeContracts: '冻结合同',
  thawContracts: '解除合同冻结',
} as const
/** A key of `proposalKinds`. */
export type ProposalKind = keyof typeof proposalKinds

/** A proposal waits for somebody else's word, or is over by itself. */
export const proposalLifecycle = lifecycle({
  refusal: 'proposal/changed',
  initial: 'waiting',
  table: {
    waiting: { agree: 'agreed', refuse: 'refused', lapse: 'lapsed' },
    agreed: {},
    refused: {},
    lapsed: {},
  },
})
/** Where a proposal stands. */
export type ProposalState = StateOf<typeof proposalLifecycle>
/** What moves it on. */
export type ProposalEvent = EventOf<typeof proposalLifecycle>

/** What pages call where it stands. */
export const proposalStateLabels: Readonly<Record<ProposalState, string>> = {
  waiting: '等待第二人',
  agreed: '已同意',
  refused: '未同意',
  lapsed: '已过期',
}

/** For how long a proposal waits (ms). */
export const proposalLifeMs = 7 * dayMs

/** A change of what a space has left, in 份: a new pack for some months, or a part of one taken back. */
export type Adjustment = { copies: number; packId: string | null; months: number | null }

const most = { copies: 100_000, months: 36 } as const

/** Which ending of an authentication is proposed: its deed lies with it. */
export type ProposedEnd = { endingId: string; cause: EndCause; reference: string }

/**
 * Which flagged contracts are to be frozen: those found within these days (ms), of one launcher or of all; `number` is
 * how many there are.
 */
export type ContractFreeze = { fromAt: number; untilAt: number; launcherId: string | null; number: number }

/** Which freezing of contracts is to be undone, and how many it holds. */
export type ContractThaw = { freezingId: string; number: number }

/**
 * What a proposal is about beside its space: 份 to give or take, a certificate to revoke, an authentication to end,
 * contracts to freeze or to let go on.
 */
export type ProposalDetails = Adjustment | Revocation | ProposedEnd | ContractFreeze | ContractThaw

/** The same as a sentence of logs and lists. */
export function proposalText(details: ProposalDetails): string {
  if ('serial' in details) return revocationText(details)
  if ('fromAt' in details) return freezeText(details)
  if ('freezingId' in details) return `此前冻结的${details.number}份合同恢复签署`
  if ('endingId' in details) return `${endCauses[details.cause]}，文书编号：${details.reference}`
  return adjustmentText(details)
}

const day = (at: number) => formatDate(at, '{y}-{m}-{d}')

/** Which contracts are frozen, as a sentence of logs and lists. */
export const freezeText = ({ fromAt, untilAt, launcherId, number }: ContractFreeze): string =>
  `${day(fromAt)}至${day(untilAt)}有风险提示的签署中合同${number}份${launcherId === null ? '' : '，限一位发起人'}`

/** How many 份 to give, for how many months, or to take back out of a pack. */
export function checkAdjustment({ copies, packId, months }: Adjustment): Checked<Adjustment> {
  if (!Number.isInteger(copies) || copies === 0 || Math.abs(copies) > most.copies) {
    return failed(`变动份数为1至${most.copies}的整数，收回时为负数`)
  }
  if (copies < 0) return packId === null ? failed('请选择从哪个份包收回') : passed({ copies, packId, months: null })
  const fits = months !== null && Number.isInteger(months) && months >= 1 && months <= most.months
  return fits ? passed({ copies, packId: null, months }) : failed(`有效期为1至${most.months}个月`)
}

/** The same as a sentence of logs and lists. */
export const adjustmentText = ({ copies, months }: Pick<Adjustment, 'copies' | 'months'>): string =>
  copies > 0 ? `增加${copies}份，有效期${months}个月` : `收回${-copies}份`
