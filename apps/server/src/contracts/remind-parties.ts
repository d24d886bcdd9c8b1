import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import { formatDate } from '@moqi/domain/time/format-date'
import type { ContractJob } from '#src/cores/contract/contract-job.ts'
import type { ContractRow, StoredContract } from '#src/cores/contract/contract-rows.ts'
import { endJobs } from '#src/cores/contract/contract-timers.ts'
import type { AnyTelling } from '#src/cores/contract/decision.ts'
import { concernedInitiator, concernedParty, isTold } from '#src/cores/contract/notify-people.ts'
import { isAsked, smsDeadline } from '#src/cores/contract/open-parties.ts'
import type { JobPayloads } from '#src/platform/jobs/jobs.ts'

/**
 * Tells those who have not signed, and the initiator, that the deadline is near: nobody is told twice, however often or
 * on however many nodes it runs, and a deadline that was moved is not told of.
 */
export const remindDeadline: ContractJob<{ told: boolean }, JobPayloads['remindDeadline']> = {
  facts: async (_, tx, { stored: { contract } }) => ({
    // Who has heard of another contract of a batch today has not been told for the parties of this one.
    told: contract.batch_id === null && (await isTold(tx, contract, dueNames(contract).initiator)),
  }),
  decide({ stored, payload: { signExpireTime }, facts, now }) {
    const { contract } = stored
    const isDue = contract.state === 'signing' && contract.sign_expire_at === signExpireTime && now < signExpireTime
    return isDue && !facts.told ? { tell: dueTellings(stored, signExpireTime) } : null
  },
}

const dueNames = ({ contract_id, sign_expire_at }: ContractRow) => {
  const parties = `due ${contract_id} ${sign_expire_at}`
  return { parties, initiator: `${parties} initiator` }
}

function dueTellings({ contract, parties }: StoredContract, until: number): AnyTelling[] {
  const names = dueNames(contract)
  const asked = parties.filter(isAsked)
  const date = smsDeadline(contract)
  const n = parties.filter((party) => party.state !== 'signed' && !hasLeft(party)).length
  return [
    {
      kind: 'dueSigner',
      once: names.parties,
      together: until,
      people: asked.map(concernedParty),
      links: { parties: asked, until },
      factsOf: (about, url) => ({ ...about, url, date }),
    },
    {
      kind: 'dueInitiator',
      once: names.initiator,
      together: until,
      people: [concernedInitiator(contract)],
      factsOf: (about) => ({ ...about, date, n }),
    },
  ]
}

/** Tells the initiator, once, that a finished contract ends soon, and sets the next reminder. */
export const remindContractEnd: ContractJob<null, JobPayloads['remindContractEnd']> = {
  facts: async () => null,
  decide({ stored: { contract }, payload: { contractId, contractEndTime, days }, now }) {
    const isLiving = contract.state === 'finish' || contract.state === 'signing'
    if (!isLiving || contract.contract_end_at !== contractEndTime) return null
    const telling: AnyTelling = {
      kind: 'contractEnds',
      once: `end ${contractId} ${days}`,
      people: [concernedInitiator(contract)],
      factsOf: (about) => ({ ...about, date: formatDate(contractEndTime, '{m}-{d}') }),
    }
    const isTime = contract.state === 'finish' && now < contractEndTime
    return { tell: isTime ? [telling] : [], jobs: endJobs(contract, now) }
  },
}
