import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { addSignCode } from './add-sign-code.ts'
import { exportSignCodeUse, listSignCodeUse } from './list-sign-code-uses.ts'
import { listSignCode } from './list-sign-codes.ts'
import { moveSignCode } from './move-sign-code.ts'
import { getSignCodeInfo, signCodePage } from './scan-sign-code.ts'
import { takeSignCode } from './take-sign-code.ts'

/** The calls of this folder with the functions that answer them. */
export const signCodeCalls = {
  addSignCode,
  exportSignCodeUse,
  getSignCodeInfo,
  listSignCode,
  listSignCodeUse,
  moveSignCode,
  signCodePage,
  takeSignCode,
} satisfies Partial<Handlers<Table>>
