import type { InboxRow } from '#src/cores/contract/inbox-row.ts'
import type { StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { JobRequest } from '#src/platform/jobs/jobs.ts'
import type { Person } from './cast.ts'

/** A list row as the model keeps it; `binned` while it lies in its viewer's recycle bin. */
export type ModelRow = { row: InboxRow; binned: boolean }

/**
 * Everything the contract core keeps, in memory. Lists are by viewer, then by contract; counters by viewer and
 * category.
 */
export type World = {
  now: number
  /** Contracts by id, those in the bin too; those that were removed are gone. */
  contracts: Map<string, StoredContract>
  lists: Map<string, Map<string, ModelRow>>
  counters: Map<string, number>
  /** 份 of the launching spaces together: given, and by contract how many it has cost. */
  given: number
  surplus: number
  cost: Map<string, number>
  /** Jobs that wait, by key: a key names one job. */
  jobs: Map<string, { job: JobRequest; at: number }>
  /** The names of what has been told. */
  told: Set<string>
  /** How often each party signed, and each contract finished. */
  signatures: Map<string, number>
  completions: Map<string, number>
  /** Steps that a rule refused, and that changed something. */
  refused: number
  changed: number
  nextId: number
}

/** A world in which nothing has happened; time begins at 2026-11-20 12:00 in Beijing. */
export const newWorld = (): World => ({
  now: Date.UTC(2026, 10, 20, 4),
  contracts: new Map(),
  lists: new Map(),
  counters: new Map(),
  given: 0,
  surplus: 0,
  cost: new Map(),
  jobs: new Map(),
  told: new Set(),
  signatures: new Map(),
  completions: new Map(),
  refused: 0,
  changed: 0,
  nextId: 1,
})

/** An id that no other thing of this world has. */
export const newModelId = (world: World, prefix: string): string => `${prefix}${world.nextId++}`

/** Whose list it is. */
export const placeOf = ({ tenantId, accountId }: Pick<Person, 'tenantId' | 'accountId'>): string =>
  `${tenantId} ${accountId}`
