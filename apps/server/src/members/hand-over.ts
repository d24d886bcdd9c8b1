import { nullWhenRefused } from '@moqi/domain/refusal'
import { changeContracts } from '#src/cores/contract/change-contracts.ts'
import { nullWhenGone } from '#src/cores/contract/contract-job.ts'
import { passFiles } from '#src/cores/contract/pass-files.ts'
import { type Handing, handingOver, isLaunchedBy } from '#src/cores/contract/handing-over.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { HandOver } from '#src/platform/jobs/jobs.ts'
import { administratorsOf, memberOf, type MemberRow } from './member-rows.ts'
import { contractsToHandOver } from './open-contracts.ts'

type Place = { homeTenantId: string; contractId: string }
/**
 * Gives a former member's contracts to a colleague, each in a transaction of its own (checklist I11): what was launched
 * gets a new initiator, parties that have not ended a new holder, the log a line 转交. Runs as a job; a repeat finds
 * nothing left. A successor who has left too is replaced by an administrator; one who came back keeps what is theirs.
 */
export async function handOver(deps: Deps, { tenantId, from, toAccountId, by }: HandOver): Promise<void> {
  const found = await deps.db.read(tenantId, async (tenant) => {
    if (await presentMember(tenant, tenantId, from.accountId)) return null
    const named = await presentMember(tenant, tenantId, toAccountId)
    const to = named ?? (await administratorsOf(tenant, tenantId))[0]
    if (!to) throw new Error(`company ${tenantId} has no administrator`)
    const { phone } = await tenant
      .selectFrom('account')
      .where('account_id', '=', from.accountId)
      .select('phone')
      .executeTakeFirstOrThrow()
    return { to, phone, contracts: await contractsToHandOver(tenant, tenantId, from.accountId) }
  })
  if (!found) return
  const { to, phone, contracts } = found
  for (const place of contracts) await handOne(deps, place, { tenantId, from: { ...from, phone }, to, by })
}

async function presentMember(db: Db, tenantId: string, accountId: string): Promise<MemberRow | null> {
  const found = await memberOf(db, tenantId, accountId).catch(nullWhenRefused)
  return found?.state === 'accepted' ? found : null
}

async function handOne(deps: Deps, place: Place, handing: Handing): Promise<void> {
  await changeContracts(deps, handing.by, [place], {
    facts: async () => newSignId(deps),
    decide([stored], signId) {
      const change = handingOver(stored, handing, signId)
      return { changes: change ? [change] : [], answer: () => null }
    },
    writing: () => ({
      write: async (tx, { before, after }) => {
        if (isLaunchedBy(before, handing) && !isLaunchedBy(after, handing)) await passFiles(tx, after.contract, handing)
      },
    }),
  }).catch(nullWhenGone)
}
