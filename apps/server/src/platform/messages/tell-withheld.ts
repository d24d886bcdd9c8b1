import { maskPhone } from '@moqi/domain/identity/phone'
import type { SmsBudget } from '@moqi/domain/messages/sms-budget'
import { formatDate } from '@moqi/domain/time/format-date'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from './notify.ts'

type Telling = Pick<Deps, 'db' | 'now' | 'newId' | 'sms' | 'config' | 'derivationKey'>
type Withheld = { recipient: string; contract_id: string | null; sender_tenant_id: string | null }

/**
 * Tells the initiator of a contract that an SMS about it was not sent: once a contract where it is the recipient's day
 * that is used up, once a day where it is the sender's.
 */
export async function tellWithheld(
  deps: Telling,
  { recipient, contract_id: contractId, sender_tenant_id: tenantId }: Withheld,
  budget: SmsBudget,
): Promise<void> {
  if (contractId === null || tenantId === null) return
  const contract = await deps.db.read(tenantId, (tenant) =>
    tenant
      .selectFrom('contract')
      .where('tenant_id', '=', tenantId)
      .where('contract_id', '=', contractId)
      .select(['subject', 'contract_no', 'initiator_account_id', 'initiator_name', 'initiator_sign_id'])
      .executeTakeFirst(),
  )
  if (!contract) return
  const about = budget === 'recipient' ? contractId : formatDate(deps.now(), '{y}-{m}-{d}')
  await deps.db.directoryWrite((tx) =>
    notify(deps, tx, {
      kind: 'smsWithheld',
      to: { accountId: contract.initiator_account_id, tenantId },
      once: `smsWithheld ${budget} ${about}`,
      facts: {
        name: contract.initiator_name,
        title: contract.subject,
        contractNo: contract.contract_no,
        signId: contract.initiator_sign_id,
        url: null,
        phone: maskPhone(recipient),
        budget,
      },
    }),
  )
}
