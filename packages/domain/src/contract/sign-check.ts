import { legalSealText } from './batch-sign.ts'
import { contractFrozenText, unknownFlagsText } from '../lending/lending-texts.ts'
import { frozenText } from '../spaces/space-freeze.ts'
import type { ContractState } from './contract-lifecycle.ts'
import { noSealRightText } from './lacking-seal.ts'
import type { PartyState } from './party-lifecycle.ts'

/**
 * What a viewer may do with the seals the party needs: use one, use one after approval, none of those there are, none
 * because all are frozen, there is no seal at all (domain 5.2, checkSealPermission), or the legal representative's is
 * asked for and is not the viewer's to use.
 */
export type SealFact = 'direct' | 'needApproval' | 'none' | 'frozen' | 'noSeal' | 'noLegalSeal'

/** The facts of the pre-sign check; times in ms. `partySpaceName` is the space the entry belongs to. */
export type SignFacts = {
  readonly contractState: ContractState
  readonly partyState: PartyState
  readonly now: number
  readonly signExpireTime: number
  readonly inPartySpace: boolean
  readonly partySpaceName: string
  readonly authenticated: boolean
  readonly seal: SealFact
  /** Bytes of a file are known not to be what was signed. */
  readonly damaged: boolean
  /** The initiator's space is frozen; who signs is told no more than that. */
  readonly paused: boolean
  /** Why the viewer's own space is frozen; null while it is not. */
  readonly frozen: string | null
  /** Why the platform has frozen the contract; null while it has not. */
  readonly contractFrozen: string | null
  /** It is flagged, and the viewer has not said to know of it. */
  readonly flagged: boolean
}

const changed = '合同状态已变更，请刷新后重试'

// A contract that is not being signed: what its state says to a signer (domain 7.5).
const closedTexts: Readonly<Record<Exclude<ContractState, 'signing'>, string>> = {
  draft: changed,
  waitSend: changed,
  finish: '合同已签署完成',
  reject: '合同已被拒签',
  recall: '合同已被撤回',
  expired: '合同已过期',
  voided: changed,
  deleted: changed,
}

const turnTexts: Readonly<Record<PartyState, string | null>> = {
  waiting: '还未轮到您签署',
  toSign: null,
  approving: '您的用印申请正在审批中',
  approvalFailed: null,
  signed: changed,
  rejected: '合同已被拒签',
  expired: '合同已过期',
  closed: changed,
  transferred: changed,
  replaced: changed,
  removed: changed,
}

const sealTexts: Readonly<Record<SealFact, string | null>> = {
  direct: null,
  needApproval: null,
  none: noSealRightText,
  frozen: '企业印章已全部冻结，暂时不能签署，请联系企业管理员',
  noSeal: '您没有可用的印章，请先制作',
  noLegalSeal: legalSealText,
}

/**
 * The pre-sign check: null when the signing page may open, else signBeforeCheckInfo (domain 7.5), in the guard order
 * of domain 5.2. A seal that needs approval passes, since the application is made on that page.
 */
export function signBeforeCheck(facts: SignFacts): string | null {
  if (facts.contractState !== 'signing') return closedTexts[facts.contractState]
  if (facts.now > facts.signExpireTime) return closedTexts.expired
  const turn = turnTexts[facts.partyState]
  if (turn !== null) return turn
  if (facts.frozen !== null) return frozenText(facts.frozen)
  if (facts.contractFrozen !== null) return contractFrozenText(facts.contractFrozen)
  if (facts.paused) return '发起方已暂停该合同的签署，恢复后可继续签署'
  if (facts.damaged) return '合同文件已损坏，暂时不能签署。平台正在恢复，请稍后再试或联系客服'
  if (!facts.inPartySpace) return `当前空间与签署方不一致，请切换到${facts.partySpaceName}后签署`
  if (!facts.authenticated) return '您还未完成实名认证，请先认证'
  return sealTexts[facts.seal] ?? (facts.flagged ? unknownFlagsText : null)
}
