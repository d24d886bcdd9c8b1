import { maskPhone } from '@moqi/domain/identity/phone'
import { letterDays } from '@moqi/domain/seals/grant-letter'
import { companyLetterParts, companyLetterTitle } from '@moqi/domain/spaces/company-letter'
import { dayMs, endOfDayOf } from '@moqi/domain/time/civil-date'
import { newContract } from '#src/cores/contract/new-contract.ts'
import { againWhenNumberTaken } from '#src/cores/contract/number-taken.ts'
import { freezeLetter, sendLetter } from '#src/cores/contract/send-letter.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'
import { typesetSides } from '#src/cores/contract/typeset-letter.ts'
import { type CompanyAuthRow, noteLetter, openCompanyAuth } from '#src/cores/identity/company-auth.ts'
import { type FoundMember, findMember } from '#src/cores/identity/own-spaces.ts'
import type { Deps } from '#src/platform/deps.ts'

/**
 * Sends the letter of a company's authentication to its legal representative, who may have no account yet: a contract
 * of its own in the personal space of who asked for it, at no cost. A repeat sends nothing more. Its end is the
 * authentication's (`settleCompanyLetter`).
 */
export async function sendCompanyLetter(deps: Deps, { authId }: { authId: string }): Promise<void> {
  const row = await deps.db.directory((directory) => openCompanyAuth(directory, { authId }))
  if (!row || !isUnsent(row)) return
  const sender = await senderOf(deps, row.account_id)
  // Whoever has closed the account meanwhile sends nothing; the authentication lapses.
  if (!sender) return
  const { tenantId } = sender
  const contractId = deps.newId()
  const letter = await typesetSides(deps, sender.accountId, {
    title: companyLetterTitle,
    running: `${companyLetterTitle}　${row.company_name}`,
    paragraphs: companyLetterParts({
      companyName: row.company_name,
      creditCode: row.credit_code,
      legalName: row.legal_name,
      operatorName: sender.nickName,
      operatorPhone: maskPhone(sender.phone),
      brand: deps.config.brand,
    }),
    sides: [{ label: `法定代表人（签名）：${row.legal_name}`, control: 'handwrite' }],
  })
  const frozen = await freezeLetter(deps, { tenantId, contractId }, letter)
  await againWhenNumberTaken(() =>
    deps.db.write(tenantId, async (tx) => {
      const open = await openCompanyAuth(tx, { authId }, true)
      if (!open || !isUnsent(open)) return
      const contract = contractOf(deps, sender, open, contractId)
      await sendLetter(
        deps,
        tx,
        { accountId: sender.accountId, name: sender.nickName },
        {
          contract,
          parties: [legalOf(open)],
          identity: { partyNo: 1, identityHash: open.legal_identity_hash ?? '' },
          letter,
          frozen,
          title: companyLetterTitle,
          phone: sender.phone,
        },
      )
      await noteLetter(tx, open, {
        letter_tenant_id: tenantId,
        letter_contract_id: contractId,
        letter_sign_id: contract.initiator_sign_id,
        expire_at: contract.sign_expire_at,
      })
    }),
  )
}

const isUnsent = ({ auth_way, step, letter_contract_id }: CompanyAuthRow) =>
  auth_way === 'letter' && step !== 'infoSubmitted' && letter_contract_id === null

/** Who asked for it, in the own personal space. */
async function senderOf(deps: Pick<Deps, 'db'>, accountId: string): Promise<FoundMember | null> {
  const own = await deps.db.directory((directory) =>
    directory
      .selectFrom('membership as m')
      .innerJoin('space as s', 's.tenant_id', 'm.tenant_id')
      .where('m.account_id', '=', accountId)
      .where('s.kind', '=', 'person')
      .select('s.tenant_id')
      .executeTakeFirst(),
  )
  return own ? findMember(deps, { accountId, tenantId: own.tenant_id }) : null
}

function contractOf(deps: Deps, sender: FoundMember, { company_name }: CompanyAuthRow, contractId: string) {
  const written = {
    subject: `${companyLetterTitle}（${company_name}）`,
    contractNo: null,
    remark: null,
    signExpireTime: endOfDayOf(deps.now() + (letterDays - 1) * dayMs),
    contractEndTime: null,
    amount: null,
    signOrderType: 'order' as const,
    cc: [],
    saveContacts: false,
  }
  const signId = newSignId(deps)
  return newContract(deps, sender, written, { contractId, signId, state: 'waitSend', kind: 'companyAuth' })
}

const legalOf = ({ legal_name, legal_phone }: CompanyAuthRow) => ({
  partyNo: 1,
  signOrder: 1,
  name: legal_name,
  phone: legal_phone ?? '',
  companyName: null,
  signKind: 'any' as const,
  willKind: 'any' as const,
  forcedReading: false,
})
