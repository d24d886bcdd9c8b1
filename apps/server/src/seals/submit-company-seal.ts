import type { companySeal } from '@moqi/api/company-seal'
import { Refusal } from '@moqi/domain/refusal'
import { purposeTable } from '@moqi/domain/seals/company-seal'
import { sealPicture } from '@moqi/domain/seals/seal-picture'
import { sealSideMm, uploadedSize } from '@moqi/domain/seals/seal-review'
import { fitSeal } from '@moqi/signing/seal-art/fit-seal'
import { HandwritingRefusal } from '@moqi/signing/seal-art/handwriting'
import { requireCompanySeal } from '#src/cores/seal/grants.ts'
import { keepSeal, type NewSeal } from '#src/cores/seal/keep-seal.ts'
import { lockSeals } from '#src/cores/seal/lock-seals.ts'
import { nameTaken } from '#src/cores/seal/name-taken.ts'
import { replacePicture, submitForReview } from '#src/cores/seal/review-seal.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { readCompanySeal } from './company-seals.ts'
import { requireCompany, requireMakable } from './make-company-seal.ts'
import { uploadedOriginal } from './uploaded-original.ts'

type Submit = typeof companySeal.submitCompanySeal

/**
 * Takes a company's seal that was cut out of a picture, or another picture for one that was refused, and has it
 * reviewed: the picture must read the registered name, which nobody but a reviewer can tell (domain 2.4).
 */
export const submitCompanySeal: Handler<Submit> = async (deps, member, input) => {
  const { tenantId, accountId } = member
  const { sealPurpose: purpose, sealName: name, sealColor: color } = input
  const owner = await requireCompany(deps.db, member)
  const { sealId: replaced } = input
  if (replaced !== undefined) await deps.db.read(tenantId, (own) => requireCompanySeal(own, tenantId, replaced))
  const originalSha256 = await uploadedOriginal(deps, member, input.originalFileId)
  const image = await sealOf(deps, input.imageBase64, input.width)
  return deps.db.write(tenantId, async (tx) => {
    await lockSeals(tx, tenantId)
    let sealId = replaced
    if (sealId === undefined) {
      await requireMakable(tx, member, owner, purpose)
      const company = { purpose, design: null, holder: purpose === 'legal' ? accountId : null }
      const { kind } = purposeTable[purpose]
      const made = { tenantId, accountId: null, kind, name, color, isDefault: false, image, originalSha256, company }
      const kept = await keepSeal(deps, tx, { ...made, uploadedBy: accountId }).catch(nameTaken)
      sealId = (await submitForReview(deps, tx, member, kept)).seal_id
    } else {
      const seal = await refusedSeal(tx, member, sealId)
      await replacePicture(deps, tx, member, { seal, name, color, image, originalSha256 }).catch(nameTaken)
    }
    return keepAnswer(tx, deps, member, await readCompanySeal(tx, member, { sealId, now: deps.now() }))
  })
}

const sentences = {
  'too-large': '印章图样不能超过512KB，请缩小图片',
  'not-png': '印章图样格式不正确，请重新上传',
  kind: '印章图样格式不受支持，请使用8位PNG图片',
  size: '印章图样不能超过200万像素，请缩小图片',
  damaged: '印章图样已损坏，请重新上传',
  empty: '图片中没有找到印章，请重新上传',
  filled: '印章图样没有透明或白色底色，请改用抠图',
} as const satisfies Record<HandwritingRefusal['reason'], string>

/** The cut-out checked, cropped to its ink, and `width` mm wide. Throws `field/invalid`. */
async function sealOf({ workshop }: Pick<Deps, 'workshop'>, base64: string, width: number): Promise<NewSeal['image']> {
  const bytes = Buffer.from(base64.replace(/^data:image\/png;base64,/, ''), 'base64')
  const cut = await workshop.handwriting(bytes).catch((cause: unknown) => {
    if (!(cause instanceof HandwritingRefusal)) throw cause
    throw new Refusal('field/invalid', { field: 'imageBase64', message: sentences[cause.reason] }, { cause })
  })
  const [least, most] = sealPicture.ratio
  const ratio = cut.widthMm / cut.heightMm
  if (ratio < least || ratio > most)
    throw new Refusal('field/invalid', { field: 'imageBase64', message: '图样太长或太窄' })
  if (Math.max(cut.png.readUInt32BE(16), cut.png.readUInt32BE(20)) < sealPicture.leastWidth) {
    const message = `图片不清晰，请重新上传（不足${sealPicture.leastWidth}像素）`
    throw new Refusal('field/invalid', { field: 'imageBase64', message })
  }
  const size = uploadedSize(width, ratio)
  if (!size) {
    const message = `宽和高须在${sealSideMm.least}到${sealSideMm.most}毫米之间`
    throw new Refusal('field/invalid', { field: 'width', message })
  }
  return fitSeal(cut.png, size)
}

/** The company's seal, held. Throws `seal/not-found`, for the legal person's to anybody else too. */
async function refusedSeal(tx: Db, { tenantId, accountId }: Member, sealId: string): Promise<Schema['seal']> {
  const found = isUuid(sealId)
    ? await tx
        .selectFrom('seal')
        .where('tenant_id', '=', tenantId)
        .where('seal_id', '=', sealId)
        .where('account_id', 'is', null)
        .where('status', '<>', 'deleted')
        .where((eb) => eb.or([eb('holder_account_id', 'is', null), eb('holder_account_id', '=', accountId)]))
        .selectAll()
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!found) throw new Refusal('seal/not-found')
  return found
}
