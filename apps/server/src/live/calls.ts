import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { eventStream } from './event-stream.ts'

/** The calls of this folder with the functions that answer them. */
export const liveCalls = { eventStream } satisfies Partial<Handlers<Table>>
