import type { ApprovalEvent } from '@moqi/domain/approvals/approval-policy'
import type { ApprovalState } from '@moqi/domain/approvals/approval-lifecycle'
import type { SeatState } from '@moqi/domain/approvals/course'
import type { FlowCondition, FlowNode, NodeMode } from '@moqi/domain/approvals/flow'
import type { ProvenWay } from '@moqi/evidence/log-record'
import type { Generated } from 'kysely'

/**
 * Flows by which the use of a company's seals is approved, and the applications made by them. Times are ms since
 * epoch.
 */
export type ApprovalTables = {
  /** `seal_ids` as the condition of its version has them: empty for every seal. */
  approval_flow: {
    tenant_id: string
    flow_id: string
    name: string
    version: number
    enabled: boolean
    used: Generated<boolean>
    seal_ids: string[]
    changed_at: number
    changed_by: string
  }
  approval_flow_version: {
    tenant_id: string
    flow_id: string
    version: number
    condition: FlowCondition
    nodes: FlowNode[]
  }
  /** An application, in the applicant's space; `round` counts its submissions. */
  approval: {
    tenant_id: string
    approval_id: string
    home_tenant_id: string
    contract_id: string
    party_no: number
    sign_id: string
    applicant_id: string
    applicant_name: string
    flow_id: string
    flow_version: number
    flow_name: string
    node_number: number
    round: number
    state: ApprovalState
    reason: string
    /** 分 */
    amount: number | null
    seals: AppliedSeal[]
    sealed_intent: Buffer
    /** Of the intent before it was sealed, in hex. */
    intent_sha256: string
    submitted_at: number
    stamped_at: number | null
    stamp_fault: string | null
    stamp_tries: Generated<number>
  }
  approval_seat: {
    tenant_id: string
    approval_id: string
    round: number
    seat_no: number
    node_no: number
    mode: NodeMode
    account_id: string
    name: string
    state: SeatState
    changed_at: number
    opened_at: number | null
    decided_at: number | null
    opinion: string | null
    /** How who sits there proved the will to agree. */
    will: ProvenWay[]
    /** Whose it was before it was handed over. */
    delegated_from: string | null
  }
  approval_event: {
    tenant_id: string
    approval_id: string
    event_no: number
    at: number
    account_id: string | null
    who: string
    event: ApprovalEvent
    detail: string | null
  }
  /** The template a contract was made from, in the space of both. */
  contract_template: { tenant_id: string; contract_id: string; template_id: string }
}

/** A company's seal that an application is for; `needsApproval` false of one the applicant may use anyway. */
export type AppliedSeal = { sealId: string; name: string; needsApproval: boolean }
