import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileVerdict, Verdict } from '@moqi/verify/verdict'
import { maybeOfd } from '@moqi/ofd/is-ofd'
import { type VerifyOptions, verifyPdf } from '@moqi/verify/verify-pdf'
import { lazyRenderer } from '@moqi/pdf/page-image/lazy-renderer'

const usage = `verify [--root FILE]... [--strict] [--pictures DIR] FILE...
verify --evidence ARCHIVE.zip [--root FILE]...

Judges the signatures of PDF and OFD files without network and prints one JSON line a file:
{"file","verdict","complete","reasons","signatures","sha256","pageCount","revisionCount"};
"complete" says of a contract of ours whether all of its parties have signed.
--strict      a certificate nobody answers for leaves its signature indeterminate; not for bundles.
--pictures DIR  writes each page with a later change before and after it, the change framed, as PNG files into DIR:
              FILE-signature-2-page-1-before.png, or FILE-change-page-1-… where no signature accounts for it; listed as
              "pictures":[{"signature","fieldName","page","area","before","after"}]. Not for bundles and OFD.
--evidence    judges a whole evidence bundle: {"file","verdict","problems","reportNo","contract","files","report","log"};
              or all that a company has exported, of any size:
              {"file","verdict","problems","company","exportId","contracts","files","bytes","manifest"}.
--root FILE   a trusted root certificate, PEM or DER; without it data/ca/root.crt
              (or $MOQI_DATA/ca/root.crt) when there is one.
Exit code: 0 valid, 1 invalid, 2 indeterminate, 3 unsigned, 4 unreadable, 64 wrong use.
Of several files the worst decides: invalid, unreadable, unsigned, indeterminate, valid.
`

/** More changes than anybody looks at. */
const mostPictures = 200

/** Exit code by verdict. */
const exitCodes: Record<FileVerdict, number> = {
  valid: 0,
  invalid: 1,
  indeterminate: 2,
  unsigned: 3,
  unreadable: 4,
}

const fromWorst: FileVerdict[] = ['invalid', 'unreadable', 'unsigned', 'indeterminate', 'valid']

/** What the command line works with. */
export interface CommandLine {
  arguments: string[]
  /** Environment; only MOQI_DATA is read. */
  environment: Record<string, string | undefined>
  now: Date
  /** Takes one line without its end. */
  print: (line: string) => void
  /** Takes what goes to the person, not to a program. */
  complain: (text: string) => void
}

/** Runs the command line and returns the exit code. Never throws for unreadable files. */
export async function runCommandLine(line: CommandLine): Promise<number> {
  const [command, ...rest] = line.arguments
  // What one command needs alone is loaded with it: judging a file shall begin at once.
  if (command === 'sign') return (await import('@moqi/signing/sign-command')).runSign(rest, line)
  if (command === 'compare') return (await import('./compare-command.ts')).runCompare(rest, line)
  const request = command === 'verify' ? readRequest(rest) : undefined
  if (!request) {
    const { signUsage } = await import('@moqi/signing/sign-command')
    const { compareUsage } = await import('./compare-command.ts')
    line.complain(`${usage}\n${compareUsage}\n${signUsage}`)
    return 64
  }
  const roots = request.roots.length > 0 ? request.roots : defaultRoots(line.environment)
  let certificates: Buffer[]
  try {
    certificates = roots.flatMap((file) => readCertificates(readFileSync(file)))
  } catch (error) {
    line.complain(`${messageOf(error)}\n`)
    return 64
  }
  const [bundle] = request.files
  if (request.evidence && bundle) {
    const { runEvidence } = await import('./evidence-command.ts')
    return runEvidence(bundle, roots.length > 0 ? certificates : null, line)
  }
  const options: VerifyOptions = {
    trustedRoots: certificates,
    ownRoots: certificates,
    ...request.policy,
    now: line.now,
    renderer: lazyRenderer(),
    ...(request.pictures !== undefined && { pictures: mostPictures, everyLook: true }),
  }
  return judgeFiles(request, options, line)
}

