import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { getUnreadTotal, listMessage, readMessage } from './message-calls.ts'
import { getNoticeSetting, saveNoticeSetting } from './notice-setting.ts'

/** The calls of this folder with the functions that answer them. */
export const noticeCalls = {
  getNoticeSetting,
  getUnreadTotal,
  listMessage,
  readMessage,
  saveNoticeSetting,
} satisfies Partial<Handlers<Table>>
