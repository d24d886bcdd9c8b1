import type { delivery } from '@moqi/api/delivery'
import { Refusal } from '@moqi/domain/refusal'
import { changeContracts } from '#src/cores/contract/change-contracts.ts'
import { actorOf } from '#src/cores/contract/contract-log.ts'
import { partyName } from '#src/cores/contract/contract-rows.ts'
import { partyLinks } from '#src/cores/contract/party-links.ts'
import { linkable, requireInitiator } from './list-deliveries.ts'
import type { Handler } from '#src/platform/handlers.ts'

/**
 * The link of a party whose turn it is, to be handed on by other ways than SMS. Like one that is sent it opens nothing
 * until the party's own phone is proved; the log says who took it.
 */
export const copyPartyLink: Handler<typeof delivery.copyPartyLink> = async (deps, member, { signId, signerNo }) => {
  const entry = await requireInitiator(deps, member, signId)
  return changeContracts(deps, actorOf(member), [entry], {
    async facts(tx, [stored]) {
      const party = linkable(stored, member.accountId).find(({ party_no }) => party_no === signerNo)
      if (!party) throw new Refusal('field/invalid', { field: 'partyNo', message: '当前没有在等该签署方签署' })
      const expiresAt = stored.contract.sign_expire_at ?? deps.now()
      const linkOf = await partyLinks(deps, tx, stored.contract, { parties: [party], expiresAt })
      return { party, url: linkOf({ signId: party.sign_id }) }
    },
    decide: (_, { party, url }) => ({
      changes: [{ log: [{ verb: 'copyLink', detail: partyName(party) }] }],
      answer: () => ({ url }),
    }),
  })
}
