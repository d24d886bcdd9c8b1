import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { getPreference, savePreference } from './preference-calls.ts'

/** The calls of this folder with the functions that answer them. */
export const preferenceCalls = {
  getPreference,
  savePreference,
} satisfies Partial<Handlers<Table>>
