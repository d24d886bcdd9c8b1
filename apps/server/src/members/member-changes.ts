import type { memberChange } from '@moqi/api/member-change'
import { memberChangeLimits, type MemberDeed } from '@moqi/domain/spaces/member-change'
import { type ColumnType, type Selectable, sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** What a member was before a change of several. */
export type MemberBefore = {
  accountId: string
  name: string
  departmentId: string | null
  roleId: string | null
  roleSince: number | null
  roleGiver: string | null
}

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** Several members changed at once; `target` is the department or role they got. */
    member_change: {
      tenant_id: string
      change_id: string
      at: number
      account_id: string
      who: string
      deed: MemberDeed
      target: string | null
      label: string
      members: ColumnType<MemberBefore[], string, never>
      undone_at: number | null
      undone_by: string | null
    }
  }
}

/** A change of several members as it is kept. */
export type MemberChangeRow = Selectable<Schema['member_change']>

/** Keeps a change, so that it can be undone. Runs in the company's tenant. */
export async function keepMemberChange(tx: Db, row: Omit<MemberChangeRow, 'undone_at' | 'undone_by'>): Promise<void> {
  const { tenant_id, change_id, at, account_id, who, deed, target, label } = row
  const members = sql<string>`${JSON.stringify(row.members)}::jsonb`
  await tx
    .insertInto('member_change')
    .values({
      tenant_id,
      change_id,
      at,
      account_id,
      who,
      deed,
      target,
      label,
      members,
      undone_at: null,
      undone_by: null,
    })
    .execute()
}

/** The change of that id; null for another company's and an invented one alike. */
export async function findMemberChange(tx: Db, tenantId: string, changeId: string): Promise<MemberChangeRow | null> {
  if (!isUuid(changeId)) return null
  const row = await tx
    .selectFrom('member_change')
    .where('tenant_id', '=', tenantId)
    .where('change_id', '=', changeId)
    .selectAll()
    .executeTakeFirst()
  return row ?? null
}

/** Until when a change can be undone, ms; null when it was, or is past. */
export const undoUntil = ({ at, undone_at }: Pick<MemberChangeRow, 'at' | 'undone_at'>, now: number): number | null =>
  undone_at === null && now < at + memberChangeLimits.undoMs ? at + memberChangeLimits.undoMs : null

/** The last changes of several members at once, newest first. */
export const listMemberChange: Handler<typeof memberChange.listMemberChange> = async ({ db, now }, { tenantId }) => {
  const rows = await db.read(tenantId, (tenant) =>
    tenant
      .selectFrom('member_change')
      .where('tenant_id', '=', tenantId)
      .orderBy('at', 'desc')
      .orderBy('change_id', 'desc')
      .limit(memberChangeLimits.listed)
      .selectAll()
      .execute(),
  )
  return {
    changeArray: rows.map((row) => ({
      changeId: row.change_id,
      time: row.at,
      who: row.who,
      label: row.label,
      memberNumber: row.members.length,
      undoUntil: undoUntil(row, now()),
      undoneBy: row.undone_by,
    })),
  }
}
