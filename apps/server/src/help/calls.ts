import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { docCenterCmsGetByColumnId, docCenterMenuList, problemListOpen } from './help-calls.ts'

/** The calls of this folder with the functions that answer them. */
export const helpCalls = {
  docCenterCmsGetByColumnId,
  docCenterMenuList,
  problemListOpen,
} satisfies Partial<Handlers<Table>>
