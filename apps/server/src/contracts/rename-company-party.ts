import { contractLifecycle } from '@moqi/domain/contract/contract-lifecycle'
import { partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import type { ContractJob } from '#src/cores/contract/contract-job.ts'
import { noFacts } from '#src/cores/contract/contract-verb.ts'
import { concernedInitiator } from '#src/cores/contract/notify-people.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue, type JobPayloads } from '#src/platform/jobs/jobs.ts'

const openContracts = contractLifecycle.states.filter((state) => contractLifecycle.can(state, 'signed'))
const openParties = partyLifecycle.states.filter((state) => partyLifecycle.can(state, 'close'))

/** Queues a company's new name for each contract that it has still to sign. */
export async function renameCompanyParties(
  deps: Deps,
  { company, was, is }: JobPayloads['renameCompanyParties'],
): Promise<void> {
  await deps.db.write(company, async (tx) => {
    const rows = await tx
      .selectFrom('inbox')
      .where('tenant_id', '=', company)
      .where('contract_state', 'in', openContracts)
      .where('party_state', 'in', openParties)
      .select(['home_tenant_id', 'contract_id'])
      .distinct()
      .execute()
    for (const { home_tenant_id: tenantId, contract_id: contractId } of rows) {
      await enqueue(tx, 'renameCompanyParty', { tenantId, contractId, company, was, is })
    }
  })
}

/**
 * Has a contract under way know a company by the name that it has by now, and tells its initiator. What was signed
 * stays as it was signed; again, there is no company of the old name.
 */
export const renameCompanyParty: ContractJob<null, JobPayloads['renameCompanyParty']> = {
  facts: noFacts,
  decide({ stored: { contract, parties }, payload: { company, was, is } }) {
    if (contract.state !== 'signing') return null
    const own = parties.filter(
      ({ party_tenant_id, company_name, state }) =>
        party_tenant_id === company && company_name === was && partyLifecycle.can(state, 'close'),
    )
    if (own.length === 0) return null
    return {
      parties: own.map(({ party_no: partyNo }) => ({ partyNo, set: { company_name: is } })),
      log: [{ verb: 'renameParty', detail: `${was} → ${is}` }],
      tell: [
        {
          kind: 'partyRenamed',
          once: `renamed ${contract.contract_id} ${company} ${is}`,
          people: contract.tenant_id === company ? [] : [concernedInitiator(contract)],
          factsOf: (about) => ({ ...about, was, is }),
        },
      ],
    }
  },
}
