import { X509Certificate } from 'node:crypto'
import type { Output } from '@moqi/api/call'
import type { security } from '@moqi/api/security'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'

type List = Output<typeof security.getOwnCertificates>
const most = 20

/** The certificates the space has signed with, newest first. */
export async function getOwnCertificates({ db, now }: Pick<Deps, 'db' | 'now'>, { tenantId }: Member): Promise<List> {
  const rows = await db.read(tenantId, (tenant) =>
    tenant
      .selectFrom('signing_certificate as c')
      .leftJoin('revoked_certificate as r', (join) =>
        join.onRef('r.serial', '=', 'c.serial').on('r.issuer', '=', 'issuing'),
      )
      .where('c.tenant_id', '=', tenantId)
      .select(['c.serial', 'c.subject_name', 'c.certificate', 'c.not_before', 'c.not_after', 'c.revoked_at'])
      .select('r.revoked_at as listed_at')
      .orderBy('c.created_at', 'desc')
      .limit(most)
      .execute(),
  )
  const certificateArray = rows.map((row) => ({
    serialNumber: row.serial,
    holder: row.subject_name,
    issuer: commonName(new X509Certificate(row.certificate).issuer),
    validFrom: row.not_before,
    validTo: row.not_after,
    certificateStatus: statusOf(row.revoked_at ?? row.listed_at, row.not_after, now()),
  }))
  return { certificateArray }
}

const commonName = (issuer: string) => /^CN=(.+)$/m.exec(issuer)?.[1] ?? issuer.replaceAll('\n', '，')

function statusOf(revokedAt: number | null, notAfter: number, at: number): 'valid' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked'
  return notAfter < at ? 'expired' : 'valid'
}
