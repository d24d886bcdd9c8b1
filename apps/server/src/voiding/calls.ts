import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { getSignFileImgArrayRelieve } from './agreement-pages.ts'
import { downloadVoidedCopy } from './download-voided-copy.ts'
import { getRelieveInfo } from './get-agreement.ts'
import { saveTaskRelieve } from './save-agreement.ts'
import { voidContract } from './void-contract.ts'

/** The calls of this folder with the functions that answer them. */
export const voidingCalls = {
  downloadVoidedCopy,
  getRelieveInfo,
  getSignFileImgArrayRelieve,
  saveTaskRelieve,
  voidTask: voidContract,
} satisfies Partial<Handlers<Table>>
