import { paperPicture } from '@moqi/domain/identity/person-paper'
import { Refusal } from '@moqi/domain/refusal'
import { IntakeRefusal } from '@moqi/intake/intake-refusal'
import type { PaperPicture } from '#src/cores/identity/paper-picture.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Upload } from '#src/platform/handlers.ts'

/** Refuses papers where nobody would ever look at them (`operator/off`). */
export function requireReviewers({ config }: Pick<Deps, 'config'>): void {
  if (!config.operator) throw new Refusal('operator/off', { message: '本平台未开放人工审核，请联系客服' })
}

/** A picture of a paper as uploaded, opened by a worker. Throws `file/too-large`, `file/type`, `file/damaged`. */
export async function checkedPicture({ workshop }: Pick<Deps, 'workshop'>, file: Upload): Promise<PaperPicture> {
  const { megabytes, kinds } = paperPicture
  if (file.size > megabytes * 1024 * 1024) throw new Refusal('file/too-large', { megabytes })
  const kind = await workshop.fileKind(file).catch((error: unknown) => {
    if (error instanceof IntakeRefusal) return null
    throw error
  })
  const known = kinds.find((one) => one === kind)
  if (!known) throw new Refusal('file/type', { message: '照片仅支持 jpg、png 格式' })
  await workshop.inspect(file).catch((error: unknown) => {
    if (!(error instanceof IntakeRefusal)) throw error
    throw new Refusal('file/damaged', { message: '照片已损坏或无法打开，请换一张' }, { cause: error })
  })
  return { type: `image/${known}`, bytes: await file.read() }
}
