import { contentReaders } from '@moqi/verify/testing/content-readers'
import { derReaders } from '@moqi/trust/testing/der-readers'
import { DerFault } from '@moqi/trust/asn1/read-der'
import { SignerCountFault } from '@moqi/trust/cms/read-signed-data'
import { equalValues } from '@moqi/pdf/read/values'
import { appendIncrement, readForTests, sourceOf } from '@moqi/pdf/testing/increment'
import { Budget, BudgetExceeded, defaultLimits } from '@moqi/pdf/limits'
import { PdfFault } from '@moqi/pdf/read/fault'
import type { Verdict } from '@moqi/verify/verdict'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { fuzzOfd, type OfdSeeds } from './fuzz-ofd.ts'
import { mutateBytes } from './mutate-bytes.ts'
import { type RandomSource, randomSource } from './random-source.ts'
import type { SeedFile, Seeds } from './seed-files.ts'

/** How long to fuzz: until `runs` are done or `milliseconds` have passed. `seed` repeats a series. */
export interface FuzzBounds {
  runs: number
  milliseconds: number
  seed: number
}

/** What a series came to; `failures` name run, seed file and what went wrong. */
export interface FuzzReport {
  runs: number
  exceptions: number
  slowestMs: number
  falseValid: number
  failures: string[]
}

type Outcome = 'fine' | 'false valid'
type Verify = (bytes: Buffer) => Promise<Verdict>
type Work = { verify: Verify; ofd: OfdSeeds }
type Target = (file: SeedFile, random: RandomSource, work: Work) => Promise<Outcome> | Outcome

/** Mutates files, their CMS and their later revisions; nothing may throw, and no forgery may be called valid. */
export async function fuzzVerifier(
  { files, ofd, options }: Seeds,
  bounds: FuzzBounds,
  verify: Verify = (bytes) => verifyPdf(bytes, options),
): Promise<FuzzReport> {
  const report: FuzzReport = { runs: 0, exceptions: 0, slowestMs: 0, falseValid: 0, failures: [] }
  const deadline = performance.now() + bounds.milliseconds
  while (report.runs < bounds.runs && performance.now() < deadline) {
    const random = randomSource(bounds.seed + report.runs)
    const [name, target] = random.pick(targets)
    const file = random.pick(files)
    const label = `run ${bounds.seed + report.runs}, ${name} of ${file.name}`
    const started = performance.now()
    try {
      if ((await target(file, random, { verify, ofd })) === 'false valid') {
        report.falseValid++
        report.failures.push(`${label}: valid`)
      }
    } catch (error) {
      report.exceptions++
      report.failures.push(`${label}: ${traceOf(error)}`)
    }
    report.slowestMs = Math.max(report.slowestMs, Math.round(performance.now() - started))
    report.runs++
  }
  return report
}

/** The message and where it was thrown. */
function traceOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 4).join('\n') : String(error)
}

async function judge(bytes: Buffer, file: SeedFile, verify: Verify): Promise<Outcome> {
  const { verdict, reasonArray } = await verify(bytes)
  const failed = reasonArray.find(({ code }) => code === 'internal-error')
  // Budgets are reasons; an exception inside the verifier becomes one too, and is a bug.
  if (failed) throw new Error(failed.detail)
  if (verdict !== 'valid' || isHarmless(bytes, file)) return 'fine'
  return !file.strict && isInsidePlaceholders(bytes, file) ? 'fine' : 'false valid'
}

/** The same file, an earlier revision of it as its signers left it, or white space behind either (P15). */
function isHarmless(bytes: Buffer, { bytes: original }: SeedFile): boolean {
  let same = 0
  while (same < bytes.length && bytes[same] === original[same]) same++
  const ending = original.toString('latin1', Math.max(0, same - 16), same).trimEnd()
  const blank = /^[\0\t\n\f\r ]*$/.test(bytes.toString('latin1', same))
  return blank && (same === original.length || ending.endsWith('%%EOF'))
}

/**
 * B9, T2: padding, certificates and tokens beside a signature value are unsigned, and spoiling them changes no
 * content.
 */
