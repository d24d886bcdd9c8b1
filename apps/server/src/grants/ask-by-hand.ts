import { type AutoFault, autoFaults } from '@moqi/domain/seals/auto-signing'
import type { ContractJob } from '#src/cores/contract/contract-job.ts'
import { noFacts } from '#src/cores/contract/contract-verb.ts'
import { concernedParty } from '#src/cores/contract/notify-people.ts'

/** Whose turn it is, and why nobody signs for it. */
type Asked = { tenantId: string; contractId: string; partyNo: number; fault: AutoFault }

/**
 * Asks the operator to sign what could not be signed automatically, and tells why; once, since its name is the
 * turn's.
 */
export const askByHand: ContractJob<null, Asked> = {
  facts: noFacts,
  decide({ stored: { contract, parties }, payload: { partyNo, fault } }) {
    const party = parties.find(({ party_no }) => party_no === partyNo)
    if (contract.state !== 'signing' || party?.state !== 'toSign') return null
    return {
      ask: [partyNo],
      tell: [
        {
          kind: 'notAutomatic',
          once: `notAutomatic ${contract.contract_id} ${partyNo}`,
          people: [concernedParty(party)],
          factsOf: (about) => ({ ...about, reason: autoFaults[fault] }),
        },
      ],
    }
  },
}
