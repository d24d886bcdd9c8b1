import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { verifyFile } from './verify-file.ts'

/** The calls of this folder with the functions that answer them. */
export const verificationCalls = {
  verifyFile,
} satisfies Partial<Handlers<Table>>
