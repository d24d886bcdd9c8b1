import type { members } from '@moqi/api/members'
import { Refusal } from '@moqi/domain/refusal'
import { type MemberLogEvent, memberLogVerbs } from '@moqi/domain/spaces/member-log-verbs'
import type { Handler } from '#src/platform/handlers.ts'
import type { Person } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** Adds a line to the company's log of members, in the transaction of what it tells. */
export async function addMemberLog(
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  who: Pick<Person, 'accountId' | 'nickName' | 'address'>,
  { tenantId, verb, detail }: { tenantId: string; verb: MemberLogEvent; detail: string | null },
): Promise<void> {
  await tx
    .insertInto('member_log')
    .values({
      tenant_id: tenantId,
      log_id: newId(),
      at: now(),
      account_id: who.accountId,
      who: who.nickName,
      verb,
      detail,
      address: who.address,
    })
    .execute()
}

/** The company's log of members, newest first. */
export const listMemberLog: Handler<typeof members.listMemberLog> = async (
  { db },
  { tenantId },
  { cursor, pageSize },
) => {
  if (cursor && !isUuid(cursor)) throw new Refusal('request/invalid')
  const rows = await db.read(tenantId, (tenant) =>
    tenant
      .selectFrom('member_log')
      .where('tenant_id', '=', tenantId)
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
