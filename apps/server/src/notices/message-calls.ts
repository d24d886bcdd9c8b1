import type { Output } from '@moqi/api/call'
import type { message } from '@moqi/api/message'
import { isNoticeKind, noticeKinds } from '@moqi/domain/messages/notice-kinds'
import { Refusal } from '@moqi/domain/refusal'
import type { Handler } from '#src/platform/handlers.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { markRead, messagesKeptMs, readUnread } from '#src/platform/messages/unread.ts'
import { tell } from '#src/platform/live/live-event.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** The member's messages in the space, newest first; `isRead` narrows them. */
export const listMessage: Handler<typeof message.listMessage> = async (
  { db, now },
  { tenantId, accountId },
  { cursor, pageSize, isRead },
) => {
  if (cursor && !isUuid(cursor)) throw new Refusal('request/invalid')
  const rows = await db.read(tenantId, (tenant) =>
    tenant
      .selectFrom('notice_message')
      .where('tenant_id', '=', tenantId)
      .where('account_id', '=', accountId)
      .where('created_at', '>=', now() - messagesKeptMs)
      .$if(Boolean(cursor), (query) => query.where('message_id', '<', cursor ?? ''))
      .$if(isRead === 'no', (query) => query.where('read_at', 'is', null))
      .$if(isRead === 'yes', (query) => query.where('read_at', 'is not', null))
      .orderBy('message_id', 'desc')
      .limit(pageSize + 1)
      .select(['message_id', 'kind', 'text', 'path', 'read_at', 'created_at'])
      .execute(),
  )
  const page = rows.slice(0, pageSize)
  return {
    messageArray: page.map(({ message_id, kind, text, path, read_at, created_at }) => ({
      messageId: message_id,
      kind,
      label: isNoticeKind(kind) ? noticeKinds[kind].label : '通知',
      text,
      path,
      createTime: created_at,
      isRead: read_at === null ? 'no' : 'yes',
    })),
    nextCursor: rows.length > pageSize ? (page.at(-1)?.message_id ?? null) : null,
  }
}

/** How many of the member's messages in the space are unread, and in which other own spaces some are. */
export async function getUnreadTotal(
  deps: Pick<Deps, 'db'>,
  member: Member,
): Promise<Output<typeof message.getUnreadTotal>> {
  const { accountId, tenantId, spaces } = member
  const elsewhereArray: string[] = []
  for (const other of spaces.filter((space) => space.tenantId !== tenantId)) {
    if ((await readUnread(deps, { accountId, tenantId: other.tenantId })) > 0) elsewhereArray.push(other.tenantId)
  }
  return { unread: await readUnread(deps, member), elsewhereArray }
}

/** Marks messages as read, all when none is named, and tells the member's other pages; a repeat changes nothing. */
export const readMessage: Handler<typeof message.readMessage> = async (deps, member, { messageIdArray }) => {
  const { tenantId, accountId } = member
  // What is no id of ours is nobody's message.
  const named = messageIdArray?.filter(isUuid) ?? null
  await deps.db.write(tenantId, async (tx) => {
    const marked = await markRead(tx, member, deps.now(), named)
    if (marked) tell(tx, { about: 'message', tenantId, accountId })
  })
  return { unread: await readUnread(deps, member) }
}
