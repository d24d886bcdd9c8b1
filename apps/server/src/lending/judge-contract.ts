import { type Finding, type Flag, judgeLending } from '@moqi/domain/lending/find-lending'
import type { FlagKind } from '@moqi/domain/lending/lending-policy'
import { nullWhenRefused } from '@moqi/domain/refusal'
import type { JSONColumnType } from 'kysely'
import { type ContractRow, loadContract } from '#src/cores/contract/contract-rows.ts'
import { readTexts } from '#src/cores/contract/read-texts.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { JobPayloads } from '#src/platform/jobs/jobs.ts'
import { currentPolicy } from './policy-store.ts'
import { stillBlank } from './still-blank.ts'

/** How many sentences of a kind a signer is shown. */
const shownMost = 5

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** What a contract is flagged for, by which version of the policy, found when (ms). */
    contract_flag: {
      tenant_id: string
      contract_id: string
      kind: FlagKind
      findings: JSONColumnType<Finding[]>
      policy_no: number
      launcher_id: string | null
      found_at: number
    }
    /** How many contracts of a space were flagged, for those who run the platform: part of the directory. */
    flagged_number: {
      tenant_id: string
      loan_number: number
      blank_number: number
      flagged_number: number
      last_at: number
    }
  }
}

/**
 * Judges what a contract that was sent is called and says, by the policy of this moment, and keeps what is found. Runs
 * as a job; a repeat finds what is kept. Agreements to void and letters are the platform's own words.
 */
export async function judgeContract(deps: Deps, payload: JobPayloads['judgeContract']): Promise<void> {
  const { tenantId, contractId } = payload
  const place = { homeTenantId: tenantId, contractId }
  const stored = await deps.db.read(tenantId, (home) => loadContract(home, place)).catch(nullWhenRefused)
  if (stored?.contract.kind !== 'normal') return
  const [template, { versionNo, policy }, texts] = await Promise.all([
    deps.db.read(tenantId, (home) => templateName(home, stored.contract)),
    deps.db.directory((directory) => currentPolicy(directory)),
    readTexts(deps, place),
  ])
  const found = judgeLending(policy, {
    titles: [stored.contract.subject, ...(template === null ? [] : [template])],
    texts: texts.map(({ reading }) => reading),
  })
  const flags: Flag[] = []
  for (const { kind, findings } of found) {
    const kept = kind === 'blankAmount' ? await stillBlank(deps, place, findings) : findings
    if (kept.length > 0) flags.push({ kind, findings: kept.slice(0, shownMost) })
  }
  if (flags.length === 0) return
  await deps.db.write(tenantId, (tx) => keepFlags(tx, stored.contract, flags, { versionNo, at: deps.now() }))
}

/** A template that is called after a loan says so of everything that is made from it. */
async function templateName(home: Db, { tenant_id, contract_id }: ContractRow): Promise<string | null> {
  const row = await home
    .selectFrom('contract_template as c')
    .innerJoin('template as t', (join) =>
      join.onRef('t.tenant_id', '=', 'c.tenant_id').onRef('t.template_id', '=', 'c.template_id'),
    )
    .where('c.tenant_id', '=', tenant_id)
    .where('c.contract_id', '=', contract_id)
    .select('t.name')
    .executeTakeFirst()
  return row?.name ?? null
}

async function keepFlags(
  tx: Db,
  { tenant_id, contract_id, initiator_account_id }: ContractRow,
  flags: readonly Flag[],
  { versionNo, at }: { versionNo: number; at: number },
): Promise<void> {
  const isThere = await tx
    .selectFrom('contract')
    .where('tenant_id', '=', tenant_id)
    .where('contract_id', '=', contract_id)
    .select('contract_id')
    .forKeyShare()
    .executeTakeFirst()
  // Removed for good meanwhile.
  if (!isThere) return
  const kept = await tx
    .insertInto('contract_flag')
    .values(
      flags.map(({ kind, findings }) => ({
        tenant_id,
        contract_id,
        kind,
        findings: JSON.stringify(findings),
        policy_no: versionNo,
        launcher_id: initiator_account_id,
        found_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .execute()
  if (kept.length > 0) await count(tx, tenant_id, new Set(kept.map(({ kind }) => kind)), at)
}

async function count(tx: Db, tenantId: string, kinds: ReadonlySet<Flag['kind']>, at: number): Promise<void> {
  const more = { loan: kinds.has('loan') ? 1 : 0, blank: kinds.has('blankAmount') ? 1 : 0 }
  await tx
    .insertInto('flagged_number')
    .values({
      tenant_id: tenantId,
      loan_number: more.loan,
      blank_number: more.blank,
      flagged_number: 1,
      last_at: at,
    })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet((eb) => ({
        loan_number: eb('flagged_number.loan_number', '+', more.loan),
        blank_number: eb('flagged_number.blank_number', '+', more.blank),
        flagged_number: eb('flagged_number.flagged_number', '+', 1),
        last_at: at,
      })),
    )
    .execute()
}
