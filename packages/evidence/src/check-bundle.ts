import { hash } from 'node:crypto'
import { fromPem } from '@moqi/trust/certificates/pem'
import { digest } from '@moqi/trust/cms/keys'
import type { FileVerdict, Verdict } from '@moqi/verify/verdict'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import type { Renderer } from '@moqi/pdf/page-image/render-page'
import { type Bundle, besidesOf, listBesides, readBundle } from './bundle.ts'
import { checkLogProof } from './check-log-proof.ts'
import { Evidence, type EvidenceFile, type EvidenceProblem, problem } from './evidence.ts'
import { reportRecordOf, signRecordOf } from './log-record.ts'

/** What a bundle is judged with: DER roots (null: nobody named any), and the present. */
export interface BundleTrust {
  roots: Buffer[] | null
  now: Date
  renderer?: Renderer
}

/** What became of a bundle. Times in ms; null where it could not be read that far. */
export interface BundleVerdict {
  verdict: 'valid' | 'invalid' | 'indeterminate'
  problems: EvidenceProblem[]
  reportNo: string | null
  contract: { taskNo: string; subject: string; state: string } | null
  files: { path: string; verdict: FileVerdict; sha256: string; signers: string[] }[]
  report: { verdict: FileVerdict; signer: string | null; time: number | null } | null
  log: { lines: number; treeSize: number; signer: string | null; provenTime: number | null } | null
}

/** The entry of the report's catalog that holds the SHA-256 of `evidence.json`: the platform's signature covers it. */
export const evidenceKey = 'MoqiEvidence'

/** Checks everything in a bundle without network. Never throws for bad ones. */
export async function checkBundle(zip: Buffer, trust: BundleTrust): Promise<BundleVerdict> {
  const read = readBundle(zip)
  return 'problem' in read ? nothingBut(read.problem) : checkContents(read.bundle, trust)
}

/** The same of a bundle that is unpacked. */
export async function checkContents(bundle: Bundle, trust: BundleTrust): Promise<BundleVerdict> {
  const evidence = readEvidence(bundle.evidence)
  if (!evidence) return nothingBut(problem('evidence-unreadable'))
  const offered = [...bundle.besides.values()].flatMap((text) => fromPem('CERTIFICATE', text.toString('latin1')))
  const options = { ...trust, roots: trust.roots ?? offered }
  const report = await judge(bundle.report, options)
  const verdicts = new Map<EvidenceFile, Verdict>()
  for (const file of evidence.files) {
    const bytes = bundle.files.get(file.path)
    if (bytes) verdicts.set(file, await judge(bytes, options))
  }
  const log = checkLogProof(evidence.log, { roots: options.roots, offered, now: trust.now.getTime() })
  const problems = [
    ...(trust.roots ? [] : [problem('roots-unproven')]),
    ...fileProblems(bundle, evidence, verdicts),
    ...besideProblems(bundle, evidence),
    ...reportProblems(bundle, report),
    ...loggedProblems(bundle, evidence),
    ...log.problems,
    ...signerProblems([...verdicts.values()], report, log.signer),
  ]
  const [certification] = report.signatureArray
  return {
    verdict: outcomeOf(problems),
    problems,
    reportNo: evidence.reportNo,
    contract: evidence.contract,
    files: [...verdicts].map(([{ path }, { verdict, sha256, signatureArray }]) => {
      return { path, verdict, sha256, signers: signatureArray.map(({ signerName }) => signerName) }
    }),
    report: {
      verdict: report.verdict,
      signer: certification?.signerName ?? null,
      time: certification?.timestampTime ?? null,
    },
    log: {
      lines: evidence.log.lines.length,
      treeSize: evidence.log.head.size,
      signer: log.signer,
      provenTime: log.provenTime,
    },
  }
}

const nothingBut = (only: EvidenceProblem): BundleVerdict => ({
  verdict: only.severity,
  problems: [only],
  reportNo: null,
  contract: null,
  files: [],
  report: null,
  log: null,
})

