import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { queryClient } from '../../client/query-client.ts'

/** A message of the present space. */
export type Message = Output<Table['listMessage']>['messageArray'][number]

/** Query keys of everything that shows messages. */
export const messageKeys = {
  all: ['messages'],
  unread: ['messages', 'unread'],
  shown: ['messages', 'shown'],
  recent: ['messages', 'shown', 'recent'],
  list: (unreadOnly: boolean) => ['messages', 'shown', 'list', unreadOnly],
} as const

/** Shows how many are unread, and reads what is shown again. */
export function showUnread(unread: number) {
  queryClient.setQueryData<Output<Table['getUnreadTotal']>>(messageKeys.unread, (known) => ({
    elsewhereArray: known?.elsewhereArray ?? [],
    unread,
  }))
  void queryClient.invalidateQueries({ queryKey: messageKeys.shown })
}

/** Marks messages as read, all when none is named. */
export async function readMessages(messageIdArray?: string[]) {
  try {
    const { unread } = await call('readMessage', messageIdArray ? { messageIdArray } : {}, { quiet: true })
    showUnread(unread)
  } catch (refusal) {
    // One that was opened stays unread until the next time; whoever asked for all is told.
    if (!messageIdArray) showRefusal(refusal)
  }
}
