import type { Input, Output } from '@moqi/api/call'
import type { openSign } from '@moqi/api/open-sign'
import { checkEmail } from '@moqi/domain/identity/email'
import { Refusal } from '@moqi/domain/refusal'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Member } from '#src/platform/actor.ts'
import { changeParty, lockContract } from '#src/cores/contract/contract-rows.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import { isToldFinished, mailFinished } from '#src/cores/contract/tell-finished.ts'
import { countTickets } from '#src/cores/contract/ticket.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'

type Leave = typeof openSign.leaveMail

/** Of what has finished: the SMS about the end, and three mails. */
const mostLinks = 4

/**
 * Keeps where a party wants word of the finished file; when everybody has been told already, the mail goes out at once.
 * Throws `contract/illegal-move` when the contract has ended otherwise.
 */
export async function leaveMail(deps: Deps, member: Member, input: Input<Leave>): Promise<Output<Leave>> {
  const entry = await requireEntry(deps, member, input.signId)
  const email = fieldOf('email', checkEmail(input.email))
  return deps.db.write(entry.homeTenantId, async (tx) => {
    const { contract, parties } = await lockContract(tx, entry)
    const party = parties.find(({ signer_no }) => signer_no === entry.signerNo)
    if (!party || (contract.state !== 'signing' && contract.state !== 'finish'))
      throw new Refusal('contract/illegal-move')
    const told = await isToldFinished(tx, contract)
    // Nobody uses a finished contract to write to the world.
    const place = { contractId: entry.contractId, signerNo: party.signer_no }
    const links = await countTickets(tx, place, contract.finished_at ?? 0)
    if (told && links >= mostLinks)
      throw new Refusal('request/too-often', { message: '邮箱更换次数过多，请登录后直接下载合同' })
    await changeParty(tx, party, { finished_mail: email })
    if (told) await mailFinished(deps, tx, contract, party)
    return keepAnswer(tx, deps, member, { email })
  })
}
