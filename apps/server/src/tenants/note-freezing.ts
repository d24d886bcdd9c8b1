import { partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import { byJob, type ContractJob } from '#src/cores/contract/contract-job.ts'
import { concernedInitiator, concernedParty } from '#src/cores/contract/notify-people.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { JobPayloads } from '#src/platform/jobs/jobs.ts'

type Payload = JobPayloads['noteFreezing']

/** Writes to the log of each contract frozen together, or let go on, that it was and why, and tells those who wait. */
export async function noteFreezing(deps: Deps, payload: Payload): Promise<void> {
  const { tenantId, freezingId } = payload
  const rows = await deps.db.read(tenantId, (home) =>
    home
      .selectFrom('contract_freeze')
      .where('tenant_id', '=', tenantId)
      .where('freezing_id', '=', freezingId)
      .orderBy('contract_id')
      .select('contract_id')
      .execute(),
  )
  for (const { contract_id: contractId } of rows) await byJob(noteOne)(deps, { ...payload, contractId })
}

/** A repeat finds its line. */
const noteOne: ContractJob<boolean, Payload & { contractId: string }> = {
  async facts(_deps, tx, { payload: { tenantId, contractId, verb, reason, at } }) {
    const line = await tx
      .selectFrom('contract_log')
      .where('tenant_id', '=', tenantId)
      .where('contract_id', '=', contractId)
      .where('verb', '=', verb)
      .where('detail', '=', reason)
      .where('at', '>=', at)
      .select('log_no')
      .executeTakeFirst()
    return line !== undefined
  },
  decide({ stored: { contract, parties }, payload: { freezingId, contractId, verb, reason }, facts: isNoted }) {
    if (isNoted) return null
    const waiting = parties.filter(({ state }) => partyLifecycle.can(state, 'close')).map(concernedParty)
    return {
      log: [{ verb, detail: reason }],
      tell: [
        {
          kind: 'contractFrozen',
          once: `${verb} ${freezingId} ${contractId}`,
          people: [concernedInitiator(contract), ...waiting],
          factsOf: (about) => ({ ...about, isFrozen: verb === 'freeze', reason }),
        },
      ],
    }
  },
}
