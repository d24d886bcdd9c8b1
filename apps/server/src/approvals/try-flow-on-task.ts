import type { flow } from '@moqi/api/flow'
import { flagOf } from '@moqi/api/wire/flag'
import { conditionHolds, conditionParts, flowsFor } from '@moqi/domain/approvals/flow'
import { enforce } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import { approversOf, colleaguesById } from '#src/cores/approval/approvers.ts'
import { enabledFlows, requireFlow } from '#src/cores/approval/flow-store.ts'
import { loadContract, viewOf } from '#src/cores/contract/contract-rows.ts'
import { type Entry, requireReadableEntry } from '#src/cores/contract/entry.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { flowFacts } from './flow-facts.ts'
import { claimOf } from './lay-course.ts'
import { triedFlow } from './tried-flow.ts'

/**
 * A flow as it would go on a contract that is finished: which of its conditions hold, whether the applicant could
 * choose it, and who would be asked. It reads what an application reads, and tells and keeps nothing.
 */
export const tryFlowOnTask: Handler<typeof flow.tryFlowOnTask> = async (deps, member, { flowId, signId }) => {
  const { tenantId } = member
  const entry = await requireReadableEntry(deps, member, signId)
  const use = await deps.db.read(tenantId, (own) => sealUseOf(own, tenantId, entry))
  const { subject, facts } = await deps.db.read(entry.homeTenantId, async (home) => {
    const stored = await loadContract(home, entry)
    enforce('download', viewOf(stored, entry))
    if (!use) throw new Refusal('field/invalid', { field: 'signId', message: unused })
    const sealIds = use.seals.map(({ sealId }) => sealId)
    return {
      subject: stored.contract.subject,
      facts: await flowFacts(home, stored, { sealIds, amount: use.amount, tenantId }),
    }
  })
  return deps.db.read(tenantId, async (own) => {
    const tried = await requireFlow(own, tenantId, flowId)
    const colleagues = await colleaguesById(own, tenantId)
    const applicantId = use?.accountId ?? ''
    const claim = await claimOf(own, { tenantId, applicantId, sealIds: facts.sealIds })
    const holds = conditionHolds(tried.condition, facts)
    const others = (await enabledFlows(own, tenantId)).filter((one) => one.flowId !== flowId)
    const offered = flowsFor([tried, ...others], facts)
    return {
      taskName: subject,
      applicantName: colleagues.get(applicantId)?.name ?? use?.name ?? '',
      sealArray: use?.seals ?? [],
      amount: facts.amount,
      counterpartArray: [...facts.counterparts],
      approved: flagOf(use?.isApproved === true),
      conditionArray: conditionParts.flatMap((part) => {
        const isSo = holds[part]
        return isSo === null ? [] : [{ part, holds: flagOf(isSo) }]
      }),
      offered: flagOf(offered.includes(tried)),
      otherArray: offered.filter((one) => one !== tried).map((one) => ({ flowId: one.flowId, flowName: one.name })),
      tried: triedFlow(tried, colleagues, approversOf(colleagues, claim)),
    }
  })
}

const unused = '本企业没有在这份合同上用过企业印章，不经过用印审批'

type SealUse = {
  accountId: string
  name: string
  seals: { sealId: string; sealName: string }[]
  /** As the applicant named it; 分. */
  amount: number | null
  isApproved: boolean
}

/** Who put which of the company's seals on a contract, or had applied for it; null when nobody did. */
async function sealUseOf(
  own: Db,
  tenantId: string,
  { contractId }: Pick<Entry, 'contractId'>,
): Promise<SealUse | null> {
  const records = await own
    .selectFrom('signature_record')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .where('seal_kind', '=', 'company')
    .where('seal_id', 'is not', null)
    .orderBy('signed_at')
    .orderBy('record_id')
    .select(['account_id', 'signer_name', 'seal_id', 'seal_name', 'approval_id'])
    .execute()
  const [first] = records
  if (!first) return null
  const same = records.filter((one) => one.account_id === first.account_id)
  const seals = new Map(same.flatMap(({ seal_id, seal_name }) => (seal_id === null ? [] : [[seal_id, seal_name]])))
  const approvalId = same.find(({ approval_id }) => approval_id !== null)?.approval_id
  const application = approvalId
    ? await own
        .selectFrom('approval')
        .where('tenant_id', '=', tenantId)
        .where('approval_id', '=', approvalId)
        .select(['applicant_id', 'applicant_name', 'amount'])
        .executeTakeFirst()
    : undefined
  return {
    accountId: application?.applicant_id ?? first.account_id,
    name: application?.applicant_name ?? first.signer_name,
    seals: [...seals].map(([sealId, sealName]) => ({ sealId, sealName })),
    amount: application?.amount ?? null,
    isApproved: application !== undefined,
  }
}
