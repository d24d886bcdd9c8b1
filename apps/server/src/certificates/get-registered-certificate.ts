import { X509Certificate } from 'node:crypto'
import type { operatorCertificate } from '@moqi/api/operator-certificate'
import { revocationReasons } from '@moqi/domain/operators/certificate'
import { proposalStateLabels } from '@moqi/domain/operators/proposal'
import { buildChain } from '@moqi/trust/chains/build-chain'
import { nameLine, readCertificate } from '@moqi/trust/chains/certificate'
import { readable } from '@moqi/trust/asn1/read-der'
import { requireCertificate } from '#src/cores/certificate/revoke-registered.ts'
import { issuerOf, keptCertificate } from '#src/platform/authority/certificate-holder.ts'
import type { RegisteredCertificate } from '#src/platform/authority/certificate-register.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { allCertificates, shownCertificate } from './find-certificates.ts'
import { usesOf } from './uses-of.ts'

type Call = typeof operatorCertificate.getRegisteredCertificate
type Line = { time: number; who: string; label: string; detail: string | null }

/** One certificate with its chain, what was signed with it in numbers, and what has become of it. */
export const getRegisteredCertificate: Handler<Call> = async (deps, _operator, { certificateId }) => {
  const certificate = await deps.db.directory((directory) => requireCertificate(directory, certificateId))
  const row = await deps.db.directory((directory) =>
    allCertificates(directory)
      .where('r.certificate_id', '=', certificate.certificate_id)
      .selectAll('r')
      .select(['s.name as space_name', 'v.revoked_at'])
      .executeTakeFirstOrThrow(),
  )
  const [kept, issuer] = await deps.db.read(certificate.tenant_id, async (tenant) => [
    await keptCertificate(tenant, certificate),
    await issuerOf(tenant, certificate),
  ])
  const { signatureNumber, contractNumber, signTime } = await usesOf(deps, certificate)
  return {
    ...shownCertificate(row, deps.now()),
    fingerprint: certificate.fingerprint,
    isListed: issuer === null ? 0 : 1,
    signatureNumber,
    contractNumber,
    signTime,
    chainArray: kept ? chainOf(deps, kept) : [],
    logArray: await deps.db.directory((directory) => logOf(directory, certificate)),
  }
}

/** From the certificate up to its root, or as far as the issuers are known. */
function chainOf(
  { authority, now }: Pick<Deps, 'authority' | 'now'>,
  kept: { certificate: Buffer; issuers: Buffer[] },
) {
  const roots = readable([...authority.roots, ...authority.keyRoots], readCertificate)
  const candidates = readable([...kept.issuers, ...authority.issuers], readCertificate)
  const { path } = buildChain(readCertificate(kept.certificate), { roots, candidates }, now())
  return path.map(({ der, subject, issuer, notBefore, notAfter }) => ({
    subject: nameLine(subject),
    issuer: nameLine(issuer),
    serialNumber: new X509Certificate(der).serialNumber.toLowerCase(),
    validFrom: notBefore,
    validTo: notAfter,
  }))
}

/** When it came, who wanted it revoked, and when it was; the last first. */
async function logOf(directory: Db, certificate: RegisteredCertificate): Promise<Line[]> {
  const { kind, created_at: time, issuer_name, serial } = certificate
  const began = { time, who: '系统', label: kind === 'key' ? '绑定' : '签发', detail: issuer_name }
  const revoked = await directory
    .selectFrom('revoked_certificate')
    .where('serial', '=', serial)
    .where('issuer', '=', 'issuing')
    .select(['revoked_at', 'reason', 'note', 'revoked_by'])
    .execute()
  const lines = revoked.map(({ revoked_at, reason, note, revoked_by }) => ({
    time: revoked_at,
    who: revoked_by ?? '系统',
    label: '吊销',
    detail: [labels.get(reason) ?? reason, note].filter(Boolean).join('　'),
  }))
  const told = [began, ...(await proposalLines(directory, certificate)), ...lines]
  return told.toReversed().toSorted((a, b) => b.time - a.time)
}

const labels: ReadonlyMap<string, string> = new Map(Object.entries(revocationReasons))

async function proposalLines(directory: Db, { tenant_id, serial }: RegisteredCertificate): Promise<Line[]> {
  const rows = await directory
    .selectFrom('tenant_proposal as p')
    .innerJoin('operator as o', 'o.operator_id', 'p.proposed_by')
    .leftJoin('operator as d', 'd.operator_id', 'p.decided_by')
    .where('p.tenant_id', '=', tenant_id)
    .where('p.kind', '=', 'revoke')
    .selectAll('p')
    .select(['o.name as by_name', 'd.name as decider'])
    .execute()
  return rows
    .filter(({ details }) => details !== null && 'serial' in details && details.serial === serial)
    .flatMap((row) => {
      const made = { time: row.proposed_at, who: row.by_name, label: '提出吊销', detail: row.reason }
      if (row.decided_at === null || row.decider === null) return [made]
      const label = `吊销申请${proposalStateLabels[row.state]}`
      return [made, { time: row.decided_at, who: row.decider, label, detail: row.answer }]
    })
}
