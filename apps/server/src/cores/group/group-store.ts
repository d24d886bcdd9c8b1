import {
  groupInvitationLifecycle,
  type GroupInvitationState,
  isInvitationOver,
} from '@moqi/domain/groups/group-invitation'
import { companyClosingLifecycle } from '@moqi/domain/spaces/company-closing'
import { type GroupRules, noGroupRules } from '@moqi/domain/groups/group-rules'
import { Refusal } from '@moqi/domain/refusal'
import type { Selectable } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** Companies under one group; null `grace_days` and `longest_hours` where the group does not say. */
    company_group: {
      group_id: string
      name: string
      lead_tenant_id: string
      grace_days: number | null
      longest_hours: number | null
      /** Counts changes of name and rules: what a company agrees to. */
      version: number
      founded_at: number
      dissolved_at: number | null
    }
    /** That a company is in a group, the lead company too: in one at most. */
    group_company: { tenant_id: string; group_id: string; joined_at: number }
    /** The invitation of the company `tenant_id`, by `who` of the lead company. */
    group_invitation: {
      tenant_id: string
      invitation_id: string
      group_id: string
      state: GroupInvitationState
      account_id: string
      who: string
      sent_at: number
      expires_at: number
      urged_at: number | null
      ended_at: number | null
    }
  }
}

/** A group as it is kept. */
export type GroupRow = Selectable<Schema['company_group']>

/** What a group asks of its companies. */
export const rulesOf = ({ grace_days, longest_hours }: GroupRow): GroupRules => ({
  graceDays: grace_days,
  longestHours: longest_hours,
})

/** The group that a company is in, if any, and since when (ms). */
export const groupOf = (db: Db, tenantId: string): Promise<(GroupRow & { joined_at: number }) | undefined> =>
  db
    .selectFrom('group_company as c')
    .innerJoin('company_group as g', 'g.group_id', 'c.group_id')
    .where('c.tenant_id', '=', tenantId)
    .selectAll('g')
    .select('c.joined_at')
    .executeTakeFirst()

/** Locks a group that is not dissolved: whatever changes who is in it, or its rules, stands behind this. */
export async function lockGroup(tx: Db, groupId: string): Promise<GroupRow> {
  const row = await tx
    .selectFrom('company_group')
    .where('group_id', '=', groupId)
    .where('dissolved_at', 'is', null)
    .forUpdate()
    .selectAll()
    .executeTakeFirst()
  if (!row) throw new Refusal('group/not-found')
  return row
}

/**
 * Locks the group that a company is in. Throws `group/not-found` for a company that is in none, and in the end of a
 * membership that came between.
 */
export async function lockGroupOf(tx: Db, tenantId: string): Promise<GroupRow> {
  const found = await groupOf(tx, tenantId)
  if (!found) throw new Refusal('group/not-found')
  const row = await lockGroup(tx, found.group_id)
  const still = await tx
    .selectFrom('group_company')
    .where('tenant_id', '=', tenantId)
    .where('group_id', '=', row.group_id)
    .select('tenant_id')
    .executeTakeFirst()
  if (!still) throw new Refusal('group/not-found')
  return row
}

/** Begins a group with its lead company. Throws `group/taken` for a company that is in one. */
export async function beginGroup(
  tx: Db,
  { groupId, name, tenantId, at }: { groupId: string; name: string; tenantId: string; at: number },
): Promise<void> {
  await tx
    .insertInto('company_group')
    .values({
      group_id: groupId,
      name,
      lead_tenant_id: tenantId,
      grace_days: noGroupRules.graceDays,
      longest_hours: noGroupRules.longestHours,
      version: 0,
      founded_at: at,
      dissolved_at: null,
    })
    .execute()
  await enterGroup(tx, { tenantId, groupId, at })
}

