import type { Output } from '@moqi/api/call'
import type { file } from '@moqi/api/file'
import { flagOf } from '@moqi/api/wire/flag'
import { maybeOfd } from '@moqi/ofd/is-ofd'
import { Refusal } from '@moqi/domain/refusal'
import type { Caller } from '#src/platform/actor.ts'
import type { Upload } from '#src/platform/handlers.ts'
import type { Deps } from '#src/platform/deps.ts'
import { conclusion } from './conclusion.ts'

const megabytes = 50
/** Pages shown as signed and as they are; more would say nothing new and weigh megabytes. */
const pictures = 3

/**
 * Judges the signatures of a PDF or an OFD for whoever asks, and says whether its contract was voided; the file is kept
 * nowhere (checklist C89).
 */
export async function verifyFile(
  { db, workshop }: Pick<Deps, 'db' | 'workshop'>,
  _caller: Caller,
  { file: upload }: { file: Upload },
): Promise<Output<typeof file.verifyFile>> {
  if (upload.size > megabytes * 1024 * 1024) throw new Refusal('file/too-large', { megabytes })
  if (!upload.head.includes('%PDF-') && !maybeOfd(upload.head)) throw wrongType()
  const { complete, ...verdict } = await workshop.verify(upload, pictures)
  // Office documents are packages of the same kind.
  if (verdict.reasonArray.some(({ code }) => code === 'ofd-missing')) throw wrongType()
  const signatureArray = verdict.signatureArray.map((one) => ({ ...one, ownPlatform: flagOf(one.ownPlatform) }))
  const voidedTime = await voidedAt(db, upload.sha256)
  const told = { ...verdict, ...(complete === undefined ? {} : { complete: flagOf(complete) }) }
  return { ...told, signatureArray, conclusion: conclusion(verdict), voidedTime }
}

const wrongType = () => new Refusal('file/type', { message: '仅支持验证PDF和OFD文件，请上传已签署的文件' })

/** When the contract was voided (ms) of which these bytes are a file; null of any other. */
async function voidedAt(db: Deps['db'], sha256: string): Promise<number | null> {
  const found = await db.directory((directory) =>
    directory.selectFrom('voided_file').where('sha256', '=', sha256).select('voided_at').executeTakeFirst(),
  )
  return found?.voided_at ?? null
}
