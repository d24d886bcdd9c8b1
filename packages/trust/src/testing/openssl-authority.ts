import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TimestampAuthority } from '../timestamp/request-token.ts'

/**
 * A time-stamping authority as one buys it, with `openssl ts` in its part: RSA-4096 throughout, three certificates in
 * every token, which then takes more than 6 KB.
 */
export interface OpensslAuthority {
  /** DER. */
  root: Buffer
  timestamps: TimestampAuthority
}

const run = promisify(execFile)
const organization = '/C=CN/O=Example Trust Services Company Limited'
const extensions = {
  ca: 'basicConstraints=critical,CA:TRUE,pathlen:0\nkeyUsage=critical,keyCertSign,cRLSign\n',
  leaf: 'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=critical,timeStamping\n',
}
const settings = `[tsa]
default_tsa=moqi
[moqi]
serial=serial
crypto_device=builtin
signer_cert=leaf.crt
certs=chain.crt
signer_key=leaf.key
signer_digest=sha256
default_policy=1.2.3.4.1
digests=sha256,sha384,sha512
tsa_name=yes
ess_cert_id_chain=yes
`

/** Makes its keys and certificates anew, which takes a few seconds. */
export async function opensslAuthority(): Promise<OpensslAuthority> {
  const folder = mkdtempSync(join(tmpdir(), 'moqi-openssl-tsa-'))
  const file = (name: string) => join(folder, name)
  const openssl = (...words: string[]) => run('openssl', words, { cwd: folder })
  const key = ['-newkey', 'rsa:4096', '-nodes']
  const root = `${organization}/CN=Example Trusted Root G4`
  await openssl('req', '-x509', ...key, '-keyout', 'root.key', '-out', 'root.crt', '-days', '9000', '-subj', root)
  for (const [name, issuer, commonName] of [
    ['ca', 'root', 'Example Trusted G4 RSA4096 SHA256 TimeStamping CA'],
    ['leaf', 'ca', 'Example Timestamp Authority'],
  ] as const) {
    const subject = `${organization}/CN=${commonName}`
    writeFileSync(file(`${name}.ext`), extensions[name])
    await openssl('req', ...key, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', subject)
    const by = ['-CA', `${issuer}.crt`, '-CAkey', `${issuer}.key`, '-CAcreateserial', '-days', '4000']
    await openssl('x509', '-req', '-in', `${name}.csr`, ...by, '-extfile', `${name}.ext`, '-out', `${name}.crt`)
  }
  const certificate = (name: string) => readFileSync(file(`${name}.crt`), 'utf8')
  writeFileSync(file('chain.crt'), `${certificate('ca')}${certificate('root')}`)
  writeFileSync(file('tsa.cnf'), settings)
  writeFileSync(file('serial'), '01\n')
  // It writes its serial numbers to one file.
  let turn: Promise<unknown> = Promise.resolve()
  const answer = async (request: Buffer) => {
    writeFileSync(file('query'), request)
    await openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query', '-out', 'reply')
    return readFileSync(file('reply'))
  }
  return {
    root: new X509Certificate(certificate('root')).raw,
    timestamps(request) {
      const answered = turn.then(() => answer(request))
      turn = answered.catch(() => {})
      return answered
    },
  }
}
