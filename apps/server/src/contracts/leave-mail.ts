import type { Input, Output } from '@moqi/api/call'
import type { openSign } from '@moqi/api/open-sign'
import { checkEmail } from '@moqi/domain/identity/email'
import { Refusal } from '@moqi/domain/refusal'
import { partyOf } from '#src/cores/contract/contract-rows.ts'
import type { ContractVerb } from '#src/cores/contract/contract-verb.ts'
import { isToldFinished, mailFinished } from '#src/cores/contract/tell-finished.ts'
import { countTickets } from '#src/cores/contract/ticket.ts'
import { fieldOf } from '#src/platform/field-of.ts'

type Leave = typeof openSign.leaveMail

/** Of what has finished: the SMS about the end, and three mails. */
const mostLinks = 4

/**
 * Keeps where a party wants word of the finished file; when everybody has been told already, the mail goes out at once.
 * Throws `contract/illegal-move` when the contract has ended otherwise.
 */
export const leaveMail: ContractVerb<Input<Leave>, Output<Leave>, { told: boolean; links: number }> = {
  operation: null,
  check: ({ email }) => void fieldOf('email', checkEmail(email)),
  facts: async (_, tx, { stored: { contract }, entry }) => ({
    told: await isToldFinished(tx, contract),
    links: await countTickets(tx, { ...entry, partyNo: entry.partyNo ?? 0 }, contract.finished_at ?? 0),
  }),
  decide({ stored, entry, input, facts: { told, links } }) {
    const { contract, parties } = stored
    const isLiving = contract.state === 'signing' || contract.state === 'finish'
    const party = parties.find(({ party_no }) => party_no === entry.partyNo)
    if (!party || !isLiving) throw new Refusal('contract/illegal-move')
    // Nobody uses a finished contract to write to the world.
    if (told && links >= mostLinks)
      throw new Refusal('request/too-often', { message: '邮箱更换次数过多，请登录后直接下载合同' })
    const email = fieldOf('email', checkEmail(input.email))
    return { parties: [{ partyNo: party.party_no, set: { finished_mail: email } }], answer: () => ({ email }) }
  },
  async write(deps, tx, { entry, facts: { told }, applied: { after } }) {
    if (told) await mailFinished(deps, tx, after.contract, partyOf(after, entry.partyNo))
  },
}
