import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { currentBulletins, dismissBulletin } from './current-bulletins.ts'
import { listBulletins } from './list-bulletins.ts'
import { dropBulletin, publishBulletin, saveBulletin, takeBackBulletin } from './write-bulletin.ts'

/** The calls of this folder with the functions that answer them. */
export const bulletinCalls = {
  currentBulletins,
  dismissBulletin,
  dropBulletin,
  listBulletins,
  publishBulletin,
  saveBulletin,
  takeBackBulletin,
} satisfies Partial<Handlers<Table>>
