import type { draft } from '@moqi/api/draft'
import { wireStatus } from '@moqi/api/wire/contract'
import type { PaperDemand } from '@moqi/domain/contract/paper-demand'
import { enforce, rowStatus } from '@moqi/domain/contract/row-policy'
import { senderNo } from '@moqi/domain/templates/template-rules'
import type { Handler } from '#src/platform/handlers.ts'
import { areasOf, shownAttachments, shownFiles, wireArea } from '#src/cores/contract/contract-files.ts'
import { loadContract, viewOf } from '#src/cores/contract/contract-rows.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import { demandsOf } from '#src/cores/contract/paper-demands.ts'
import { companiesOf, shownCc, shownParty } from '#src/cores/contract/shown-party.ts'
import { refuseAgreement } from './refuse-agreement.ts'

/** A draft as its author goes on with it (checklist C59): phones are whole but the author's own, which stays masked. */
export const getDraftInfo: Handler<typeof draft.getDraftInfo> = async (deps, member, { signId }) => {
  const entry = await requireEntry(deps, member, signId)
  return deps.db.read(entry.homeTenantId, async (db) => {
    const stored = await loadContract(db, entry)
    const view = viewOf(stored, entry)
    enforce('edit', view)
    const { contract, parties, cc } = stored
    refuseAgreement(contract)
    const companies = await companiesOf(db, parties)
    const demands = await demandsOf(db, { tenantId: contract.tenant_id, contractId: contract.contract_id })
    return {
      signId,
      taskId: contract.contract_id,
      version: contract.version,
      status: wireStatus(rowStatus(view)),
      taskName: contract.subject,
      taskNo: contract.contract_no,
      remark: contract.remark,
      signExpireTime: contract.sign_expire_at,
      contractEndTime: contract.contract_end_at,
      contractAmount: contract.amount,
      signOrderType: contract.sign_order_type,
      fileArray: await shownFiles(db, entry, { signId }),
      attachmentArray: await shownAttachments(db, entry, { signId }),
      signerArray: parties.map((party) => ({
        ...shownParty(party, party.phone !== member.phone, companies),
        privateMessage: party.private_message,
        forcedReading: party.forced_reading ? 1 : 0,
        paperDemandArray: demands.filter(({ partyNo }) => partyNo === party.party_no).map(wireDemand),
        creditCode: party.credit_code,
        idNumber: party.identity_mask,
        signKind: party.sign_kind,
      })),
      ccArray: cc.map((one) => shownCc(one, true)),
      positionArray: (await areasOf(db, entry)).filter(({ party_no }) => party_no !== senderNo).map(wireArea),
      saveContacts: contract.save_contacts ? 1 : 0,
    }
  })
}

const wireDemand = ({ name, note, required }: PaperDemand) => ({
  name,
  note,
  required: required ? (1 as const) : (0 as const),
})
