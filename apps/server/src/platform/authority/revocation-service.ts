import type { Authority } from '@moqi/trust/certificates/authority'
import { type CertificateState, ocspResponder } from '@moqi/trust/certificates/ocsp-responder'
import { createRevocationList, revocationReason } from '@moqi/trust/certificates/revocation-list'
import type { SigningKey } from '@moqi/trust/cms/signing-key'
import type { Deps } from '#src/platform/deps.ts'

/** Revocation lists and OCSP of the embedded authorities, both out of the table `revoked_certificate`. */
export type RevocationService = {
  list: (name: IssuerName) => Promise<Buffer>
  ocsp: (request: Buffer) => Promise<Buffer>
}

/** Which of the embedded authorities: the root, or the one below it that issues to people. */
export type IssuerName = 'root' | 'issuing'
/** An embedded authority and the key that answers OCSP for it. */
export type Issuer = { authority: Authority; responder: SigningKey }

type ServiceDeps = Pick<Deps, 'db' | 'now' | 'log'>

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Clocks of readers may be behind ours. */
const backdatedMs = 5 * minuteMs

/** Lists are made anew at most every half minute; OCSP answers always. */
export function revocationService(deps: ServiceDeps, issuers: Record<IssuerName, Issuer>): RevocationService {
  const lists = new Map<string, { until: number; bytes: Promise<Buffer> }>()
  return {
    list(name) {
      const known = lists.get(name)
      if (known && known.until > deps.now()) return known.bytes
      const bytes = revocationList(deps, issuers[name].authority, name)
      lists.set(name, { until: deps.now() + minuteMs / 2, bytes })
      bytes.catch(() => lists.delete(name))
      return bytes
    },
    ocsp: ocspResponder({
      issuers: (['issuing', 'root'] as const).map((name) => ({
        ...issuers[name],
        state: (serial) => stateOf(deps, name, serial),
      })),
      now: () => new Date(deps.now()),
      validity: hourMs,
      failed: (error) => deps.log('a question about a certificate was not answered', error),
    }),
  }
}

async function revocationList(deps: ServiceDeps, authority: Authority, name: IssuerName): Promise<Buffer> {
  const revoked = await deps.db.directory((directory) =>
    directory
      .selectFrom('revoked_certificate')
      .where('issuer', '=', name)
      .select(['serial', 'revoked_at', 'reason'])
      .execute(),
  )
  return createRevocationList({
    authority,
    revoked: revoked.map(({ serial, revoked_at, reason }) => ({
      serial: Buffer.from(serial, 'hex'),
      at: new Date(revoked_at),
      reason: revocationReason(reason) ?? 'unspecified',
    })),
    thisUpdate: new Date(deps.now() - backdatedMs),
    nextUpdate: new Date(deps.now() + 24 * hourMs),
    number: Math.floor(deps.now() / 1000),
  })
}

/**
 * Good means not revoked (RFC 6960 §2.2): certificates of spaces lie behind row-level security and are not looked up.
 */
async function stateOf(deps: ServiceDeps, name: IssuerName, serial: string): Promise<CertificateState> {
  const revoked = await deps.db.directory((directory) =>
    directory
      .selectFrom('revoked_certificate')
      .where('issuer', '=', name)
      .where('serial', '=', serial)
      .select(['revoked_at', 'reason'])
      .executeTakeFirst(),
  )
  if (!revoked) return 'good'
  return { at: new Date(revoked.revoked_at), reason: revocationReason(revoked.reason) ?? 'unspecified' }
}
