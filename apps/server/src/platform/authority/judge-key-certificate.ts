import type { CertificateFault } from '@moqi/domain/account/certificate-key'
import { DerFault, readable } from '@moqi/trust/asn1/read-der'
import {
  buildChain,
  signingUsage,
  type TrustPool,
  unknownCriticalExtension,
  weakLinks,
} from '@moqi/trust/chains/build-chain'
import { type Certificate, readCertificate } from '@moqi/trust/chains/certificate'
import { keyTypeOf, UnsupportedKey } from '@moqi/trust/cms/keys'
import { isExempt, revocationStatus } from '@moqi/trust/revocation/revocation'
import { readOcspResponse } from '@moqi/trust/revocation/ocsp-response'
import { readRevocationList } from '@moqi/trust/revocation/revocation-list'
import type { Deps } from '#src/platform/deps.ts'
import { isRevokedHere } from './revoke-certificate.ts'

type JudgeDeps = Pick<Deps, 'authority' | 'db' | 'now'>

/**
 * Why a certificate (DER, with issuers it brings) may not be used as a key now; null when it may: its chain ends at a
 * root this platform trusts, and none of it has ended or was revoked. What nobody can say of that is a fault, too.
 */
export async function judgeKeyCertificate(
  deps: JudgeDeps,
  certificate: Buffer,
  chain: readonly Buffer[],
): Promise<CertificateFault | null> {
  const leaf = readOrNull(certificate)
  if (!leaf) return 'unreadable'
  const at = deps.now()
  const faulty = leafFault(leaf, at)
  if (faulty) return faulty
  // Whatever its own authority says of it.
  const serial = leaf.serial.toString('hex')
  if (await deps.db.directory((directory) => isRevokedHere(directory, serial))) return 'revoked'
  const roots = readable(deps.authority.keyRoots, readCertificate)
  const candidates = readable([...chain, ...deps.authority.issuers], readCertificate)
  return pathFault(deps, leaf, { roots, candidates })
}

function readOrNull(certificate: Buffer): Certificate | null {
  try {
    return readCertificate(certificate)
  } catch (error) {
    if (error instanceof DerFault) return null
    throw error
  }
}

function leafFault(leaf: Certificate, at: number): CertificateFault | null {
  if (!leaf.key || !isSupported(leaf.key)) return 'unsupported'
  if (at < leaf.notBefore) return 'early'
  if (at > leaf.notAfter) return 'expired'
  return signingUsage(leaf) !== undefined || unknownCriticalExtension(leaf) ? 'usage' : null
}

function isSupported(key: NonNullable<Certificate['key']>): boolean {
  try {
    keyTypeOf(key)
    return true
  } catch (error) {
    if (error instanceof UnsupportedKey) return false
    throw error
  }
}

async function pathFault(deps: JudgeDeps, leaf: Certificate, pool: TrustPool): Promise<CertificateFault | null> {
  const { status, path } = buildChain(leaf, pool, deps.now())
  if (status !== 'trusted') return 'unknown'
  if (weakLinks(path).length > 0) return 'weak'
  for (const [index, issuer] of path.slice(1).entries()) {
    const one = path[index]
    const state = one ? await stateOf(deps, one, issuer) : 'unknown'
    if (state === 'revoked') return 'revoked'
    if (state !== 'good') return 'unanswered'
  }
  return null
}

/** Asked of a certificate only whose chain is trusted: it names the address. */
async function stateOf({ authority, now }: JudgeDeps, certificate: Certificate, issuer: Certificate) {
  const { crls, ocsps } = await authority.revocation(certificate.der, issuer.der)
  const data = { lists: readable(crls, readRevocationList), responses: readable(ocsps, readOcspResponse) }
  const { status } = revocationStatus(certificate, issuer, data, { time: now(), now: now() })
  return status === 'unknown' && isExempt(certificate) ? 'good' : status
}
