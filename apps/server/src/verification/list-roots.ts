import { hash } from 'node:crypto'
import type { file } from '@moqi/api/file'
import { flagOf } from '@moqi/api/wire/flag'
import { commonName, readCertificate } from '@moqi/trust/chains/certificate'
import type { Handler } from '#src/platform/handlers.ts'

/** The roots that signatures of this platform end at, for whoever wants other software to know them. */
export const listRoots: Handler<typeof file.listRoots> = async ({ authority }) => {
  // What the embedded authority signs is a test (invariant 10).
  const embedded = await authority.publication('root.crt')
  return {
    rootArray: authority.roots.map((der) => {
      const { subject, notAfter } = readCertificate(der)
      return {
        name: commonName(subject),
        sha256: hash('sha256', der).toUpperCase(),
        notAfter,
        isTest: flagOf(embedded?.bytes.equals(der) ?? false),
        certificate: der.toString('base64'),
      }
    }),
  }
}
