import type { voiding } from '@moqi/api/voiding'
import { wireStatus } from '@moqi/api/wire/contract'
import { maskPhone } from '@moqi/domain/identity/phone'
import { rowOperations, rowStatus } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import { shownFiles } from '#src/cores/contract/contract-files.ts'
import { viewOf } from '#src/cores/contract/contract-rows.ts'
import { requireReadableEntry } from '#src/cores/contract/entry.ts'
import { linkedSignId } from '#src/cores/contract/linked-entry.ts'
import { companiesOf, shownParty } from '#src/cores/contract/shown-party.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { readPair } from './agreement-pair.ts'
import { readTerms, wireTerms } from './agreement-terms.ts'
import { operatorsFor, replaceableBy } from './replace-operators.ts'

/** A void agreement with the contract it voids, for its form and for whoever may read it (checklist C65). */
export const getRelieveInfo: Handler<typeof voiding.getRelieveInfo> = async (deps, member, { signId }) => {
  const entry = await requireReadableEntry(deps, member, signId)
  const read = await deps.db.read(entry.homeTenantId, async (home) => {
    const { agreement, origin } = await readPair(home, entry)
    const terms = await readTerms(home, entry)
    if (!terms) throw new Refusal('contract/not-found')
    const { contract, parties } = agreement
    const view = viewOf(agreement, entry)
    const isEditable = rowOperations(view).includes('edit')
    const companies = await companiesOf(home, parties)
    const replaceable = isEditable ? parties.filter(replaceableBy(member)) : []
    const info = {
      signId,
      taskId: contract.contract_id,
      taskNo: contract.contract_no,
      status: wireStatus(rowStatus(view)),
      originTaskName: origin.subject,
      originTaskNo: origin.contract_no,
      originFinishTime: origin.finished_at,
      fileArray: await shownFiles(home, { ...entry, contractId: origin.contract_id }, { signId }),
      signerArray: parties.map((party) => shownParty(party, party.party_no === entry.partyNo, companies)),
      replaceableArray: replaceable.map(({ party_no }) => party_no),
      colleagueArray: replaceable.length === 0 ? [] : (await operatorsFor(home, member)).map(wireOperator),
      ...wireTerms(terms),
      signExpireTime: contract.sign_expire_at,
      version: contract.version,
    }
    return { info, origin: { homeTenantId: entry.homeTenantId, contractId: origin.contract_id } }
  })
  const originSignId = await deps.db.read(member.tenantId, (own) => linkedSignId(own, member, read.origin))
  return { ...read.info, originSignId }
}

const wireOperator = ({ accountId, name, phone }: { accountId: string; name: string; phone: string }) => ({
  colleagueId: accountId,
  name,
  phone: maskPhone(phone),
})
