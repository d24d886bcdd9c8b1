import { draftAges, draftDeletedAt, draftStep } from '@moqi/domain/contract/draft-age'
import { nullWhenRefused } from '@moqi/domain/refusal'
import { formatDate } from '@moqi/domain/time/format-date'
import { sql } from 'kysely'
import { lockContract, type StoredContract } from '#src/cores/contract/contract-rows.ts'
import { concernedInitiator, notifyPeople } from '#src/cores/contract/notify-people.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { spacesOfHour } from '#src/platform/jobs/spaces-of-hour.ts'
import { binDraft } from './delete-draft.ts'

type Place = { homeTenantId: string; contractId: string }

/**
 * Tells of drafts that nobody has touched for 180 days, and puts those of a year into their initiators' recycle bins
 * (domain 2.1). Runs as a job, for each space once a day; a repeat, on another node too, tells and deletes nothing twice.
 */
export async function ageDrafts(deps: Deps): Promise<void> {
  const at = deps.now()
  for (const tenantId of await spacesOfHour(deps, at)) await ageDraftsOf(deps, tenantId)
}

/** As `ageDrafts`, of one space. */
export async function ageDraftsOf(deps: Deps, tenantId: string): Promise<void> {
  for (const contractId of await deps.db.read(tenantId, (tenant) => untouched(tenant, tenantId, deps.now()))) {
    await deps.db.write(tenantId, (tx) => ageDraft(deps, tx, { homeTenantId: tenantId, contractId }))
  }
}

/** Drafts that are to be told of or deleted; the conditions of the index are written out. */
async function untouched(tenant: Db, tenantId: string, at: number): Promise<string[]> {
  const rows = await tenant
    .selectFrom('inbox as i')
    .innerJoin('contract as c', (join) =>
      join.onRef('c.tenant_id', '=', 'i.tenant_id').onRef('c.contract_id', '=', 'i.contract_id'),
    )
    .where('i.tenant_id', '=', tenantId)
    .whereRef('i.account_id', '=', 'c.initiator_account_id')
    .where(sql<boolean>`i.row_status in ('draft', 'waitSend') and i.binned_at is null`)
    .where('i.changed_at', '<=', at - draftAges.tellAfterMs)
    .where((row) =>
      row.or([
        row('c.idle_told_at', 'is', null),
        row('c.idle_told_at', '<=', row.ref('i.changed_at')),
        row('i.changed_at', '<=', at - draftAges.deleteAfterMs),
      ]),
    )
    .orderBy('i.changed_at')
    .select('i.contract_id')
    .execute()
  return rows.map(({ contract_id }) => contract_id)
}

async function ageDraft(deps: Deps, tx: Db, place: Place): Promise<void> {
  const stored = await lockContract(tx, place).catch(nullWhenRefused)
  const changedAt = stored && (await changedAtOf(tx, stored))
  if (!stored || changedAt === null) return
  const step = draftStep({ changedAt, toldAt: stored.contract.idle_told_at }, deps.now())
  if (step === 'tell') await tellIdle(deps, tx, stored, changedAt)
  if (step === 'delete') await binDraft(deps, tx, stored)
}

/** When it was last changed, if it is a draft still. */
async function changedAtOf(tx: Db, { contract }: StoredContract): Promise<number | null> {
  if (contract.state !== 'draft' && contract.state !== 'waitSend') return null
  const row = await tx
    .selectFrom('inbox')
    .where('tenant_id', '=', contract.tenant_id)
    .where('account_id', '=', contract.initiator_account_id)
    .where('contract_id', '=', contract.contract_id)
    .where('binned_at', 'is', null)
    .select('changed_at')
    .executeTakeFirst()
  return row?.changed_at ?? null
}

/** It is no change of the contract: whoever has it open may go on saving it. */
async function tellIdle(deps: Deps, tx: Db, { contract }: StoredContract, changedAt: number): Promise<void> {
  const toldAt = deps.now()
  await tx
    .updateTable('contract')
    .set({ idle_told_at: toldAt })
    .where('tenant_id', '=', contract.tenant_id)
    .where('contract_id', '=', contract.contract_id)
    .execute()
  const date = formatDate(draftDeletedAt({ changedAt, toldAt }), '{y}-{m}-{d}')
  await notifyPeople(deps, tx, contract, [concernedInitiator(contract)], {
    kind: 'draftIdle',
    factsOf: (about) => ({ ...about, title: about.title || '未命名合同', date }),
  })
}