function readEvidence(bytes: Buffer): Evidence | null {
  try {
    return Evidence.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

const judge = (bytes: Buffer, { roots, now, renderer }: BundleTrust & { roots: Buffer[] }): Promise<Verdict> =>
  verifyPdf(bytes, { trustedRoots: roots, ownRoots: roots, now, renderer })

function outcomeOf(problems: EvidenceProblem[]): BundleVerdict['verdict'] {
  if (problems.some(({ severity }) => severity === 'invalid')) return 'invalid'
  return problems.length > 0 ? 'indeterminate' : 'valid'
}

function fileProblems(bundle: Bundle, evidence: Evidence, verdicts: Map<EvidenceFile, Verdict>): EvidenceProblem[] {
  const listed = new Set(evidence.files.map(({ path }) => path))
  const unlisted = [...bundle.files.keys()].filter((path) => !listed.has(path))
  return [
    ...unlisted.map((path) => problem('file-unlisted', path)),
    ...evidence.files.flatMap((file) => {
      const bytes = bundle.files.get(file.path)
      const verdict = verdicts.get(file)?.verdict
      if (!bytes || !verdict) return [problem('bundle-missing', file.path)]
      const found = isSame(bytes, file) ? [] : [problem('file-hash', file.path)]
      if (verdict === 'valid') return found
      return [...found, problem(verdict === 'indeterminate' ? 'file-indeterminate' : 'file-invalid', file.path)]
    }),
  ]
}

/**
 * README and roots are as the signed list has them. A bundle without a list has the README that we write; what roots it
 * brings nobody believes.
 */
function besideProblems({ besides }: Bundle, { besides: listed }: Evidence): EvidenceProblem[] {
  const found = new Map(listBesides(besides).map((one) => [one.path, one]))
  const readme = listBesides(besidesOf([]))
  const expected = new Map((listed ?? readme).map((one) => [one.path, one]))
  const differing = [...found.values()].filter(({ path, sha256: hashed }) => {
    const known = expected.get(path)
    return known ? known.sha256 !== hashed : listed !== undefined
  })
  const missing = (listed ?? []).filter(({ path }) => !found.has(path))
  return [
    ...differing.map(({ path }) => problem('beside-differs', path)),
    ...missing.map(({ path }) => problem('bundle-missing', path)),
  ]
}

const sha256 = (bytes: Buffer) => hash('sha256', bytes)

const isSame = (bytes: Buffer, { length, sha256: expected, sm3 }: EvidenceFile): boolean =>
  bytes.length === length && sha256(bytes) === expected && digest('SM3', bytes).toString('hex') === sm3

function reportProblems(bundle: Bundle, { verdict }: Verdict): EvidenceProblem[] {
  // The first one stands in the signed revision; whatever is appended comes after it.
  const named = new RegExp(`/${evidenceKey} ?<([0-9a-f]{64})>`).exec(bundle.report.toString('latin1'))?.[1]
  const foreign = named === sha256(bundle.evidence) ? [] : [problem('report-foreign')]
  if (verdict === 'valid') return foreign
  return [...foreign, problem(verdict === 'indeterminate' ? 'report-untrusted' : 'report-invalid', verdict)]
}

/** What the log says of the documents: after each signature, and when the report was made. */
function loggedProblems({ files: contents }: Bundle, { reportNo, files, log }: Evidence): EvidenceProblem[] {
  const last = log.lines.at(-1)
  const record = last ? reportRecordOf(last) : null
  if (!last || record?.reportNo !== reportNo) return [problem('log-cut')]
  const logged = new Map(record.files.map((file) => [file.fileId, file]))
  const unlike = files.filter((file) => {
    const said = logged.get(file.fileId)
    return said?.sha256 !== file.sha256 || said.sm3 !== file.sm3 || said.length !== file.length
  })
  const missing = record.files.filter(({ fileId }) => !files.some((file) => file.fileId === fileId))
  const byId = new Map(files.map(({ fileId, path }) => [fileId, contents.get(path)]))
  const differing = log.lines.flatMap((line) =>
    (signRecordOf(line)?.files ?? [])
      .filter((signed) => {
        const bytes = byId.get(signed.fileId)
        return bytes && sha256(bytes.subarray(0, signed.length)) !== signed.sha256
      })
      .map(() => problem('signed-differs', `第${line.logNo}条`)),
  )
  return [
    ...unlike.map(({ path }) => problem('file-not-logged', path)),
    ...missing.map(({ fileId }) => problem('bundle-missing', fileId)),
    ...differing,
  ]
}

/** Every party may have a certificate under the same root: only who certified the documents speaks for the platform. */
function signerProblems(files: Verdict[], report: Verdict, headSigner: string | null): EvidenceProblem[] {
  const [platform, ...more] = report.signatureArray
  if (platform?.kind !== 'certification' || more.length > 0) return [problem('report-foreign', 'certification')]
  const certifiers = files.flatMap(({ signatureArray }) =>
    signatureArray.filter((one) => one.kind === 'certification' && one.ownPlatform).map(({ signerName }) => signerName),
  )
  const others = [...certifiers, ...(headSigner === null ? [] : [headSigner])]
  const unlike = others.find((name) => name !== platform.signerName)
  return unlike === undefined ? [] : [problem('signer-differs', `${platform.signerName}, ${unlike}`)]
}
