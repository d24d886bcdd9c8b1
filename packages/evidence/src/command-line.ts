import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runEvidence } from './evidence-command.ts'
import { runSign, signUsage } from '@moqi/signing/sign-command'
import type { FileVerdict, Verdict } from '@moqi/verify/verdict'
import { maybeOfd } from '@moqi/ofd/is-ofd'
import { verifyOfd } from '@moqi/ofd/verify-ofd'
import { type VerifyOptions, verifyPdf } from '@moqi/verify/verify-pdf'
import { lazyRenderer } from '@moqi/pdf/page-image/render-page'

const usage = `verify [--root FILE]... [--strict] FILE...
verify --evidence BUNDLE.zip [--root FILE]...

Judges the signatures of PDF and OFD files without network and prints one JSON line a file:
{"file","verdict","complete","reasons","signatures","sha256","pageCount","revisionCount"};
"complete" says of a contract of ours whether all of its parties have signed.
--strict      a certificate nobody answers for leaves its signature indeterminate; not for bundles.
--evidence    judges a whole evidence bundle: {"file","verdict","problems","reportNo","contract","files","report","log"}.
--root FILE   a trusted root certificate, PEM or DER; without it data/ca/root.crt
              (or $MOQI_DATA/ca/root.crt) when there is one.
Exit code: 0 valid, 1 invalid, 2 indeterminate, 3 unsigned, 4 unreadable, 64 wrong use.
Of several files the worst decides: invalid, unreadable, unsigned, indeterminate, valid.
`

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
  if (command === 'sign') return runSign(rest, line)
  const request = command === 'verify' ? readRequest(rest) : undefined
  if (!request) {
    line.complain(`${usage}\n${signUsage}`)
    return 64
  }
  const roots = request.roots.length > 0 ? request.roots : defaultRoots(line.environment)
  let certificates: Buffer[]
  try {
    certificates = roots.flatMap((file) => readCertificates(readFileSync(file)))
  } catch (error) {
    line.complain(`${error instanceof Error ? error.message : String(error)}\n`)
    return 64
  }
  const [bundle] = request.files
  if (request.evidence && bundle) return runEvidence(bundle, roots.length > 0 ? certificates : null, line)
  const verdicts: FileVerdict[] = []
  const options: VerifyOptions = {
    trustedRoots: certificates,
    ownRoots: certificates,
    ...request.policy,
    now: line.now,
    renderer: lazyRenderer(),
  }
  for (const file of request.files) {
    const { verdict, output } = await judgeFile(file, options)
    verdicts.push(verdict)
    line.print(JSON.stringify(output))
  }
  return exitCodes[fromWorst.find((verdict) => verdicts.includes(verdict)) ?? 'unreadable']
}

interface Request {
  evidence: boolean
  policy: Pick<VerifyOptions, 'revocationPolicy'>
  roots: string[]
  files: string[]
}

function readRequest(words: string[]): Request | undefined {
  const request: Request = { evidence: false, policy: {}, roots: [], files: [] }
  const waiting = [...words]
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    if (word === '--root') {
      const root = waiting.shift()
      if (root === undefined) return undefined
      request.roots.push(root)
    } else if (word === '--evidence') request.evidence = true
    else if (word === '--strict') request.policy = { revocationPolicy: 'strict' }
    else if (word === '--') request.files.push(...waiting.splice(0))
    else if (word.startsWith('--')) return undefined
    else request.files.push(word)
  }
  const strict = request.policy.revocationPolicy === 'strict'
  const wrong = request.evidence ? strict || request.files.length !== 1 : request.files.length === 0
  return wrong ? undefined : request
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

async function judgeFile(
  file: string,
  options: VerifyOptions,
): Promise<{ verdict: FileVerdict; output: Record<string, unknown> }> {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return {
      verdict: 'unreadable',
      output: { file, verdict: 'unreadable', reasons: [], signatures: [], error: message },
    }
  }
  const verdict = maybeOfd(bytes) ? verifyOfd(bytes, options) : await verifyPdf(bytes, options)
  return { verdict: verdict.verdict, output: outputOf(file, verdict) }
}

function outputOf(file: string, verdict: Verdict): Record<string, unknown> {
  const { reasonArray: reasons, signatureArray: signatures, ...rest } = verdict
  const { verdict: outcome, ...more } = rest
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
