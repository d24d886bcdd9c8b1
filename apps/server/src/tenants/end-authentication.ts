import type { authEnding } from '@moqi/api/auth-ending'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { type AuthEnd, authEndText, checkEndCause, checkReference, deed } from '@moqi/domain/operators/auth-ending'
import { Refusal } from '@moqi/domain/refusal'
import { IntakeRefusal } from '@moqi/intake/intake-refusal'
import { endingOf, keepDeed, openDeed } from '#src/cores/identity/auth-deed.ts'
import { endAuth } from '#src/cores/identity/end-auth.ts'
import type { PaperPicture } from '#src/cores/identity/paper-picture.ts'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import { addPlatformLog } from '#src/cores/operator/platform-log.ts'
import { propose } from '#src/cores/operator/proposal.ts'
import type { Operator } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler, Upload } from '#src/platform/handlers.ts'
import { requireTenant, type SpaceRow } from './find-tenants.ts'

type Calls = typeof authEnding

const types = { pdf: 'application/pdf', png: 'image/png', jpeg: 'image/jpeg' } as const

/** Ends the authentication of a space by a deed, at once or by a second operator's word. */
export const endAuthentication: Handler<Calls['endAuthentication']> = async (deps, operator, input) => {
  const reason = fieldOf('reason', checkReason(input.reason))
  const reference = fieldOf('reference', checkReference(input.reference))
  const space = await deps.db.directory((directory) => requireTenant(directory, input.tenantId))
  const { tenant_id: tenantId, name, kind, auth_status } = space
  const cause = fieldOf('endCause', checkEndCause(kind, input.endCause))
  if (auth_status !== 'passAuth')
    throw new Refusal('space/auth-changed', { message: '该空间没有生效的实名认证，不能终止，请刷新后查看' })
  const paper = await checkedDeed(deps, input.file)
  const end = { cause, reason, reference }
  return deps.db.write(tenantId, async (tx) => {
    const endingId = await keepDeed(deps, tx, { tenantId, end, paper })
    if (deps.config.freezers === 1) {
      await endAsAgreed(deps, tx, operator, { space, endingId })
      return { isDone: 1 }
    }
    const { operatorId, address } = operator
    await propose(deps, tx, operatorId, {
      tenantId,
      kind: 'endAuth',
      reason,
      details: { endingId, cause, reference },
    })
    await addOperatorLog(deps, tx, { operatorId, address, verb: 'propose', detail: `${name}　${authEndText(end)}` })
    return { isDone: 0 }
  })
}

/** The deed as uploaded, opened by a worker. Throws `file/too-large`, `file/type`, `file/damaged`. */
async function checkedDeed({ workshop }: Pick<Deps, 'workshop'>, file: Upload): Promise<PaperPicture> {
  const { megabytes, kinds } = deed
  if (file.size > megabytes * 1024 * 1024) throw new Refusal('file/too-large', { megabytes })
  const kind = await workshop.fileKind(file).catch((error: unknown) => {
    if (error instanceof IntakeRefusal) return null
    throw error
  })
  const known = kinds.find((one) => one === kind)
  if (!known) throw new Refusal('file/type', { message: '文书仅支持 pdf、jpg、png 格式' })
  await workshop.inspect(file).catch((error: unknown) => {
    if (!(error instanceof IntakeRefusal)) throw error
    throw new Refusal('file/damaged', { message: '文书已损坏、加密或无法打开，请换一份' }, { cause: error })
  })
  return { type: types[known], bytes: await file.read() }
}

type Agreed = { space: SpaceRow; endingId: string }

/** Ends it with all that follows; both sides' logs say so. Runs in the tenant. */
export async function endAsAgreed(
  deps: Deps,
  tx: Db,
  { operatorId, address }: Operator,
  { space: { tenant_id: tenantId, name }, endingId }: Agreed,
): Promise<void> {
  const end: AuthEnd = await endingOf(tx, { tenantId, endingId })
  await endAuth(deps, tx, { tenantId, endingId, end })
  const detail = authEndText(end)
  await addPlatformLog(deps, tx, { tenantId, operatorId, lookId: null, verb: 'endAuth', detail })
  await addOperatorLog(deps, tx, { operatorId, address, verb: 'endAuth', detail: `${name}　${detail}` })
}

/** The deed of an ending, for operators alone; the space reads that it was opened. */
export const endDeed: Handler<Calls['endDeed']> = async (deps, { operatorId, address }, input) => {
  const { endingId } = input
  const { tenant_id: tenantId, name } = await deps.db.directory((directory) => requireTenant(directory, input.tenantId))
  return deps.db.write(tenantId, async (tx) => {
    const { type, bytes } = await openDeed(deps, tx, { tenantId, endingId })
    const { reference } = await endingOf(tx, { tenantId, endingId })
    const detail = `文书编号：${reference}`
    await addPlatformLog(deps, tx, { tenantId, operatorId, lookId: null, verb: 'lookDeed', detail })
    await addOperatorLog(deps, tx, { operatorId, address, verb: 'lookDeed', detail: `${name}　${detail}` })
    return { type, bytes, etag: endingId }
  })
}
