import { grantLifecycle } from '@moqi/domain/seals/grant-lifecycle'
import { grantStateAt, type LetterEnd, letterEnds } from '@moqi/domain/seals/seal-grant'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { grantOf, type GrantRow, setGrant } from './grants.ts'
import { addSealLog } from './seal-log.ts'
import { tellGranted } from './tell-asker.ts'
import { tellOfSeal } from './tell-seal-changed.ts'

type Settling = Pick<Deps, 'config' | 'now' | 'newId' | 'sms' | 'derivationKey'>

/** How a letter ended: signed by both, or as the domain says it came to nothing. */
export type LetterOutcome = 'signed' | LetterEnd

/**
 * What a letter's end makes of its grant: signed by both it holds from its first day on, else it waits for another
 * letter. One that was revoked meanwhile stays so. Runs in the company's tenant, with the letter held.
 */
export async function settleLetter(
  deps: Settling,
  tx: Db,
  { tenantId, contractId }: { tenantId: string; contractId: string },
  outcome: LetterOutcome,
): Promise<void> {
  const grant = await tx
    .selectFrom('seal_grant')
    .where('tenant_id', '=', tenantId)
    .where('letter_contract_id', '=', contractId)
    .where('state', '=', 'waitSign')
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!grant) return
  if (outcome === 'signed') return begin(deps, tx, grant)
  await setGrant(tx, grant, { letter_end: outcome })
  const detail = `${grant.letter_no}${letterEnds[outcome]}`
  await addSealLog(deps, tx, null, { tenantId, sealId: grant.seal_id, verb: 'letterClosed', detail })
}

async function begin(deps: Settling, tx: Db, grant: GrantRow): Promise<void> {
  const { tenant_id: tenantId, grant_id: grantId, seal_id: sealId } = grant
  const state = grantStateAt(grantOf({ ...grant, state: grantLifecycle.after('waitSign', 'sign') }), deps.now())
  await setGrant(tx, grant, { state, state_at: deps.now(), state_by: grant.granted_by_name, letter_end: null })
  await addSealLog(deps, tx, null, { tenantId, sealId, verb: 'grant', detail: grant.letter_no })
  await tellOfGrant(deps, tx, grant, grant.granted_by_name)
  if (state === 'effective') await tellGranted(deps, tx, { tenantId, grantId, seal: await sealNameOf(tx, grant) })
  await awaitTurn(deps, tx, { tenantId, grantId, at: state === 'waitEffective' ? grant.begin_at : grant.end_at })
}

/** Tells administrators and holder that a grant has changed. */
export async function tellOfGrant(deps: Settling, tx: Db, grant: GrantRow, name: string): Promise<void> {
  const { tenant_id: tenantId } = grant
  const seal = await sealNameOf(tx, grant)
  await tellOfSeal(deps, tx, { tenantId, seal, by: { accountId: null, name }, alsoTell: [grant.account_id] })
}

/** What the seal of a grant is called. */
export async function sealNameOf(
  tx: Db,
  { tenant_id, seal_id }: Pick<GrantRow, 'tenant_id' | 'seal_id'>,
): Promise<string> {
  const seal = await tx
    .selectFrom('seal')
    .where('tenant_id', '=', tenant_id)
    .where('seal_id', '=', seal_id)
    .select('name')
    .executeTakeFirst()
  return seal?.name ?? ''
}

/** Has a grant looked at again when its first day comes, or its last is over. */
export async function awaitTurn(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { tenantId, grantId, at }: { tenantId: string; grantId: string; at: number | null },
): Promise<void> {
  if (at === null) return
  // A day's last second lasts until the next day's first.
  const delayMs = Math.max(0, at + 1000 - now())
  await enqueue(tx, 'turnGrant', { tenantId, grantId }, { delayMs, key: `grant ${grantId}` })
}
