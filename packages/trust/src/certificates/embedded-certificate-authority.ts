import type { Authority } from './authority.ts'
import type { CertificateAuthority } from './certificate-authority.ts'
import { readCertificateRequest } from './certificate-request.ts'
import type { PublishedAt } from './extensions.ts'
import { issueCertificate } from './issue-certificate.ts'

/** The embedded authority behind the port: the subject is the platform's word, of the request only the key counts. */
export function embeddedCertificateAuthority(options: {
  authority: Authority
  publishedAt: PublishedAt
  validity: () => { notBefore: Date; notAfter: Date }
}): CertificateAuthority {
  const { authority, publishedAt, validity } = options
  return {
    async issue(request, subject) {
      const { publicKey } = readCertificateRequest(request)
      const certificate = await issueCertificate({
        authority,
        subject,
        publicKey,
        profile: 'signer',
        ...publishedAt,
        ...validity(),
      })
      return { certificate, chain: [authority.key.identity.certificate] }
    },
  }
}