async function judgeFiles(
  { files, pictures: folder }: Request,
  options: VerifyOptions,
  line: CommandLine,
): Promise<number> {
  const write = folder === undefined ? undefined : (await import('./write-pictures.ts')).writePictures
  const verdicts: FileVerdict[] = []
  const taken = new Set<string>()
  for (const file of files) {
    const { verdict, output } = await judgeFile(file, options)
    verdicts.push(verdict.verdict)
    try {
      const pictures = folder === undefined || !write ? {} : { pictures: write(verdict, { folder, file, taken }) }
      line.print(JSON.stringify({ ...output, ...pictures }))
    } catch (error) {
      line.print(JSON.stringify(output))
      line.complain(`${messageOf(error)}\n`)
      return 64
    }
  }
  return exitCodes[fromWorst.find((verdict) => verdicts.includes(verdict)) ?? 'unreadable']
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

interface Request {
  evidence: boolean
  policy: Pick<VerifyOptions, 'revocationPolicy'>
  roots: string[]
  files: string[]
  /** Where pictures go; undefined when none are wanted. */
  pictures: string | undefined
}

function readRequest(words: string[]): Request | undefined {
  const request: Request = { evidence: false, policy: {}, roots: [], files: [], pictures: undefined }
  const waiting = [...words]
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    if (word === '--root' || word === '--pictures') {
      const path = waiting.shift()
      if (path === undefined) return undefined
      if (word === '--root') request.roots.push(path)
      else request.pictures = path
    } else if (word === '--evidence') request.evidence = true
    else if (word === '--strict') request.policy = { revocationPolicy: 'strict' }
    else if (word === '--') request.files.push(...waiting.splice(0))
    else if (word.startsWith('--')) return undefined
    else request.files.push(word)
  }
  return isRight(request) ? request : undefined
}

/** A bundle is judged by itself and as it is. */
function isRight({ evidence, policy, pictures, files }: Request): boolean {
  if (!evidence) return files.length > 0
  return files.length === 1 && policy.revocationPolicy !== 'strict' && pictures === undefined
}

function defaultRoots(environment: CommandLine['environment']): string[] {
  const root = join(environment.MOQI_DATA ?? 'data', 'ca', 'root.crt')
  return existsSync(root) ? [root] : []
}

/** Every certificate of a PEM file, or the one of a DER file. */
function readCertificates(bytes: Buffer): Buffer[] {
  const blocks = bytes.toString('latin1').matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g)
  const ders = [...blocks].map((block) => Buffer.from(block[1] ?? '', 'base64'))
  return ders.length > 0 ? ders : [bytes]
}

/** As much of a verdict as goes for every file. */
type Judged = Pick<Verdict, 'verdict' | 'signatureArray' | 'changedPages'>

async function judgeFile(
  file: string,
  options: VerifyOptions,
): Promise<{ verdict: Judged; output: Record<string, unknown> }> {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    const message = messageOf(error)
    return {
      verdict: { verdict: 'unreadable', signatureArray: [] },
      output: { file, verdict: 'unreadable', reasons: [], signatures: [], error: message },
    }
  }
  const verdict = maybeOfd(bytes)
    ? (await import('@moqi/ofd/verify-ofd')).verifyOfd(bytes, options)
    : await verifyPdf(bytes, options)
  return { verdict, output: outputOf(file, verdict) }
}

function outputOf(file: string, verdict: Verdict): Record<string, unknown> {
  const { reasonArray: reasons, signatureArray: signatures, verdict: outcome, changedPages: _, ...more } = verdict
  return { file, verdict: outcome, reasons, signatures, ...more }
}

if (import.meta.main) {
  process.exitCode = await runCommandLine({
    arguments: process.argv.slice(2),
    environment: process.env,
    now: new Date(),
    print: (text) => process.stdout.write(`${text}\n`),
    complain: (text) => process.stderr.write(text),
  })
}
