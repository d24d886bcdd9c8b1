import type { delivery, Delivery } from '@moqi/api/delivery'
import { flagOf } from '@moqi/api/wire/flag'
import { maskEmail } from '@moqi/domain/identity/email'
import { maskPhone } from '@moqi/domain/identity/phone'
import { deliveryFault } from '@moqi/domain/messages/delivery-fault'
import { isNoticeKind, noticeKinds } from '@moqi/domain/messages/notice-kinds'
import { Refusal } from '@moqi/domain/refusal'
import type { Selectable } from 'kysely'
import { loadContract, type PartyRow, type StoredContract } from '#src/cores/contract/contract-rows.ts'
import { type Entry, requireEntry } from '#src/cores/contract/entry.ts'
import { isAsked } from '#src/cores/contract/open-parties.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { DirectoryTables } from '#src/platform/database/directory-tables.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'

/** A message about a contract, without what it says. */
export type DeliveryRow = Pick<
  Selectable<DirectoryTables['message']>,
  'message_id' | 'channel' | 'recipient' | 'scene' | 'state' | 'fault' | 'changed_at' | 'party_no'
>

/** A party is written to again no sooner than this, ms. */
const resendAfterMs = 600_000

/** What became of each SMS and mail to the parties of a contract, the newest first. */
export const listDeliveries: Handler<typeof delivery.listDeliveries> = async (deps, member, { signId }) => {
  const entry = await requireInitiator(deps, member, signId)
  const stored = await deps.db.read(entry.homeTenantId, (home) => loadContract(home, entry))
  const rows = await deps.db.directory((directory) => deliveriesOf(directory, entry).execute())
  return {
    deliveryArray: rows.flatMap((row) => wireDelivery(stored, row, deps.now())),
    linkArray: linkable(stored, member.accountId).map(({ party_no }) => party_no),
  }
}

/** The initiator's own entry; refuses like `requireEntry`, and everybody else's with `contract/initiator-only`. */
export async function requireInitiator(deps: Pick<Deps, 'db'>, member: Member, signId: string): Promise<Entry> {
  const entry = await requireEntry(deps, member, signId)
  if (!entry.isInitiator) throw new Refusal('contract/initiator-only', { operation: 'urge' })
  return entry
}

/** Messages to the parties of a contract. */
export const deliveriesOf = (directory: Db, { contractId }: Pick<Entry, 'contractId'>) =>
  directory
    .selectFrom('message')
    .where('contract_id', '=', contractId)
    .where('party_no', 'is not', null)
    .select(['message_id', 'channel', 'recipient', 'scene', 'state', 'fault', 'changed_at', 'party_no'])
    .orderBy('created_at', 'desc')
    .limit(200)

/** The parties whose turn it is, but for whoever asks. */
export const linkable = ({ contract, parties }: StoredContract, accountId: string): PartyRow[] =>
  contract.state === 'signing' ? parties.filter((party) => isAsked(party) && party.account_id !== accountId) : []

/** Whether a message may be sent once more: it has gone or failed a while ago, and its party is still asked to sign. */
export const isResendable = (stored: StoredContract, row: DeliveryRow, now: number): boolean =>
  (row.state === 'failed' || row.state === 'sent' || row.state === 'delivered') &&
  (row.state === 'failed' || row.changed_at + resendAfterMs <= now) &&
  stored.contract.state === 'signing' &&
  stored.parties.some((party) => party.party_no === row.party_no && isAsked(party))

function wireDelivery(stored: StoredContract, row: DeliveryRow, now: number): Delivery[] {
  // A chat's message names no contract.
  if (row.party_no === null || row.channel === 'chat') return []
  return [
    {
      messageId: row.message_id,
      signerNo: row.party_no,
      channel: row.channel,
      label: isNoticeKind(row.scene) ? noticeKinds[row.scene].label : '通知',
      recipient: row.channel === 'sms' ? maskPhone(row.recipient) : maskEmail(row.recipient),
      deliveryState: row.state,
      fault: row.state === 'failed' && row.fault !== null ? deliveryFault(row.fault) : null,
      changeTime: row.changed_at,
      resendable: flagOf(isResendable(stored, row, now)),
    },
  ]
}
