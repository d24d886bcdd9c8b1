import type { ProposalDetails, ProposalKind, ProposalState } from '@moqi/domain/operators/proposal'
import type { Generated, JSONColumnType } from 'kysely'
import type { OperatorVerb } from '@moqi/domain/operators/operator-verbs'

/** Those who run the platform, who belong to no space; part of the directory. Times are ms since epoch. */
export type OperatorTables = {
  operator: {
    operator_id: string
    name: string
    password_hash: string | null
    /** The secret of the one-time passwords, sealed for this operator, base 64. */
    totp_secret: string | null
    /** The step of the last one-time password: no earlier one works. */
    used_step: Generated<number>
    /** Keyed, over the code, the operator and its end; null once it was used. */
    enrol_hash: Buffer | null
    enrol_ends_at: Generated<number>
    failures: Generated<number>
    failed_at: Generated<number | null>
    disabled_at: Generated<number | null>
    created_at: number
  }
  /** Codes that each stand once for a one-time password. */
  operator_recovery: { operator_id: string; code_hash: Buffer }
  operator_session: {
    token_hash: Buffer
    operator_id: string
    created_at: number
    seen_at: number
    address: string
    user_agent: string
    /** Keyed: over the token's hash, the operator and the beginning. */
    mac: Buffer
  }
  /** What an operator proposes to do to a space that another must agree to. */
  tenant_proposal: {
    proposal_id: string
    tenant_id: string
    kind: ProposalKind
    reason: string
    /** What is changed, which certificate, or which ending it is; null where the kind says it all. */
    details: JSONColumnType<ProposalDetails> | null
    state: ProposalState
    proposed_by: string
    proposed_at: number
    lapses_at: number
    decided_by: string | null
    decided_at: number | null
    /** Why it was refused. */
    answer: string | null
  }
  operator_log: {
    log_id: string
    operator_id: string
    at: number
    verb: OperatorVerb
    detail: string | null
    address: string
  }
}
