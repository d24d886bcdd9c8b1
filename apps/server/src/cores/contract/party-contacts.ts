import type { Selectable } from 'kysely'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { ContractRow } from './contract-rows.ts'

type Contact = Selectable<Schema['party_contact']>
/** When each party was asked, urged and corrected, by its number; what was never noted is not there. */
export type Contacts = ReadonlyMap<number, Contact>

/** Reads what was noted of the parties of a contract. Runs in the home tenant. */
export async function contactsOf(
  tx: Db,
  { tenant_id, contract_id }: Pick<ContractRow, 'tenant_id' | 'contract_id'>,
): Promise<Contacts> {
  const rows = await tx
    .selectFrom('party_contact')
    .where('tenant_id', '=', tenant_id)
    .where('contract_id', '=', contract_id)
    .selectAll()
    .execute()
  return new Map(rows.map((row) => [row.party_no, row]))
}

/** Something that is noted of one party now: its turn has come, it was urged, or it got another phone. */
export type ContactNote = { partyNo: number; what: 'opened' | 'urged' | 'phoneChanged' }

/** Notes it. Whoever is urged first counts as asked since the contract was sent. Runs in the home tenant. */
export async function noteContact(
  tx: Db,
  contract: ContractRow,
  { partyNo, what }: ContactNote,
  at: number,
): Promise<void> {
  const key = { tenantId: contract.tenant_id, contractId: contract.contract_id, partyNo, at }
  if (what === 'opened') await noteOpened(tx, key)
  else if (what === 'urged') await noteUrged(tx, { ...key, openedAt: contract.sent_at })
  else await notePhoneChange(tx, key)
}

const sameLookMs = 600_000

/** Counts a look of the party whose turn it is; looks within ten minutes are one. Runs in the home tenant. */
export async function noteLook(tx: Db, at: { tenantId: string; contractId: string; partyNo: number }, now: number) {
  await tx
    .insertInto('party_contact')
    .values({
      tenant_id: at.tenantId,
      contract_id: at.contractId,
      party_no: at.partyNo,
      opened_at: null,
      urged_at: null,
      phone_changed_at: null,
      looks: 1,
      looked_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'contract_id', 'party_no'])
        .doUpdateSet((eb) => ({ looks: eb('party_contact.looks', '+', 1), looked_at: now }))
        .where((eb) =>
          eb.or([eb('party_contact.looked_at', 'is', null), eb('party_contact.looked_at', '<=', now - sameLookMs)]),
        ),
    )
    .execute()
}

/** Whether a look now is another than the last one. */
export const isAnotherLook = (contact: Pick<Contact, 'looked_at'> | undefined, now: number): boolean =>
  contact === undefined || contact.looked_at === null || contact.looked_at <= now - sameLookMs

type Noted = { tenantId: string; contractId: string; partyNo: number; at: number }

const noteOpened = compiledOnce((tx, given: Noted) =>
  tx
    .insertInto('party_contact')
    .values({
      tenant_id: given.tenantId,
      contract_id: given.contractId,
      party_no: given.partyNo,
      opened_at: given.at,
      urged_at: null,
      phone_changed_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'contract_id', 'party_no'])
        .doUpdateSet((eb) => ({ opened_at: eb.ref('excluded.opened_at') })),
    ),
)

const noteUrged = compiledOnce((tx, given: Noted & { openedAt: number | null }) =>
  tx
    .insertInto('party_contact')
    .values({
      tenant_id: given.tenantId,
      contract_id: given.contractId,
      party_no: given.partyNo,
      opened_at: given.openedAt,
      urged_at: given.at,
      phone_changed_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'contract_id', 'party_no'])
        .doUpdateSet((eb) => ({ urged_at: eb.ref('excluded.urged_at') })),
    ),
)

const notePhoneChange = compiledOnce((tx, given: Noted) =>
  tx
    .insertInto('party_contact')
    .values({
      tenant_id: given.tenantId,
      contract_id: given.contractId,
      party_no: given.partyNo,
      opened_at: null,
      urged_at: null,
      phone_changes: 1,
      phone_changed_at: given.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'contract_id', 'party_no']).doUpdateSet((eb) => ({
        phone_changes: eb('party_contact.phone_changes', '+', 1),
        phone_changed_at: eb.ref('excluded.phone_changed_at'),
        urged_at: null,
      })),
    ),
)
