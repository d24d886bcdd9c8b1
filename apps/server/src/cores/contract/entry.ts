import { openSpaces } from '#src/cores/identity/open-spaces.ts'
import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/** A person's own way into one contract (checklist I2). */
export type Entry = {
  signId: string
  accountId: string
  /** The space the entry belongs to, which is the actor's. */
  tenantId: string
  /** Where the contract lives: the initiator's tenant. */
  homeTenantId: string
  contractId: string
  partyNo: number | null
  isInitiator: boolean
}

/**
 * The actor's own entry. Throws `contract/other-space` when it belongs to another of the actor's spaces, and
 * `contract/not-found` for everything else, so that ids cannot be probed (checklist I7).
 */
export async function requireEntry(
  { db }: Pick<Deps, 'db'>,
  actor: Pick<Member, 'accountId' | 'tenantId' | 'spaces' | 'shut'>,
  signId: string,
): Promise<Entry> {
  const found = await db.read(actor.tenantId, (own) => findEntry(own, actor, signId))
  if (found) return found
  for (const space of openSpaces(actor)) {
    if (space.tenantId === actor.tenantId) continue
    const place = { tenantId: space.tenantId, accountId: actor.accountId }
    if (!(await db.read(space.tenantId, (other) => findEntry(other, place, signId)))) continue
    const name = space.name || (space.kind === 'company' ? '企业' : '个人')
    throw new Refusal('contract/other-space', { space: name, tenantId: space.tenantId })
  }
  throw new Refusal('contract/not-found')
}

/** An entry to be read; `asAdministrator` when it is a colleague's. */
export type ReadableEntry = Entry & { asAdministrator: boolean }

/**
 * The actor's own entry, or a colleague's when the actor sees all of the company's (checklist I9): that one is nobody's
 * part in the contract, as a copy recipient's is. Refuses like `requireEntry`.
 */
export async function requireReadableEntry(
  deps: Pick<Deps, 'db'>,
  actor: Member,
  signId: string,
): Promise<ReadableEntry> {
  const found = await deps.db.read(actor.tenantId, (tenant) => findReadableEntry(tenant, actor, signId))
  return found ?? { ...(await requireEntry(deps, actor, signId)), asAdministrator: false }
}

/** The same in the actor's tenant, null when there is none. */
export async function findReadableEntry(
  tenant: Db,
  actor: Pick<Member, 'accountId' | 'tenantId' | 'space'>,
  signId: string,
): Promise<ReadableEntry | null> {
  const own = await findEntry(tenant, actor, signId)
  if (own) return { ...own, asAdministrator: false }
  const colleagues = await findColleaguesEntry(tenant, actor, signId)
  if (!colleagues) return null
  const { accountId, tenantId } = actor
  return { ...colleagues, signId, accountId, tenantId, partyNo: null, isInitiator: false, asAdministrator: true }
}

/** Whether somebody sees all contracts of the company they act in: its administrators, and whom they let (domain 6). */
export const seesAllContracts = ({ kind, rights }: Pick<Member['space'], 'kind' | 'rights'>): boolean =>
  kind === 'company' && rights.includes('seeAllContracts')

/** A colleague's entry, for who sees all of the company's; null for anybody else. Read in the company's tenant. */
export async function findColleaguesEntry(
  own: Db,
  { tenantId, space }: Pick<Member, 'tenantId' | 'space'>,
  signId: string,
): Promise<(Pick<Entry, 'homeTenantId' | 'contractId'> & { isInitiators: boolean }) | null> {
  if (!seesAllContracts(space)) return null
  const row = await own
    .selectFrom('entry')
    .where('tenant_id', '=', tenantId)
    .where('sign_id', '=', signId)
    // What waits here for a party that is not known yet is that party's.
    .where('account_id', 'is not', null)
    .select(['home_tenant_id', 'contract_id', 'is_initiator'])
    .executeTakeFirst()
  if (!row) return null
  return { homeTenantId: row.home_tenant_id, contractId: row.contract_id, isInitiators: row.is_initiator }
}

const ownEntry = compiledOnce(
  (own, { tenantId, accountId, signId }: Pick<Entry, 'tenantId' | 'accountId' | 'signId'>) =>
    own
      .selectFrom('entry')
      .where('tenant_id', '=', tenantId)
      .where('sign_id', '=', signId)
      .where('account_id', '=', accountId)
      .select(['home_tenant_id', 'contract_id', 'party_no', 'is_initiator']),
)

/** The account's own entry in the tenant, null when there is none. Read in that tenant. */
export async function findEntry(
  own: Db,
  { tenantId, accountId }: Pick<Entry, 'tenantId' | 'accountId'>,
  signId: string,
): Promise<Entry | null> {
  const [row] = await ownEntry(own, { tenantId, accountId, signId })
  if (!row) return null
  return {
    signId,
    accountId,
    tenantId,
    homeTenantId: row.home_tenant_id,
    contractId: row.contract_id,
    partyNo: row.party_no,
    isInitiator: row.is_initiator,
  }
}
