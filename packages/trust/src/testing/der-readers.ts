import { nameNotPermitted } from '../chains/name-constraints.ts'
import { policyProblem } from '../chains/certificate-policies.ts'
import { type Certificate, readCertificate } from '../chains/certificate.ts'
import { readSignedData } from '../cms/read-signed-data.ts'
import { readOcspResponse } from '../revocation/ocsp-response.ts'
import { readRevocationList } from '../revocation/revocation-list.ts'
import { readTokenInfo } from '../timestamp/read-token-info.ts'

/** Every reader of ASN.1 that strangers wrote. What a CMS holds is read out of it, so that it is met spoilt as well. */
export const derReaders: ((der: Buffer) => unknown)[] = [
  readSignedData,
  readCertificate,
  readRevocationList,
  readOcspResponse,
  readTokenInfo,
  (der) => readSignedData(der).certificates.map((one) => judgeNames(readCertificate(one))),
  (der) => [...readSignedData(der).signer.unsigned.values()].flat().map(({ raw }) => readToken(raw)),
]

function judgeNames(certificate: Certificate): void {
  nameNotPermitted([certificate, certificate])
  policyProblem([certificate, certificate])
}

function readToken(token: Buffer): void {
  const { content } = readSignedData(token)
  if (content) readTokenInfo(content)
}
