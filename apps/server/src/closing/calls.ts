import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { getCompanyClosing } from './closing-info.ts'
import { startCompanyClosing, takeBackCompanyClosing } from './start-closing.ts'

/** The calls of this folder with the functions that answer them. */
export const closingCalls = {
  getCompanyClosing,
  startCompanyClosing,
  takeBackCompanyClosing,
} satisfies Partial<Handlers<Table>>
