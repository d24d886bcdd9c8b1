import { missingPapersText, type PaperDemand } from '@moqi/domain/contract/paper-demand'
import { Refusal } from '@moqi/domain/refusal'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { PartyPlace } from './contract-files.ts'
import type { Entry } from './entry.ts'
import type { StoredContract } from './contract-rows.ts'

type Place = { tenantId: string; contractId: string }
type Asked = { partyNo: number; demands: readonly PaperDemand[] }

/** A demand as it is kept, with its number within its party. */
export type KeptDemand = PaperDemand & { partyNo: number; demandNo: number }

/** Replaces what the parties of a draft are asked to hand in. Runs in its tenant. */
export async function putDemands(tx: Db, { tenantId, contractId }: Place, asked: readonly Asked[]): Promise<void> {
  await tx.deleteFrom('paper_demand').where('tenant_id', '=', tenantId).where('contract_id', '=', contractId).execute()
  const rows = asked.flatMap(({ partyNo, demands }) =>
    demands.map(({ name, note, required }, index) => ({
      tenant_id: tenantId,
      contract_id: contractId,
      party_no: partyNo,
      demand_no: index + 1,
      name,
      note,
      required,
    })),
  )
  if (rows.length > 0) await tx.insertInto('paper_demand').values(rows).execute()
}

/** What the parties of a contract are asked to hand in, in order. */
export async function demandsOf(db: Db, { tenantId, contractId }: Place): Promise<KeptDemand[]> {
  const rows = await db
    .selectFrom('paper_demand')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .select(['party_no', 'demand_no', 'name', 'note', 'required'])
    .orderBy('party_no')
    .orderBy('demand_no')
    .execute()
  return rows.map(({ party_no, demand_no, ...demand }) => ({ partyNo: party_no, demandNo: demand_no, ...demand }))
}

/** Whether anything is asked that the viewer is told of: of any party for the initiator, of the own for a party. */
export async function asksPapers(db: Db, { homeTenantId, contractId, partyNo, isInitiator }: Entry): Promise<boolean> {
  const found = await db
    .selectFrom('paper_demand')
    .where('tenant_id', '=', homeTenantId)
    .where('contract_id', '=', contractId)
    .$if(!isInitiator, (demands) => demands.where('party_no', '=', partyNo))
    .select('demand_no')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Asks the parties of a new draft for what those of the old contract were asked for; `numbers` are the new by the old.
 */
export async function copyDemands(
  tx: Db,
  old: StoredContract['contract'],
  { tenantId, contractId }: Place,
  numbers: ReadonlyMap<number, number>,
): Promise<void> {
  const demands = await demandsOf(tx, { tenantId: old.tenant_id, contractId: old.contract_id })
  const asked = [...numbers].map(([before, partyNo]) => ({
    partyNo,
    demands: demands.filter((demand) => demand.partyNo === before),
  }))
  await putDemands(tx, { tenantId, contractId }, asked)
}

/**
 * An expression for the names of what a party must hand in, with null in place of what it has; null itself when nothing
 * must be.
 */
export const requiredPapers = (
  tenantId: RawBuilder<unknown>,
  contractId: RawBuilder<unknown>,
  partyNo: RawBuilder<unknown>,
): RawBuilder<(string | null)[] | null> => sql`(
  select jsonb_agg(case when exists (
      select from handed_paper h where h.tenant_id = d.tenant_id and h.contract_id = d.contract_id
        and h.party_no = d.party_no and h.demand_no = d.demand_no) then null else d.name end order by d.demand_no)
  from paper_demand d
  where d.tenant_id = ${tenantId} and d.contract_id = ${contractId} and d.party_no = ${partyNo} and d.required)`

/** Of what `requiredPapers` gives, the names of what is missing. */
export const missingOf = (papers: readonly (string | null)[] | null): string[] =>
  (papers ?? []).filter((name) => name !== null)

/**
 * Throws `contract/papers-missing` while the party has not handed in what it must. Held with the contract, it stays so
 * to the end of the transaction. Runs in the home tenant.
 */
export async function requirePapers(tx: Db, { homeTenantId, contractId, partyNo }: PartyPlace): Promise<void> {
  const { rows } = await sql<{ papers: (string | null)[] | null }>`
    select ${requiredPapers(sql`${homeTenantId}::uuid`, sql`${contractId}::uuid`, sql`${partyNo}::integer`)} as papers
  `.execute(tx)
  refuseMissing(missingOf(rows[0]?.papers ?? null))
}

/** Throws `contract/papers-missing` when anything is. */
export function refuseMissing(missing: readonly string[]): void {
  const message = missingPapersText(missing)
  if (message !== null) throw new Refusal('contract/papers-missing', { message })
}
