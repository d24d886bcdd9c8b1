import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ask,
  type Covered,
  filesOnDisk,
  opensslCms,
  opensslTimestamp,
  signaturesIn,
} from '@moqi/trust/testing/foreign-judge'
import { childrenOf, descend, readStrictDer } from '@moqi/trust/asn1/read-der'

/** What programs that are not ours say of a signed PDF: an empty `faults` is a pass of every signature by each. */
export type Judgement = {
  /** Document time-stamps are judged as well, but not counted: a finished contract gets one a moment later. */
  signatures: number
  /** How many of them carry a time-stamp. */
  timestamps: number
  faults: string[]
}

/** Asks pdfsig, qpdf and openssl, who trust only `rootFile` (PEM). Throws when one of them cannot run. */
export function judge(pdf: Buffer, rootFile: string): Judgement {
  const root = new X509Certificate(readFileSync(rootFile)).raw
  const found = signaturesIn(pdf)
  const opinions = found.map((signature, index) => opensslOpinion(signature, `signature ${index + 1}`, root))
  const folder = mkdtempSync(join(tmpdir(), 'moqi-judge-'))
  try {
    const file = join(folder, 'file.pdf')
    writeFileSync(file, pdf)
    const signed = opinions.filter(({ isDocumentTimestamp }) => !isDocumentTimestamp)
    return {
      signatures: signed.length,
      timestamps: signed.filter(({ timestamped }) => timestamped).length,
      faults: [
        ...(found.length === 0 ? ['no signature found'] : []),
        ...opinions.flatMap(({ faults }) => faults),
        ...pdfsigFaults(file, trustStore(folder, rootFile), [signed.length, found.length - signed.length]),
        ...qpdfFaults(file),
      ],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** id-ct-TSTInfo (RFC 3161 §2.4.2): the CMS is itself a document time-stamp. */
const timestampInfo = '060b2a864886f70d0109100104'

type OpensslOpinion = { timestamped: boolean; isDocumentTimestamp: boolean; faults: string[] }

function opensslOpinion(signature: Covered, name: string, root: Buffer): OpensslOpinion {
  const signedData = descend(readStrictDer(signature.cms), 1, 0)
  if (descend(signedData, 2, 0).raw.toString('hex') === timestampInfo) {
    const files = filesOnDisk({ token: signature.cms, data: signature.content, root: pem(root) })
    const options = ['-in', files.token, '-data', files.data, '-CAfile', files.root]
    return {
      timestamped: true,
      isDocumentTimestamp: true,
      faults: faultOf(`openssl ts: ${name}`, ask('openssl', 'ts', '-verify', '-token_in', ...options)),
    }
  }
  const faults = faultOf(`openssl cms: ${name}`, opensslCms(signature, root))
  const timestamped = childrenOf(descend(childrenOf(signedData).at(-1) ?? signedData, 0)).some(
    ({ tag }) => tag === 0xa1,
  )
  if (timestamped) faults.push(...faultOf(`openssl ts: ${name}`, opensslTimestamp(signature, root)))
  return { timestamped, isDocumentTimestamp: false, faults }
}

const pem = (der: Buffer) => new X509Certificate(der).toString()

const faultOf = (name: string, { code, said }: { code: number | null; said: string }) =>
  code === 0 ? [] : [`${name}: ${said.trim().slice(-200)}`]

/** An NSS database in which the root is a trusted authority: all that pdfsig goes by. */
function trustStore(folder: string, rootFile: string): string {
  const store = `sql:${folder}`
  const made = [
    ask('certutil', '-N', '-d', store, '--empty-password'),
    ask('certutil', '-A', '-n', 'root', '-t', 'CT,CT,CT', '-d', store, '-i', rootFile),
  ]
  for (const { code, said } of made) if (code !== 0) throw new Error(`certutil: ${said}`)
  return store
}

/** Poppler lists a document time-stamp and judges no token: that is openssl's part. */
const unjudged = /Signature Type: (?:unknown|ETSI\.RFC3161)/

function pdfsigFaults(file: string, store: string, [expected, stamps]: [number, number]): string[] {
  const fields = ask('pdfsig', '-nssdir', store, file)
    .said.split(/^Signature #/m)
    .slice(1)
  const shown = fields.filter((field) => !field.includes('field is not signed'))
  const blocks = shown.filter((field) => !unjudged.test(field))
  const told = `${blocks.length} signatures and ${shown.length - blocks.length} time-stamps`
  const asked = `${expected} signatures and ${stamps} time-stamps`
  const count = told === asked ? [] : [`pdfsig: ${told} instead of ${asked}`]
  const wanted = ['Signature Validation: Signature is Valid.', 'Certificate Validation: Certificate is Trusted.']
  const faults = blocks.flatMap((block) => {
    const lines = block.split('\n').map((line) => line.replace(/^\s*-\s*/, '').trim())
    return wanted
      .filter((line) => !lines.includes(line))
      .map((line) => {
        const label = line.split(':')[0] ?? line
        const said = lines.find((candidate) => candidate.startsWith(label)) ?? `no ${label}`
        return `pdfsig: signature ${block.split(':')[0]}: ${said}`
      })
  })
  return [...count, ...faults]
}

function qpdfFaults(file: string): string[] {
  const { code, said } = ask('qpdf', '--check', file)
  return code === 0 ? [] : [`qpdf: ${said.trim().split('\n').slice(0, 3).join(' | ')}`]
}
