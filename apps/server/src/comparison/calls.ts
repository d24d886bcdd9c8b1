import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { compareFiles } from './compare-files.ts'

/** The calls of this folder with the functions that answer them. */
export const comparisonCalls = { compareFiles } satisfies Partial<Handlers<Table>>
