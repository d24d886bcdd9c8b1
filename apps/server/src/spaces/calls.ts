import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { getConsoleUrl } from './get-console-url.ts'
import { companyAuthAndSealCon, updateRemindFlag } from './reminders.ts'
import { dictionary, getSpaceDetailInfo, getUserAccountInfo, getUserSpaceInfo, setTenantId } from './space-calls.ts'

/** The calls of this folder with the functions that answer them. */
export const spaceCalls = {
  companyAuthAndSealCon,
  dictionary,
  getConsoleUrl,
  getSpaceDetailInfo,
  getUserAccountInfo,
  getUserSpaceInfo,
  setTenantId,
  updateRemindFlag,
} satisfies Partial<Handlers<Table>>
