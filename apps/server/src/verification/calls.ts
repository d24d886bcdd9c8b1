import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { listRoots } from './list-roots.ts'
import { verifyFile } from './verify-file.ts'

/** The calls of this folder with the functions that answer them. */
export const verificationCalls = {
  listRoots,
  verifyFile,
} satisfies Partial<Handlers<Table>>
