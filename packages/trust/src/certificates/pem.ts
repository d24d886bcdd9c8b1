/** PEM (RFC 7468) around DER. */
export function toPem(label: 'CERTIFICATE' | 'X509 CRL', der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}

/** The DER of every block labelled `label`, in the file's order; none gives an empty array. */
export function fromPem(label: 'CERTIFICATE' | 'X509 CRL', pem: string): Buffer[] {
  const blocks = pem.matchAll(new RegExp(`-----BEGIN ${label}-----([A-Za-z0-9+/=\\s]*)-----END ${label}-----`, 'g'))
  return [...blocks].map(([, body = '']) => Buffer.from(body, 'base64'))
}
