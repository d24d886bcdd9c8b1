import type { companyExport } from '@moqi/api/company-export'
import { Refusal } from '@moqi/domain/refusal'
import { companyExportLifecycle, exportLimits } from '@moqi/domain/spaces/company-export'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import { findMember } from '#src/cores/identity/own-spaces.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { isKeyedHash, type Keyed, keyedHash } from '#src/platform/keys/keyed-hash.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { piecesOf } from './export-pieces.ts'
import { exportAt, type ExportPlace, heldExport } from './export-rows.ts'

type Link = ExportPlace & { accountId: string; expireTime: number }

const piecesAtOnce = 20

/**
 * A link by which a browser, or a program that resumes, takes the archive: it names who asked for it and until when it
 * holds, under the platform's key. It is good as long as that member may export.
 */
export const getCompanyExportLink: Handler<typeof companyExport.getCompanyExportLink> = async (
  deps,
  member,
  { exportId },
) => {
  const { tenantId, accountId } = member
  return deps.db.write(tenantId, async (tx) => {
    const row = await heldExport(tx, { tenantId, exportId })
    if (!companyExportLifecycle.can(row.state, 'expire')) throw new Refusal('export/changed')
    const expireTime = Math.min(deps.now() + exportLimits.linkMs, row.kept_until ?? Infinity)
    const link = writeLink(deps, { tenantId, exportId, accountId, expireTime })
    await addMemberLog(deps, tx, member, { tenantId, verb: 'takeExport', detail: row.file_name })
    const fileUrl = `/companyExport/downloadCompanyExport?${new URLSearchParams({ link })}`
    return keepAnswer(tx, deps, member, { fileUrl, expireTime })
  })
}

/** The archive, whole or a range of it; what is held is never more than one piece. */
export const downloadCompanyExport: Handler<typeof companyExport.downloadCompanyExport> = async (
  deps,
  _caller,
  { link },
) => {
  const place = readLink(deps, link)
  if (!place || place.expireTime <= deps.now()) throw new Refusal('export/not-found')
  const [row, member] = await Promise.all([
    deps.db.read(place.tenantId, (tenant) => exportAt(tenant, place)),
    findMember(deps, place),
  ])
  const isOpen = row && companyExportLifecycle.can(row.state, 'expire') && member?.space.rights.includes('exportData')
  if (!isOpen || row.etag === null) throw new Refusal('export/not-found')
  return {
    length: row.size,
    read: (from, to) => readRange(deps, place, from, to),
    type: 'application/zip',
    etag: row.etag,
    fileName: row.file_name,
  }
}

/** Bytes `from` to `to`, the last not among them. */
async function* readRange(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  place: ExportPlace,
  from: number,
  to: number,
): AsyncGenerator<Buffer> {
  for (let at = from; at < to;) {
    const pieces = await db.read(place.tenantId, (tenant) =>
      piecesOf(tenant, place)
        .where('sha256', 'is not', null)
        .where(({ eb }) => eb(eb('start_at', '+', eb.ref('length')), '>', at))
        .limit(piecesAtOnce)
        .select(['sha256', 'start_at'])
        .execute(),
    )
    if (pieces.length === 0) throw new Error(`export ${place.exportId} has no byte ${at}`)
    for (const { sha256, start_at: start } of pieces) {
      if (sha256 === null || start === null || start >= to) break
      const bytes = await blobs.get(sha256)
      yield bytes.subarray(at - start, Math.min(bytes.length, to - start))
      at = Math.min(start + bytes.length, to)
    }
  }
}

const partsOf = ({ tenantId, exportId, accountId, expireTime }: Link) => [tenantId, exportId, accountId, expireTime]

const writeLink = (keyed: Keyed, link: Link): string =>
  [...partsOf(link), keyedHash(keyed, 'export link', partsOf(link)).toString('base64url')].join('.')

function readLink(keyed: Keyed, text: string): Link | null {
  const [tenantId = '', exportId = '', accountId = '', time = '', mac = ''] = text.split('.')
  if (![tenantId, exportId, accountId].every(isUuid) || !/^\d{1,15}$/.test(time)) return null
  const link = { tenantId, exportId, accountId, expireTime: Number(time) }
  return isKeyedHash(keyed, 'export link', partsOf(link), Buffer.from(mac, 'base64url')) ? link : null
}
