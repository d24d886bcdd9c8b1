import type { FlowFacts } from '@moqi/domain/approvals/flow'
import { amountToJudge, contractAmount } from '@moqi/domain/contract/amount'
import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import type { StoredContract } from '#src/cores/contract/contract-rows.ts'
import { templateOf } from '#src/cores/template/contract-of-template.ts'
import type { Db } from '#src/platform/database/database.ts'

/** What a flow's conditions are asked of: the seals, the amount that the applicant names, and who applies. */
type Asked = { sealIds: readonly string[]; amount: number | null; tenantId: string }

/** What conditions speak of, for one contract; a template is known to the company that made it alone. Read at home. */
export async function flowFacts(
  home: Db,
  { contract, parties }: StoredContract,
  { sealIds, amount, tenantId }: Asked,
): Promise<FlowFacts> {
  const { tenant_id, contract_id: contractId, initiator_company, initiator_name } = contract
  const others = parties.filter((party) => !hasLeft(party) && party.party_tenant_id !== tenantId)
  const initiator = tenant_id === tenantId ? [] : [initiator_company ?? initiator_name]
  return {
    sealIds,
    amount: amountToJudge(contractAmount(contract.amount, tenant_id === tenantId), amount),
    counterparts: [...others.map(({ company_name, name }) => company_name ?? name), ...initiator],
    templateId: tenant_id === tenantId ? await templateOf(home, { tenantId, contractId }) : null,
  }
}