function isInsidePlaceholders(bytes: Buffer, { bytes: original }: SeedFile): boolean {
  if (bytes.length !== original.length) return false
  const placeholders = [...original.toString('latin1').matchAll(/\/Contents\s*<[0-9A-Fa-f]{200,}>/g)]
  const outside = Buffer.from(original)
  for (const { index, 0: placeholder } of placeholders) bytes.copy(outside, index, index, index + placeholder.length)
  return outside.equals(bytes)
}

const fuzzFile: Target = (file, random, { verify }) => judge(mutateBytes(file.bytes, random), file, verify)

/** A later revision that rewrites one object with something changed in it. */
const fuzzRevision: Target = async (file, random, { verify }) => {
  const increment = changedRevision(file.bytes, random)
  return increment ? judge(increment, file, verify) : 'fine'
}

/** Undefined when the file cannot be appended to, or nothing changed. */
function changedRevision(bytes: Buffer, random: RandomSource): Buffer | undefined {
  try {
    const numbers = [...(readForTests(bytes).views.at(-1)?.table.keys() ?? [])]
    const number = numbers[random.below(numbers.length)] ?? 1
    const source = sourceOf(bytes, number)
    const body = mutateBytes(Buffer.from(source, 'latin1'), random).toString('latin1')
    const increment = appendIncrement(bytes, [{ number, body }])
    return isSameObject(bytes, increment, number) ? undefined : increment
  } catch (error) {
    if (error instanceof PdfFault || error instanceof BudgetExceeded) return undefined
    if (error instanceof Error && error.message.startsWith('no ')) return undefined
    throw error
  }
}

/** D4: other blanks, or another spelling of a number, are no change. */
function isSameObject(bytes: Buffer, increment: Buffer, number: number): boolean {
  const [before, after] = [bytes, increment].map((file) => readForTests(file).views.at(-1)?.object(number)?.value)
  return equalValues(before, after)
}

/** The readers of ASN.1 refuse by `DerFault`, and by nothing else. */
const fuzzCms: Target = ({ bytes }, random) => {
  const cms = takeCms(bytes)
  if (!cms) return 'fine'
  const mutated = mutateBytes(cms, random)
  for (const read of derReaders) {
    try {
      read(mutated)
    } catch (error) {
      if (!(error instanceof DerFault) && !(error instanceof SignerCountFault)) throw error
    }
  }
  return 'fine'
}

/** Content and character maps are refused by `PdfFault`, and by nothing else. */
const fuzzContent: Target = (_, random) => {
  const budget = new Budget(defaultLimits)
  const mutated = mutateBytes(Buffer.from(random.pick(contents)), random)
  for (const read of contentReaders) {
    try {
      read(mutated, budget)
    } catch (error) {
      if (!(error instanceof PdfFault)) throw error
    }
  }
  return 'fine'
}

/** No file of a package that a signature covers changes unseen. */
const fuzzPackage: Target = (_, random, { ofd }) => (fuzzOfd(ofd, random) ? 'false valid' : 'fine')

const contents = [
  '/Tx BMC q BT /F 12 Tf 0 g 15 TL 2 4 Td <00010002> Tj T* [(a) -300 (b)] TJ (c) \' 0 0 (d) " ET Q EMC /X Do',
  'begincmap 1 begincodespacerange <0000><ffff> endcodespacerange 2 beginbfchar <0001><0031> <0002><0032> endbfchar ' +
    '2 beginbfrange <0010><0019><0030> <0020><0021>[<4E00><4E8C>] endbfrange endcmap',
] as const

function takeCms(bytes: Buffer): Buffer | undefined {
  const match = /\/Contents\s*<([0-9A-Fa-f]{200,})>/.exec(bytes.toString('latin1'))
  return match?.[1] === undefined ? undefined : Buffer.from(match[1], 'hex')
}

const targets: readonly [readonly [string, Target], ...(readonly [string, Target])[]] = [
  ['bytes', fuzzFile],
  ['bytes', fuzzFile],
  ['revision', fuzzRevision],
  ['CMS', fuzzCms],
  ['content', fuzzContent],
  ['OFD', fuzzPackage],
]
