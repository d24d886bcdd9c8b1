import { contractLifecycle } from '@moqi/domain/contract/contract-lifecycle'
import { partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import type { ContractJob } from '#src/cores/contract/contract-job.ts'
import { concernedInitiator, concernedParty } from '#src/cores/contract/notify-people.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue, type JobPayloads } from '#src/platform/jobs/jobs.ts'

const openContracts = contractLifecycle.states.filter((state) => contractLifecycle.can(state, 'signed'))
const openParties = partyLifecycle.states.filter((state) => partyLifecycle.can(state, 'close'))

/** Queues it for each contract that a space whose authentication was ended has sent, or has still to sign. */
export async function endPartyAuths(
  deps: Deps,
  { tenantId: ended, who, endedAt }: JobPayloads['endPartyAuths'],
): Promise<void> {
  await deps.db.write(ended, async (tx) => {
    const rows = await tx
      .selectFrom('inbox')
      .where('tenant_id', '=', ended)
      .where('contract_state', 'in', openContracts)
      .where(({ or, eb }) => or([eb('home_tenant_id', '=', ended), eb('party_state', 'in', openParties)]))
      .select(['home_tenant_id', 'contract_id'])
      .distinct()
      .execute()
    for (const { home_tenant_id: tenantId, contract_id: contractId } of rows) {
      await enqueue(tx, 'endPartyAuth', { tenantId, contractId, ended, who, endedAt })
    }
  })
}

/**
 * Has a contract under way say that the authentication of a party, or of whoever sent it, was ended; those on the other
 * sides are told, who may wait for nothing. A repeat finds its line.
 */
export const endPartyAuth: ContractJob<boolean, JobPayloads['endPartyAuth']> = {
  async facts(_deps, tx, { payload: { tenantId, contractId, who, endedAt } }) {
    const line = await tx
      .selectFrom('contract_log')
      .where('tenant_id', '=', tenantId)
      .where('contract_id', '=', contractId)
      .where('verb', '=', 'endPartyAuth')
      .where('detail', '=', who)
      .where('at', '>=', endedAt)
      .select('log_no')
      .executeTakeFirst()
    return line !== undefined
  },
  decide({ stored: { contract, parties }, payload: { ended, who, endedAt }, facts: isTold }) {
    if (isTold || contract.state !== 'signing') return null
    const isInitiator = contract.tenant_id === ended
    const open = parties.filter(({ state }) => partyLifecycle.can(state, 'close'))
    if (!isInitiator && !open.some(({ party_tenant_id }) => party_tenant_id === ended)) return null
    const others = open.filter(({ party_tenant_id }) => party_tenant_id !== ended).map(concernedParty)
    return {
      log: [{ verb: 'endPartyAuth', detail: who }],
      tell: [
        {
          kind: 'partyAuthEnded',
          once: `auth ended ${contract.contract_id} ${ended} ${endedAt}`,
          people: isInitiator ? others : [concernedInitiator(contract), ...others],
          factsOf: (about) => ({ ...about, who, isInitiator }),
        },
      ],
    }
  },
}
