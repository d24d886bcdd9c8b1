import type { openSign } from '@moqi/api/open-sign'
import { smsMessage } from '@moqi/domain/messages/sms-text'
import type { Handler } from '#src/platform/handlers.ts'
import { findTicket, type Ticket } from '#src/cores/contract/ticket.ts'
import { type CodePurpose, codeWait, sendCode } from '#src/platform/messages/verification-code.ts'
import { recordConsent } from '#src/cores/identity/consent.ts'
import { enterAccount } from '#src/cores/identity/enter-account.ts'
import { findOrCreate } from './find-or-create.ts'
import { findSigner } from './find-signer.ts'
import { useSignInCode } from './use-sign-in-code.ts'

/**
 * Sends a code to the invited phone, and to no other: whoever was forwarded the link cannot use it. No captcha is
 * asked, for nobody can choose who is disturbed, and how often.
 */
export const sendTicketCode: Handler<typeof openSign.sendTicketCode> = async (deps, caller, { ticket }) => {
  const found = await findTicket(deps, ticket)
  await sendCode(deps, purposeOf(found), caller.address, (code) => smsMessage('loginCode', { code }, deps.config.brand))
  return codeWait
}

/** Signs the invited phone in by its code (checklist R44); a phone without account gets one. */
export const enterByTicket: Handler<typeof openSign.enterByTicket> = async (deps, caller, input) => {
  const found = await findTicket(deps, input.ticket)
  const { phone } = found.party
  const signer = await deps.db.directory((directory) => findSigner(deps, directory, caller, phone))
  await useSignInCode(deps, caller, { purpose: purposeOf(found), code: input.smsCode, method: 'code', signer })
  const accountId = signer.account?.account_id ?? (await findOrCreate(deps, phone, input.inviteCode))
  const session = { accountId, remember: input.rememberMe === 1, method: 'code' } as const
  return enterAccount(deps, caller, session, (tx) => recordConsent(deps, tx, caller, accountId))
}

const purposeOf = ({ party, key }: Ticket): CodePurpose => ({ recipient: party.phone, scene: 'ticket', binding: key })
