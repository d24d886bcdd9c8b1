import { Refusal } from '@moqi/domain/refusal'
import { sealLifecycle } from '@moqi/domain/seals/seal-lifecycle'
import { holdBlobs } from '#src/platform/blobs/blob-holders.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from '#src/platform/messages/notify.ts'
import type { Sending } from '#src/platform/messages/queue-message.ts'
import { dropDefault, keptPicture, type NewSeal } from './keep-seal.ts'
import { awaitReview, endReview, type Waiting } from './review-queue.ts'
import { addSealLog, type SealActor } from './seal-log.ts'

type Seal = Schema['seal']
type Reviewing = Pick<Deps, 'config' | 'newId' | 'derivationKey'> & Sending

/** What a review found: null `refused` where the seal may be used, else why not; `by` who decided. */
export type ReviewVerdict = { refused: string | null; by: string }

const bySystem = '自动检查'

/**
 * Says that an uploaded seal waits for review. Where the platform leaves that to the checks of the picture, which it
 * has passed by now, it is enabled at once, and the log says by what. Runs in the seal's tenant.
 */
export async function submitForReview(deps: Reviewing, tx: Db, who: NonNullable<SealActor>, seal: Seal): Promise<Seal> {
  const place = { tenantId: seal.tenant_id, sealId: seal.seal_id }
  await addSealLog(deps, tx, who, { ...place, verb: 'submit', detail: seal.name })
  if (deps.config.sealReview === 'operator') return seal
  const waited = await endReview(tx, seal)
  return decide(deps, tx, seal, { refused: null, by: bySystem, wantsDefault: waited?.wantsDefault ?? false })
}

/**
 * Decides on a seal that waits for review, and tells who has uploaded it. Throws `seal/not-found`, and `seal/changed`
 * for one that does not wait.
 */
export async function reviewSeal(
  deps: Reviewing,
  tx: Db,
  { tenantId, sealId }: { tenantId: string; sealId: string },
  verdict: ReviewVerdict,
): Promise<Seal> {
  const seal = await tx
    .selectFrom('seal')
    .where('tenant_id', '=', tenantId)
    .where('seal_id', '=', sealId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!seal) throw new Refusal('seal/not-found')
  const waited = await endReview(tx, seal)
  const changed = await decide(deps, tx, seal, { ...verdict, wantsDefault: waited?.wantsDefault ?? false })
  if (waited) {
    const { accountId } = waited
    const path = seal.account_id === null ? `/company-space/admin-signatures/seal?sealId=${sealId}` : '/user/seal'
    const facts = { seal: seal.name, reason: verdict.refused, path }
    await notify(deps, tx, { kind: 'sealReviewed', to: { accountId, tenantId }, facts })
  }
  return changed
}

/** Another picture for a seal that was refused, which waits for review again. Throws `seal/changed` for any other. */
export async function replacePicture(
  deps: Reviewing & Pick<Deps, 'blobs'>,
  tx: Db,
  who: NonNullable<SealActor>,
  { seal, ...made }: { seal: Seal; originalSha256: string } & Pick<NewSeal, 'name' | 'color' | 'image'>,
): Promise<Seal> {
  const { png, widthMm: width, heightMm: height } = made.image
  const picture = await keptPicture(deps.blobs, png)
  await holdBlobs(tx, seal.seal_id, [picture.png_sha256, picture.packed_sha256, made.originalSha256])
  const changed = await write(tx, seal, {
    status: sealLifecycle.after(seal.status, 'submitImage'),
    name: made.name,
    color: made.color,
    width,
    height,
    png_sha256: picture.png_sha256,
    packed_sha256: picture.packed_sha256,
    original_sha256: made.originalSha256,
    state_reason: null,
    state_at: deps.now(),
    state_by: who.nickName,
  })
  await awaitReview(tx, seal, { accountId: who.accountId, wantsDefault: false }, deps.now())
  return submitForReview(deps, tx, who, changed)
}

type Decision = ReviewVerdict & Pick<Waiting, 'wantsDefault'>

async function decide(deps: Reviewing, tx: Db, seal: Seal, { refused, by, wantsDefault }: Decision): Promise<Seal> {
  const event = refused === null ? 'auditPassed' : 'auditRefused'
  const isDefault = refused === null && (wantsDefault || !(await hasDefault(tx, seal)))
  if (isDefault) await dropDefault(tx, seal.tenant_id, seal.account_id)
  const changed = await write(tx, seal, {
    status: sealLifecycle.after(seal.status, event),
    // The first that can sign is offered, whatever was wished.
    is_default: isDefault,
    state_reason: refused,
    state_at: deps.now(),
    state_by: by,
  })
  const verb = refused === null ? 'pass' : 'refuse'
  await addSealLog(deps, tx, null, { tenantId: seal.tenant_id, sealId: seal.seal_id, verb, detail: refused ?? by })
  return changed
}

async function hasDefault(tx: Db, { tenant_id, account_id }: Seal): Promise<boolean> {
  const found = await tx
    .selectFrom('seal')
    .where('tenant_id', '=', tenant_id)
    .where('account_id', account_id === null ? 'is' : '=', account_id)
    .where('is_default', '=', true)
    .select('seal_id')
    .executeTakeFirst()
  return found !== undefined
}

type Columns = Partial<
  Pick<
    Seal,
    | 'status'
    | 'name'
    | 'color'
    | 'width'
    | 'height'
    | 'png_sha256'
    | 'packed_sha256'
    | 'original_sha256'
    | 'is_default'
    | 'state_reason'
    | 'state_at'
    | 'state_by'
  >
>

function write(tx: Db, { tenant_id, seal_id }: Seal, columns: Columns): Promise<Seal> {
  return tx
    .updateTable('seal')
    .set(columns)
    .where('tenant_id', '=', tenant_id)
    .where('seal_id', '=', seal_id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
