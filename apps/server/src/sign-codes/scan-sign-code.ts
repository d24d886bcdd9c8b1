import type { signCode } from '@moqi/api/sign-code'
import { Refusal } from '@moqi/domain/refusal'
import { signCodeClosing, signCodeClosings } from '@moqi/domain/templates/sign-code'
import { loadTemplate } from '#src/cores/template/template-store.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { BlobAnswer, Handler } from '#src/platform/handlers.ts'
import { launcherOf } from './code-launcher.ts'
import { factsOf, scannedCode, type SignCodeRow } from './sign-code-store.ts'

/** px; wide enough to be read on a phone. */
const pageWidth = 1000

/** What a code shows to whoever has scanned it: who asks for what, until when, and whether it still can be signed. */
export const getSignCodeInfo: Handler<typeof signCode.getSignCodeInfo> = async (deps, _caller, { code }) => {
  const row = await scannedCode(deps, code)
  const launcher = await launcherOf(deps, row)
  const { content, files } = await templateOf(deps, row)
  const closing = signCodeClosing(factsOf(row), deps.now()) ?? (launcher ? null : ('withdrawn' as const))
  return {
    initiatorName: launcher?.nickName ?? row.creator_name,
    initiatorCompany: launcher?.space.kind === 'company' ? launcher.space.name : null,
    codeName: row.name,
    taskName: content.subject,
    several: row.several ? 1 : 0,
    endTime: row.end_at,
    closing,
    closingText: closing && signCodeClosings[closing],
    fileArray: files.map(({ name, page_count }) => ({ fileName: name, pageCount: page_count })),
    testCertificate: deps.config.certificateAuthority === null ? 'yes' : 'no',
  }
}

/** A page of what would be signed, drawn as PNG. What no more can be signed is no more shown. */
export async function signCodePage(
  deps: Deps,
  _caller: unknown,
  { code, fileNo, page }: { code: string; fileNo: number; page: number },
): Promise<BlobAnswer> {
  const row = await scannedCode(deps, code)
  const closing = signCodeClosing(factsOf(row), deps.now())
  if (closing === 'ended' || closing === 'expired') throw new Refusal('sign-code/not-found')
  const file = (await templateOf(deps, row)).files[fileNo - 1]
  if (!file || page > file.page_count) throw new Refusal('file/not-found')
  const sha256 = file.kept_sha256
  const bytes = await deps.workshop.renderPage(sha256, () => deps.blobs.get(sha256), page, pageWidth)
  return { bytes, type: 'image/png', etag: `${sha256}-${page}-${pageWidth}` }
}

const templateOf = ({ db }: Pick<Deps, 'db'>, { tenant_id: tenantId, template_id: templateId, version }: SignCodeRow) =>
  db.read(tenantId, (own) => loadTemplate(own, { tenantId, templateId }, version))
