import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { getSigningStatistics } from './signing-statistics.ts'

/** The calls of this folder with the functions that answer them. */
export const statisticsCalls = { getSigningStatistics } satisfies Partial<Handlers<Table>>
