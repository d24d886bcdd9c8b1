import { partiesToOpen } from '@moqi/domain/contract/order'
import { partyMoved } from '@moqi/domain/contract/party-lifecycle'
import { smsMessage } from '@moqi/domain/messages/sms-text'
import { formatDate } from '@moqi/domain/time/format-date'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { queueSms } from '#src/platform/messages/queue-message.ts'
import { initiatorName, type PartyRow, type StoredContract } from './contract-rows.ts'

/** Opens the parties whose turn has come, in memory and in the database, and queues their messages. */
export async function openNextParties(
  deps: Pick<Deps, 'config' | 'now' | 'newId' | 'sms'>,
  tx: Db,
  { contract, parties }: StoredContract,
): Promise<PartyRow[]> {
  const opened = partiesToOpen(
    parties.map((party) => ({ signOrder: party.sign_order, state: party.state, party })),
    contract.sign_order_type,
  ).map(({ party }) => party)
  for (const party of opened) {
    party.state = partyMoved(party.state, 'open')
    await tx
      .updateTable('party')
      .set({ state: party.state })
      .where('tenant_id', '=', contract.tenant_id)
      .where('contract_id', '=', contract.contract_id)
      .where('signer_no', '=', party.signer_no)
      .execute()
    await askToSign(deps, tx, contract, party)
  }
  return opened
}

/** Queues the message that it is the party's turn, with the way to the contract. */
export async function askToSign(
  deps: Pick<Deps, 'config' | 'now' | 'newId' | 'sms'>,
  tx: Db,
  contract: StoredContract['contract'],
  party: Pick<PartyRow, 'phone' | 'sign_id'>,
): Promise<void> {
  const blanks = {
    who: initiatorName(contract),
    title: contract.subject,
    date: formatDate(contract.sign_expire_at, '{m}-{d} {h}:{i}'),
    url: `${deps.config.publicUrl}/s/${party.sign_id}`,
  }
  const message = smsMessage('toSign', blanks, deps.config.brand)
  await queueSms(deps, tx, { recipient: party.phone, scene: 'toSign', message })
}
