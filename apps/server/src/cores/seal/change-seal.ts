import { sealStateLabels } from '@moqi/domain/labels/status-labels'
import { Refusal } from '@moqi/domain/refusal'
import { sealLifecycle } from '@moqi/domain/seals/seal-lifecycle'
import type { SealLogVerb } from '@moqi/domain/seals/seal-log-verbs'
import { sealTurn } from '@moqi/domain/seals/seal-term'
import { formatDate } from '@moqi/domain/time/format-date'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { endGrantRequests } from './grant-requests.ts'
import { dropDefault } from './keep-seal.ts'
import { endReview } from './review-queue.ts'
import { revokeGrants } from './revoke-grants.ts'
import { nameTaken } from './name-taken.ts'
import { addSealLog, type SealActor } from './seal-log.ts'

type Seal = Schema['seal']
type Changing = Pick<Deps, 'now' | 'newId'>
type Columns = Partial<
  Pick<Seal, 'name' | 'is_default' | 'status' | 'state_reason' | 'state_at' | 'state_by' | 'expire_at'>
>

/** What may happen to a seal that is there, and the line its log gets of it. */
const moves = {
  enable: 'enable',
  disable: 'disable',
  revoke: 'revoke',
  delete: 'delete',
  expire: 'expire',
} as const satisfies Record<string, SealLogVerb>
/** An event of a seal's lifecycle that somebody brings about by hand, or its term. */
export type SealMove = keyof typeof moves

/**
 * Moves a seal through its lifecycle and says so in its log. Throws `seal/changed` when its state does not allow it,
 * and `seal/in-use` for the deletion of one that has signed. Runs in the seal's tenant, with the seal locked.
 */
export async function moveSeal(
  deps: Changing,
  tx: Db,
  who: SealActor,
  { seal, event, reason }: { seal: Seal; event: SealMove; reason?: string | null },
): Promise<Seal> {
  if (event === 'delete' && (await wasUsed(tx, seal))) throw new Refusal('seal/in-use')
  const status = sealLifecycle.after(seal.status, event)
  const why = status === 'enabled' ? null : (reason ?? null)
  const changed = await write(tx, seal, {
    status,
    is_default: status === 'enabled' && seal.is_default,
    state_reason: why,
    state_at: deps.now(),
    state_by: who?.nickName ?? null,
  })
  await addSealLog(deps, tx, who, { ...placeOf(seal), verb: moves[event], detail: reason ?? null })
  if (sealLifecycle.isEnd(status)) {
    await endReview(tx, seal)
    await endElectronicSeals(tx, seal, deps.now())
    const ended = { at: deps.now(), by: who?.nickName ?? null, reason: `印章${sealStateLabels[status]}` }
    await revokeGrants(tx, placeOf(seal), ended)
    await endGrantRequests(tx, placeOf(seal), deps.now())
  }
  return changed
}

/** Gives a seal another name. Throws `seal/name-taken`. */
export async function renameSeal(deps: Changing, tx: Db, who: SealActor, seal: Seal, name: string): Promise<Seal> {
  if (name === seal.name) return seal
  if (sealLifecycle.isEnd(seal.status)) throw new Refusal('seal/changed')
  const changed = await write(tx, seal, { name }).catch(nameTaken)
  await addSealLog(deps, tx, who, { ...placeOf(seal), verb: 'rename', detail: `${seal.name} → ${name}` })
  return changed
}

/** Gives a company's seal an end, or none. Throws `seal/changed` for one that has ended. */
export async function setTerm(
  deps: Changing,
  tx: Db,
  who: SealActor,
  { seal, expireAt }: { seal: Seal; expireAt: number | null },
): Promise<Seal> {
  if (expireAt === seal.expire_at) return seal
  if (sealLifecycle.isEnd(seal.status)) throw new Refusal('seal/changed')
  const changed = await write(tx, seal, { expire_at: expireAt })
  const detail = expireAt === null ? '长期' : `至${formatDate(expireAt, '{y}-{m}-{d}')}`
  await addSealLog(deps, tx, who, { ...placeOf(seal), verb: 'setTerm', detail })
  await awaitTerm(deps, tx, changed)
  return changed
}

/** Has a seal looked at when something is due of its term. */
async function awaitTerm({ now }: Pick<Deps, 'now'>, tx: Db, seal: Seal): Promise<void> {
  if (seal.expire_at === null) return
  const { due, lookAt } = sealTurn(seal.expire_at, now())
  const at = due === null ? (lookAt ?? now()) : now()
  await enqueue(tx, 'turnSeal', placeOf(seal), { delayMs: at - now(), key: `seal ${seal.seal_id}` })
}

/** Makes an enabled seal the one that is offered first. Throws `seal/changed` for one that cannot sign. */
export async function makeDefault(deps: Changing, tx: Db, who: SealActor, seal: Seal): Promise<Seal> {
  if (seal.is_default) return seal
  if (seal.status !== 'enabled') throw new Refusal('seal/changed')
  await dropDefault(tx, seal.tenant_id, seal.account_id)
  const changed = await write(tx, seal, { is_default: true })
  await addSealLog(deps, tx, who, { ...placeOf(seal), verb: 'setDefault' })
  return changed
}

/** An electronic seal ends with the seal it was made of. */
async function endElectronicSeals(tx: Db, { tenant_id, seal_id }: Seal, at: number): Promise<void> {
  await tx
    .updateTable('electronic_seal')
    .set({ revoked_at: at })
    .where('tenant_id', '=', tenant_id)
    .where('seal_id', '=', seal_id)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Whether a seal was ever put on a file. Runs in its tenant. */
async function wasUsed(db: Db, { tenant_id, seal_id }: Pick<Seal, 'tenant_id' | 'seal_id'>): Promise<boolean> {
  const found = await db
    .selectFrom('signature_record')
    .where('tenant_id', '=', tenant_id)
    .where('seal_id', '=', seal_id)
    .select('record_id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

const placeOf = ({ tenant_id, seal_id }: Seal) => ({ tenantId: tenant_id, sealId: seal_id })

function write(tx: Db, { tenant_id, seal_id }: Seal, columns: Columns): Promise<Seal> {
  return tx
    .updateTable('seal')
    .set(columns)
    .where('tenant_id', '=', tenant_id)
    .where('seal_id', '=', seal_id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
