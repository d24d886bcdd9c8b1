import { Refusal } from '@moqi/domain/refusal'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { changeContracts } from './change-contracts.ts'
import type { LogActor } from './contract-log.ts'
import type { StoredContract } from './contract-rows.ts'
import type { Change } from './decision.ts'

/** What the system decides about a contract by itself, in a job; `payload` is the job's. */
export type ContractJob<F, P extends object> = {
  /** Reads, while the contract is held, what the decision needs beside it. */
  facts: (deps: Deps, tx: Db, given: { stored: StoredContract; payload: P }) => Promise<F>
  /** Pure; null when there is nothing to do, as for a repeat. `now` in ms since epoch. */
  decide: (given: { stored: StoredContract; payload: P; facts: F; now: number }) => Change | null
}

/** The system as the log knows it. */
export const system: LogActor = { accountId: null, name: '系统' }

/** Carries out what a job decides about its contract; one that has been removed since is left alone. */
export const byJob =
  <F, P extends { tenantId: string; contractId: string }>(job: ContractJob<F, P>) =>
  async (deps: Deps, payload: P): Promise<void> => {
    const place = { homeTenantId: payload.tenantId, contractId: payload.contractId }
    await changeContracts(deps, system, [place], {
      facts: (tx, [stored]) => job.facts(deps, tx, { stored, payload }),
      decide([stored], facts) {
        const change = job.decide({ stored, payload, facts, now: deps.now() })
        return { changes: change ? [change] : [], answer: () => null }
      },
    }).catch(nullWhenGone)
  }

/** Turns `contract/not-found` into null: whoever finds a contract in a list may find it removed a moment later. */
export function nullWhenGone(error: unknown): null {
  if (error instanceof Refusal && error.code === 'contract/not-found') return null
  throw error
}
