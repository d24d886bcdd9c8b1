import type { operatorCertificate, RegisteredCertificate } from '@moqi/api/operator-certificate'
import { type CertificateState, certificateState, endingMs } from '@moqi/domain/operators/certificate'
import type { Selectable } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { likeText, pageOf, readCursor } from '#src/platform/keyset.ts'
import { isUuid } from '#src/platform/uuid.ts'

const pageSize = 20

/** A certificate with its space's name and its revocation, if there is one. */
export type FoundCertificate = Selectable<Schema['certificate_register']> & {
  space_name: string | null
  revoked_at: number | null
}

/** Certificates by serial number, holder or space, in one state or all; the newest first. */
export const findCertificates: Handler<typeof operatorCertificate.findCertificates> = async (
  { db, now },
  _operator,
  input,
) => {
  const after = readCursor(input.cursor)
  const at = now()
  const rows: FoundCertificate[] = await db.directory((directory) =>
    inState(wanted(directory, input.search ?? ''), input.certificateState, at)
      .$if(after !== null, (query) =>
        query.where((eb) =>
          eb(eb.refTuple('r.created_at', 'r.certificate_id'), '<', eb.tuple(after?.at ?? 0, after?.id ?? '')),
        ),
      )
      .orderBy('r.created_at', 'desc')
      .orderBy('r.certificate_id', 'desc')
      .limit(pageSize + 1)
      .selectAll('r')
      .select(['s.name as space_name', 'v.revoked_at'])
      .execute(),
  )
  const { page, nextCursor } = pageOf(rows, pageSize, ({ created_at, certificate_id: id }) => ({ at: created_at, id }))
  return { certificateArray: page.map((row) => shownCertificate(row, at)), nextCursor }
}

/** All certificates, each with its space and its revocation. */
export const allCertificates = (directory: Db) =>
  directory
    .selectFrom('certificate_register as r')
    .leftJoin('space as s', 's.tenant_id', 'r.tenant_id')
    .leftJoin('revoked_certificate as v', (join) =>
      join.onRef('v.serial', '=', 'r.serial').on('v.issuer', '=', 'issuing'),
    )

/** A serial number may be typed in part, from its beginning, with spaces or colons. */
function wanted(directory: Db, search: string) {
  const certificates = allCertificates(directory)
  if (isUuid(search)) return certificates.where('r.tenant_id', '=', search)
  const digits = search.replaceAll(/[\s:]/g, '').toLowerCase()
  if (/^[0-9a-f]{4,}$/.test(digits)) return certificates.where('r.serial', 'like', `${digits}%`)
  const words = likeText(search)
  if (words === null) return certificates
  return certificates.where((eb) => eb.or([eb('r.subject_name', 'like', words), eb('s.name', 'like', words)]))
}

function inState<Q extends ReturnType<typeof allCertificates>>(
  query: Q,
  state: CertificateState | undefined,
  at: number,
) {
  if (state === undefined) return query
  if (state === 'revoked') return query.where('v.revoked_at', 'is not', null)
  const standing = query.where('v.revoked_at', 'is', null)
  if (state === 'ended') return standing.where('r.not_after', '<=', at)
  const going = standing.where('r.not_after', '>', at)
  return going.where('r.not_after', state === 'ending' ? '<=' : '>', at + endingMs)
}

/** A certificate as the wire has it. */
export const shownCertificate = (row: FoundCertificate, at: number): RegisteredCertificate => ({
  certificateId: row.certificate_id,
  certificateKind: row.kind,
  serialNumber: row.serial,
  holder: row.subject_name,
  issuer: row.issuer_name,
  tenantId: row.tenant_id,
  spaceName: row.space_name ?? row.subject_name,
  validFrom: row.not_before,
  validTo: row.not_after,
  certificateState: certificateState({ notAfter: row.not_after, revokedAt: row.revoked_at }, at),
  revokeTime: row.revoked_at,
})