/** Puts a company into a group. Throws `group/taken` for one that is in a group. */
export async function enterGroup(
  tx: Db,
  { tenantId, groupId, at }: { tenantId: string; groupId: string; at: number },
): Promise<void> {
  const done = await tx
    .insertInto('group_company')
    .values({ tenant_id: tenantId, group_id: groupId, joined_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('tenant_id')
    .executeTakeFirst()
  if (!done) throw new Refusal('group/taken')
}

/** Sets a group's rules; answers the version they have. Runs behind `lockGroup`. */
export const putRules = (tx: Db, group: GroupRow, { graceDays, longestHours }: GroupRules): Promise<number> =>
  put(tx, group, { grace_days: graceDays, longest_hours: longestHours })

/** Gives a group another name; answers the version of what companies agree to. Runs behind `lockGroup`. */
export const putName = (tx: Db, group: GroupRow, name: string): Promise<number> => put(tx, group, { name })

async function put(
  tx: Db,
  group: GroupRow,
  values: Partial<Pick<GroupRow, 'name' | 'grace_days' | 'longest_hours'>>,
): Promise<number> {
  const version = group.version + 1
  await tx
    .updateTable('company_group')
    .set({ ...values, version })
    .where('group_id', '=', group.group_id)
    .execute()
  return version
}

/** The companies of a group, the lead first, then as they came, as far as a space tells of them. */
export const companiesOf = (db: Db, { group_id, lead_tenant_id }: Pick<GroupRow, 'group_id' | 'lead_tenant_id'>) =>
  db
    .selectFrom('group_company as c')
    .innerJoin('space as s', 's.tenant_id', 'c.tenant_id')
    .leftJoin('company_closing as z', (join) =>
      join.onRef('z.tenant_id', '=', 'c.tenant_id').on('z.state', '=', companyClosingLifecycle.initial),
    )
    .where('c.group_id', '=', group_id)
    .orderBy((eb) => eb('c.tenant_id', '=', lead_tenant_id), 'desc')
    .orderBy('c.joined_at')
    .orderBy('c.tenant_id')
    .select(['c.tenant_id', 'c.joined_at', 's.name', 's.credit_code', 's.auth_status', 's.frozen_reason'])
    .select(['s.group_hold', 'z.closes_at'])
    .execute()

/** Invitations of a group that nobody has answered, with whom they go to, the newest first. */
export const pendingOf = (db: Db, groupId: string) =>
  db
    .selectFrom('group_invitation as i')
    .innerJoin('space as s', 's.tenant_id', 'i.tenant_id')
    .where('i.group_id', '=', groupId)
    .where('i.state', '=', groupInvitationLifecycle.initial)
    .orderBy('i.sent_at', 'desc')
    .orderBy('i.invitation_id')
    .select(['i.invitation_id', 'i.tenant_id', 'i.sent_at', 'i.expires_at', 'i.urged_at', 's.name', 's.credit_code'])
    .execute()

type Which = { invitationId: string; at: number } & ({ tenantId: string } | { groupId: string })

/**
 * A pending invitation that is not over at `at`, of a company or of a group, locked unless it is only read. Throws
 * `group/not-found` for none, `group/invitation-over`.
 */
export async function openInvitation(
  tx: Db,
  which: Which,
  how: 'lock' | 'read' = 'lock',
): Promise<Selectable<Schema['group_invitation']>> {
  const row = await tx
    .selectFrom('group_invitation')
    .where('invitation_id', '=', which.invitationId)
    .where('tenantId' in which ? 'tenant_id' : 'group_id', '=', 'tenantId' in which ? which.tenantId : which.groupId)
    .$if(how === 'lock', (query) => query.forUpdate())
    .selectAll()
    .executeTakeFirst()
  if (!row) throw new Refusal('group/not-found')
  const isOpen = row.state === groupInvitationLifecycle.initial
  if (!isOpen || isInvitationOver({ expiresAt: row.expires_at }, which.at)) throw new Refusal('group/invitation-over')
  return row
}
