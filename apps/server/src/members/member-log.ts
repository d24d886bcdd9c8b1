import type { members } from '@moqi/api/members'
import { Refusal } from '@moqi/domain/refusal'
import { type MemberLogEvent, memberLogVerbs } from '@moqi/domain/spaces/member-log-verbs'
import type { Handler } from '#src/platform/handlers.ts'
import { isUuid } from '#src/platform/uuid.ts'

const roleEvents: MemberLogEvent[] = ['saveRole', 'deleteRole', 'change', 'join', 'transfer', 'appeal']

/** The company's log of members, newest first; about roles, what was made of them and who was given one. */
export const listMemberLog: Handler<typeof members.listMemberLog> = async (
  { db },
  { tenantId },
  { about, cursor, pageSize },
) => {
  if (cursor && !isUuid(cursor)) throw new Refusal('request/invalid')
  const rows = await db.read(tenantId, (tenant) =>
    tenant
      .selectFrom('member_log')
      .where('tenant_id', '=', tenantId)
      .$if(about === 'roles', (query) => query.where('verb', 'in', roleEvents))
      .$if(Boolean(cursor), (query) => query.where('log_id', '<', cursor ?? ''))
      .orderBy('log_id', 'desc')
      .limit(pageSize + 1)
      .select(['log_id', 'at', 'who', 'verb', 'detail'])
      .execute(),
  )
  const page = rows.slice(0, pageSize)
  return {
    logArray: page.map(({ log_id, at, who, verb, detail }) => ({
      logId: log_id,
      time: at,
      who,
      label: memberLogVerbs[verb],
      detail,
    })),
    nextCursor: rows.length > pageSize ? (page.at(-1)?.log_id ?? null) : null,
  }
}
