import type { operation } from '@moqi/api/operation'
import type { Input, Output } from '@moqi/api/call'
import { urgeWait, urgeWaitText } from '@moqi/domain/contract/after-sending'
import { Refusal } from '@moqi/domain/refusal'
import { initiatorName, partyName, type PartyRow, type StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { ContractVerb } from '#src/cores/contract/contract-verb.ts'
import { concernedParty } from '#src/cores/contract/notify-people.ts'
import { smsDeadline } from '#src/cores/contract/open-parties.ts'
import { type Contacts, contactsOf } from '#src/cores/contract/party-contacts.ts'
import { urgeable, urgeFacts } from '#src/cores/contract/urge-waits.ts'
import { checkBeforeDeadline } from './before-deadline.ts'

type Urge = typeof operation.urgeTask
/** `reached` are phones that have just had an SMS about another contract, and are spared one of this. */
type Asked = Input<Urge> & { reached?: ReadonlySet<string> }

/**
 * Reminds the parties whose turn it is, or the one that `signerNo` names (checklist C90), by the channels each has
 * chosen. Who was asked less than 30 minutes or urged less than ten minutes ago is left alone; when that leaves nobody,
 * the refusal says when.
 */
export const urgeParties: ContractVerb<Asked, Output<Urge>, Contacts> = {
  operation: 'urge',
  facts: (_, tx, { stored }) => contactsOf(tx, stored.contract),
  decide({ stored, member, input, facts, now }) {
    const { contract } = stored
    checkBeforeDeadline(contract, now)
    const parties = urgeable(stored.parties, member.accountId).filter(
      ({ party_no }) => input.signerNo === undefined || party_no === input.signerNo,
    )
    const ready = readyOf(stored, parties, facts, now)
    const asked = { who: initiatorName(contract), date: smsDeadline(contract) }
    const urgedArray = ready.map(partyName)
    return {
      log: [{ verb: 'urge', detail: urgedArray.join('、') }],
      tell: [
        {
          kind: 'urged',
          people: ready.map((party) => ({
            ...concernedParty(party),
            withoutSms: input.reached?.has(party.phone) === true,
          })),
          links: { parties: ready, until: contract.sign_expire_at ?? now },
          factsOf: (about, url) => ({ ...about, ...asked, url }),
        },
      ],
      contacts: ready.map(({ party_no }) => ({ partyNo: party_no, what: 'urged' })),
      answer: () => ({ urgedArray }),
    }
  },
}

function readyOf({ contract }: StoredContract, parties: PartyRow[], contacts: Contacts, now: number): PartyRow[] {
  if (parties.length === 0) {
    throw new Refusal('field/invalid', { field: 'partyNo', message: '当前没有等待他人签署的签署方，无需催签' })
  }
  const waits = parties.map((party) => {
    const facts = urgeFacts(contract, party, contacts)
    return { party, facts, wait: urgeWait(facts, now) }
  })
  const ready = waits.filter(({ wait }) => wait === 0).map(({ party }) => party)
  const [soonest] = waits.toSorted((a, b) => a.wait - b.wait)
  if (ready.length > 0 || !soonest) return ready
  throw new Refusal('request/too-often', {
    retryAfter: Math.ceil(soonest.wait / 1000),
    message: urgeWaitText(soonest.facts, soonest.wait),
  })
}
