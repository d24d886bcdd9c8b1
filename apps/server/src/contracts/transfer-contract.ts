import type { operation } from '@moqi/api/operation'
import type { Input, Output } from '@moqi/api/call'
import { operationLimits } from '@moqi/domain/contract/after-sending'
import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import { enforce } from '@moqi/domain/contract/row-policy'
import { maskPhone } from '@moqi/domain/identity/phone'
import { Refusal } from '@moqi/domain/refusal'
import { loadContract, type PartyRow, type StoredContract, viewOf } from '#src/cores/contract/contract-rows.ts'
import type { ContractVerb } from '#src/cores/contract/contract-verb.ts'
import { type Entry, requireEntry } from '#src/cores/contract/entry.ts'
import { concernedParty } from '#src/cores/contract/notify-people.ts'
import { smsDeadline } from '#src/cores/contract/open-parties.ts'
import { passPlaces } from '#src/cores/contract/pass-places.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'
import { forgetWill } from '#src/cores/signer/will.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { checkBeforeDeadline } from './before-deadline.ts'
import { reasonOf } from './close-contract.ts'
import { successorOf } from './successor-of.ts'
import { type Colleague, colleaguesOf, requireColleague } from '#src/cores/identity/colleagues.ts'

type Transfer = typeof operation.transferTask

/** Whom the actor may hand this contract to: real-named members of the same company, phones masked. */
export const listColleagues: Handler<typeof operation.listColleagues> = async (deps, member, { signId }) => {
  const entry = await requireEntry(deps, member, signId)
  return deps.db.read(entry.homeTenantId, async (db) => {
    const stored = await loadContract(db, entry)
    enforce('transfer', viewOf(stored, entry))
    const own = handingOver(stored, entry)
    const others = (await colleaguesOf(db, member)).filter((one) => one.realNamed && !isParty(stored, own, one))
    const colleagueArray = others.map(({ accountId, name, phone }) => ({
      colleagueId: accountId,
      name,
      phone: maskPhone(phone),
    }))
    return { colleagueArray }
  })
}

/**
 * Hands the actor's turn to a colleague of the same company (checklist C90, domain.md 5.2): places and form fields go
 * to a new party, the old one is `transferred`, and what it had proved for signing is worth nothing.
 */
export const transferContract: ContractVerb<
  Input<Transfer>,
  Output<Transfer>,
  { colleague: Colleague; signId: string }
> = {
  operation: 'transfer',
  check: ({ reason }) => void reasonOf(reason),
  async facts(deps, tx, { stored, entry, member, input, now }) {
    handingOver(stored, entry)
    checkBeforeDeadline(stored.contract, now)
    return { colleague: await requireColleague(tx, member, input), signId: newSignId(deps) }
  },
  decide({ stored, entry, member, input, facts: { colleague, signId } }) {
    const { contract } = stored
    const own = handingOver(stored, entry)
    if (isParty(stored, own, colleague)) throw refuse('phone', '该同事已是本合同的签署方，请选择其他同事')
    const { accountId, name, phone } = colleague
    const person = { name, phone, company_name: own.company_name, credit_code: own.credit_code }
    const successor = successorOf(stored, own, { ...person, sign_id: signId }, { tenantId: member.tenantId, accountId })
    return {
      moves: [{ of: 'party', partyNo: own.party_no, event: 'transfer' }],
      joining: [successor],
      entries: [
        { kind: 'take', tenantId: entry.tenantId, signId: entry.signId, isInitiator: entry.isInitiator },
        { kind: 'give', partyNo: successor.party_no },
      ],
      contacts: [{ partyNo: successor.party_no, what: 'opened' }],
      log: [{ verb: 'transfer', detail: `转交给${colleague.name}：${reasonOf(input.reason)}` }],
      tell: [
        {
          kind: 'transferred',
          people: [concernedParty(successor)],
          factsOf: (about, url) => ({ ...about, who: member.nickName, date: smsDeadline(contract), url }),
        },
      ],
      answer: () => ({ signerName: colleague.name }),
    }
  },
  async write(_, tx, { stored, entry, member, applied }) {
    const [successor] = applied.after.parties.slice(stored.parties.length)
    if (successor) await passPlaces(tx, entry, { from: entry.partyNo ?? 0, to: successor.party_no })
    await forgetWill(tx, member.accountId, entry.signId)
  },
}

const refuse = (field: string, message: string) => new Refusal('field/invalid', { field, message })

/** The own party, if it may be handed over. */
function handingOver(stored: StoredContract, entry: Entry): PartyRow {
  const own = stored.parties.find(({ party_no }) => party_no === entry.partyNo)
  if (!own) throw new Refusal('contract/illegal-move')
  if (own.kind === 'person') throw refuse('signId', '个人签署方须由本人签署，不能转交')
  const times = stored.parties.filter(hasLeft).length
  if (times < operationLimits.transfers) return own
  throw refuse('signId', `一份合同最多转交${operationLimits.transfers}次，请由当前经办人处理`)
}

const isParty = ({ parties }: StoredContract, own: PartyRow, { accountId }: Colleague) =>
  parties.some((party) => {
    const same = party.account_id === accountId && party.company_name === own.company_name
    return party !== own && same && !hasLeft(party)
  })
