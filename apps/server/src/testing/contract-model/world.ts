import type { InboxRow } from '#src/cores/contract/inbox-row.ts'
import type { StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { JobRequest } from '#src/platform/jobs/jobs.ts'
import type { ApprovalState } from '@moqi/domain/approvals/approval-lifecycle'
import type { Seat } from '@moqi/domain/approvals/course'
import type { Person } from './cast.ts'

/** A list row as the model keeps it; `binned` while it lies in its viewer's recycle bin. */
export type ModelRow = { row: InboxRow; binned: boolean }

/** An application for the use of a seal, with the parts of its present round. */
export type ModelApplication = {
  approvalId: string
  tenantId: string
  contractId: string
  partyNo: number
  applicantId: string
  state: ApprovalState
  seats: readonly Seat[]
  /** It takes somebody else's agreement at every node. */
  needsAnother: boolean
  stamped: boolean
}

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
  /** Applications by id. */
  applications: Map<string, ModelApplication>
  /** How often each party signed, and each contract finished. */
  signatures: Map<string, number>
  completions: Map<string, number>
  /** Steps that a rule refused, and that changed something. */
  refused: number
  changed: number
  /** Contracts signed for an applicant by a job. */
  stamped: number
  /** Contracts signed by a company's letter of automatic signing. */
  automatic: number
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
  applications: new Map(),
  signatures: new Map(),
  completions: new Map(),
  refused: 0,
  changed: 0,
  stamped: 0,
  automatic: 0,
  nextId: 1,
})

/** An id that no other thing of this world has. */
export const newModelId = (world: World, prefix: string): string => `${prefix}${world.nextId++}`

/** Whose list it is. */
export const placeOf = ({ tenantId, accountId }: Pick<Person, 'tenantId' | 'accountId'>): string =>
  `${tenantId} ${accountId}`
