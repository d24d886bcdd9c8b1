import { type Application, type Happening, holdApplication, storeHappening } from '#src/cores/approval/application.ts'
import { changeContracts } from '#src/cores/contract/change-contracts.ts'
import { type Actor, actorOf } from '#src/cores/contract/contract-log.ts'
import type { StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { Change } from '#src/cores/contract/decision.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import type { Deps } from '#src/platform/deps.ts'

/** What is decided about an application: what happens to it, to its contract, and what the caller is answered. */
export type Outcome<A> = {
  happening: Happening
  change: Change
  answer: A
  /** Whom it is told; in the applicant's space. */
  tell?: (tx: Db, contract: StoredContract['contract']) => Promise<unknown>
  /** Statements that use up what gave the right to decide. */
  settle?: (tx: Db) => readonly Promise<unknown>[]
}

/** What a decision is made from, while contract and application are held. */
export type Given = { application: Application; stored: StoredContract; now: number }

/**
 * Decides about an application and its contract in one transaction, or nothing. `facts` are read in the applicant's
 * space before.
 */
export async function changeApplication<A, F>(
  deps: Deps,
  actor: Actor,
  { row }: Application,
  { facts, decide }: { facts: (own: Db) => Promise<F>; decide: (given: Given & { facts: F }) => Outcome<A> },
): Promise<A> {
  const place = { tenantId: row.tenant_id, approvalId: row.approval_id }
  const contract = { homeTenantId: row.home_tenant_id, contractId: row.contract_id }
  return changeContracts(deps, actor, [contract], {
    facts: async (tx, [stored]) => {
      const held = await inTenant(tx, place.tenantId, async () => ({
        application: await holdApplication(tx, place),
        facts: await facts(tx),
      }))
      const outcome = decide({ application: held.application, stored, now: deps.now(), facts: held.facts })
      return { application: held.application, outcome }
    },
    decide: (_, { outcome: { change, answer } }) => ({ changes: [change], answer: () => answer }),
    writing: ({ application, outcome }) => ({
      write: (tx, { after }) =>
        inTenant(tx, place.tenantId, async () => {
          await storeHappening(tx, application, outcome.happening, { actor, at: deps.now() })
          await outcome.tell?.(tx, after.contract)
        }),
      along: (tx) => outcome.settle?.(tx) ?? [],
    }),
  })
}

/** For a decision that the application alone decides. */
export const noFacts = async (): Promise<null> => null

/** The member as who changes an application. */
export const deciderOf = (member: Member): Actor => Object.assign(actorOf(member), { name: nameOf(member) })

/** Somebody as approvals know them: by the real name, or the nickname of who has none. */
export const nameOf = (member: Member): string =>
  member.spaces.find(({ kind }) => kind === 'person')?.name || member.nickName
