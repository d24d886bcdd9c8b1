import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import { maskPhone } from '@moqi/domain/identity/phone'
import { Refusal } from '@moqi/domain/refusal'
import type { PartyRow, StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { AnyTelling } from '#src/cores/contract/decision.ts'
import type { EntryChange } from '#src/cores/contract/entry-changes.ts'
import { concernedCopies, concernedParty } from '#src/cores/contract/notify-people.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import { isWaitingListed, wasAsked } from './ending-people.ts'

/** What somebody has handed in stays theirs: it goes neither to whoever takes their place nor away with them. */
export async function checkNothingHandedIn(tx: Db, { tenant_id, contract_id, party_no }: PartyRow): Promise<void> {
  const handed = await tx
    .selectFrom('handed_paper')
    .where('tenant_id', '=', tenant_id)
    .where('contract_id', '=', contract_id)
    .where('party_no', '=', party_no)
    .select('file_id')
    .limit(1)
    .executeTakeFirst()
  if (!handed) return
  const message = '该签署方已提交附件，不能更换或移除；请其撤下附件，或撤回后重新发送'
  throw new Refusal('field/invalid', { field: 'signerNo', message })
}

/** An initiator who was the party keeps the entry without it; anybody else loses it with every link that led there. */
export function leaving({ contract }: StoredContract, party: PartyRow): EntryChange[] {
  const isInitiator = party.sign_id === contract.initiator_sign_id
  const { party_tenant_id: tenantId, sign_id: signId } = party
  return [
    ...(isInitiator ? [] : [{ kind: 'withdraw', party } as const]),
    ...(tenantId === null ? [] : [{ kind: 'take', tenantId, signId, isInitiator } as const]),
  ]
}

/**
 * What is told of a change of the parties: to everybody who has heard of the contract but the one who does it, `what`
 * it was; to the party that it leaves out, that there is nothing more to do.
 */
export function tellParties(stored: StoredContract, by: Member, what: string, gone?: PartyRow): AnyTelling[] {
  const isDoer = (account: string | null) => account === by.accountId
  const still = stored.parties.filter((party) => party !== gone && !hasLeft(party) && !isDoer(party.account_id))
  const asked = still.filter(wasAsked)
  const listed = still.filter(isWaitingListed).map((party) => ({ ...concernedParty(party), inAppOnly: true }))
  const copies = concernedCopies(stored).filter(({ to }) => !('accountId' in to && isDoer(to.accountId)))
  const hasHeard = gone && (wasAsked(gone) || isWaitingListed(gone)) && !isDoer(gone.account_id)
  const tellings: AnyTelling[] = [
    {
      kind: 'partiesChanged',
      people: [...asked.map(concernedParty), ...listed, ...copies],
      links: { parties: asked, until: stored.contract.sign_expire_at ?? 0 },
      factsOf: (about, url) => ({ ...about, who: by.nickName, what, url }),
    },
  ]
  if (hasHeard) {
    tellings.push({
      kind: 'noLongerParty',
      people: [concernedParty(gone)],
      factsOf: (about) => ({ ...about, who: by.nickName }),
    })
  }
  return tellings
}

/** A party as others are told of it. */
export const namedParty = (party: Pick<PartyRow, 'name' | 'company_name'>): string =>
  party.company_name === null ? party.name : `${party.company_name}（${party.name}）`

/** A party as the log has it. */
export const loggedParty = (party: Pick<PartyRow, 'name' | 'company_name' | 'phone'>): string =>
  `${namedParty(party)} ${maskPhone(party.phone)}`
