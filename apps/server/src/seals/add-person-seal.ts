import type { Input } from '@moqi/api/call'
import type { seal } from '@moqi/api/seal'
import { Refusal } from '@moqi/domain/refusal'
import { noClaims } from '#src/cores/seal/grants.ts'
import type { Member } from '#src/platform/actor.ts'
import { type PersonSealStyle, personSealStyles } from '@moqi/signing/seal-art/draw-seal'
import { nameTaken } from '#src/cores/seal/name-taken.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { trimHandwriting } from '#src/platform/trim-handwriting.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { keepSeal, type NewSeal } from '#src/cores/seal/keep-seal.ts'
import { submitForReview } from '#src/cores/seal/review-seal.ts'
import { decryptImage, ownHandwriting } from './handwriting.ts'
import { drawPersonSeal, registeredName } from './make-person-seal-img.ts'
import { sealInfo } from './seal-info.ts'
import { uploadedOriginal } from './uploaded-original.ts'

type AddPersonSeal = typeof seal.addPersonSeal
type Drawn = Pick<NewSeal, 'kind' | 'color' | 'image' | 'originalSha256' | 'uploadedBy'>

/** Keeps a personal seal or a handwritten signature of the own space (checklist C39). */
export const addPersonSeal: Handler<AddPersonSeal> = async (deps, member, input) => {
  const drawn = await draw(deps, member, input)
  const { tenantId, accountId } = member
  return deps.db.write(tenantId, async (tx) => {
    const own = await ownSeals(tx, tenantId, accountId)
    const name = input.sealName || freeName(drawn.kind, own.names)
    const isDefault = input.isDefault === 1 || !own.hasDefault
    const kept = await keepSeal(deps, tx, { tenantId, accountId, name, isDefault, ...drawn }).catch(nameTaken)
    const row = drawn.uploadedBy === undefined ? kept : await submitForReview(deps, tx, member, kept)
    return keepAnswer(tx, deps, member, sealInfo(row, member, noClaims))
  })
}

async function draw(deps: Deps, member: Member, input: Input<AddPersonSeal>): Promise<Drawn> {
  const { sealStyle, handwriteBase64, handwriteSealId, sealColor } = input
  const registered = registeredName(member)
  if ([sealStyle, handwriteBase64, handwriteSealId].filter((way) => way !== undefined).length !== 1) {
    throw new Refusal('field/invalid', { message: '请选择印章样式或手写签名，二者选一' })
  }
  if (sealStyle !== undefined) {
    const color = sealColor ?? 'red'
    return { kind: 'person', color, image: drawPersonSeal(registered, styleOf(sealStyle), color) }
  }
  const written = handwriteBase64 ?? (await writtenOnPhone(deps, member, handwriteSealId ?? ''))
  const image = await trimHandwriting(deps, written)
  const { originalFileId } = input
  if (originalFileId === undefined) return { kind: 'handwrite', color: sealColor ?? 'black', image }
  const originalSha256 = await uploadedOriginal(deps, member, originalFileId)
  return { kind: 'handwrite', color: sealColor ?? 'black', image, originalSha256, uploadedBy: member.accountId }
}

/** What the member's phone has submitted, in base64. Throws `handwriting/dead` when that is nothing. */
async function writtenOnPhone(deps: Deps, member: Member, handwriteSealId: string): Promise<string> {
  if (!isUuid(handwriteSealId)) throw new Refusal('handwriting/dead')
  const written = await deps.db.read(member.tenantId, (own) => ownHandwriting(own, member, handwriteSealId))
  const png = decryptImage(deps, written)
  if (!png) throw new Refusal('handwriting/dead')
  return png.toString('base64')
}

function styleOf(sealStyle: string): PersonSealStyle {
  const style = personSealStyles.find((known) => known === sealStyle)
  if (!style) throw new Refusal('field/invalid', { field: 'sealStyle', message: '请选择印章样式' })
  return style
}

async function ownSeals(tx: Db, tenantId: string, accountId: string) {
  const rows = await tx
    .selectFrom('seal')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('status', 'not in', ['revoked', 'deleted'])
    .select(['name', 'is_default'])
    .execute()
  return { names: new Set(rows.map(({ name }) => name)), hasDefault: rows.some((row) => row.is_default) }
}

function freeName(kind: Drawn['kind'], taken: ReadonlySet<string>): string {
  const base = kind === 'handwrite' ? '手写签名' : '个人印章'
  let name = base
  for (let number = 2; taken.has(name); number++) name = `${base}${number}`
  return name
}
