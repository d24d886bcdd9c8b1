import type { Fact } from './diff/facts.ts'
import {
  findSignatures,
  type FoundSignature,
  orphanSignatures,
  scanSignatures,
  wasSignature,
} from '@moqi/form/find-signatures'
import {
  type ChangeJudgement,
  checkCertifications,
  checkCollisions,
  collectFacts,
  judgeChanges,
} from './judge-changes.ts'
import { type FormattedSignature, judgeFormat } from './signature/judge-format.ts'
import { judgeStructure, judgeTail } from './structure/judge-structure.ts'
import { judgeTrust, trustContext, type TrustOptions } from './judge-trust.ts'
import type { TrustedSignature } from './signature/trusted-signature.ts'
import type { Afterwards } from './level.ts'
import { Budget, BudgetExceeded, defaultLimits, type Limits } from '@moqi/pdf/limits'
import { awaitingTimestamp, isOwnDocument, judgeOwnProfile } from './profile-moqi.ts'
import { RangeDigest } from './signature/range-digest.ts'
import { readDocument, type Reading } from './structure/read-document.ts'
import { type Reason, reason } from './reasons/reasons.ts'
import { reportSignatures } from './report-signatures.ts'
import { readCertificate } from '@moqi/trust/chains/certificate'
import { attempt } from './structure/attempt.ts'
import { judgeLooks, judgeMedia } from './readings/judge-looks.ts'
import { judgeProgress } from './unfinished.ts'
import { joinStores, readSecurityStores, type SecurityStore } from './trust/security-store.ts'
import { foldReasons, outcomeOf, unreadVerdict, type Verdict } from './verdict.ts'
import type { Renderer } from '@moqi/pdf/page-image/render-page'

/** What to judge with. */
export interface VerifyOptions extends TrustOptions {
  /** The platform's own roots, of those: they mark its own signatures and call for its strict profile. */
  ownRoots?: Buffer[]
  limits?: Limits
  /** Draws pages, so that revisions are compared by what they show (V); without it they are not. */
  renderer?: Renderer | undefined
  /**
   * Draws nothing of a document of our own in which the strict profile accounts for every change: what its fields show
   * was put there by us.
   */
  drawsOnlyOthers?: boolean
  /** How many of the places that look different are wanted as pictures; none unless asked. */
  pictures?: number
  /** Shows looks that came later and hide nothing among them. */
  everyLook?: boolean
}

/**
 * Verifies every signature of a PDF and what happened after each. Never throws, never repairs, no network. `known` is
 * what the bytes were read as, if they were.
 */
export async function verifyPdf(bytes: Buffer, options: VerifyOptions, known?: Reading): Promise<Verdict> {
  const budget = known?.file?.budget ?? new Budget(options.limits ?? defaultLimits)
  const verdict = unreadVerdict(bytes)
  try {
    if (bytes.length > budget.limits.fileBytes) throw new BudgetExceeded('file size')
    const reading = known ?? readDocument(bytes, budget)
    const evidence = verify(bytes, reading, { options, budget }, verdict)
    if (evidence && isDrawn(options, evidence))
      await addVisual(bytes, options.renderer, { ...evidence, options, budget }, verdict)
    return verdict
  } catch (error) {
    const exceeded = error instanceof BudgetExceeded
    const detail = error instanceof Error ? error.message : String(error)
    const judged = reason(exceeded ? 'budget-exceeded' : 'internal-error', { detail })
    const reasonArray = foldReasons([...verdict.reasonArray, judged])
    return { ...verdict, verdict: 'indeterminate', reasonArray }
  }
}

/** What the signatures of a file were judged by. */
interface Evidence {
  reading: Reading
  formatted: FormattedSignature[]
  facts: Fact[]
  /** It is our own, the strict profile finds no fault, and nothing else is wrong with what is signed. */
  isProven: boolean
}

/** Whether pages are compared by what they show. */
const isDrawn = (options: VerifyOptions, { isProven }: Evidence): options is VerifyOptions & { renderer: Renderer } =>
  options.renderer !== undefined && !(options.drawsOnlyOthers && isProven)

/** V: only ever lowers a verdict. */
async function addVisual(
  bytes: Buffer,
  renderer: Renderer,
  { options, budget, ...evidence }: Evidence & { options: VerifyOptions; budget: Budget },
  verdict: Verdict,
): Promise<void> {
  // What compares pictures is loaded with the first file that has some to compare.
  const { judgeVisually } = await import('./visual/judge-visually.ts')
  const { reasons, changedPages } = await judgeVisually(bytes, renderer, {
    ...evidence,
    limits: budget.limits,
    pictures: options.pictures ?? 0,
    everyLook: options.everyLook ?? false,
  })
  verdict.reasonArray = foldReasons([...verdict.reasonArray, ...reasons])
  verdict.verdict = outcomeOf(verdict.reasonArray)
  if (changedPages.length > 0) verdict.changedPages = changedPages
}

/** Fills in the verdict; undefined when there is no signature to judge. */
function verify(
  bytes: Buffer,
  reading: Reading,
  { options, budget }: { options: VerifyOptions; budget: Budget },
  verdict: Verdict,
): Evidence | undefined {
  const found = find(bytes, reading, budget)
  verdict.revisionCount = reading.revisions.length
  const pageCount = reading.models.findLast((model) => model !== undefined)?.pages.length
  if (pageCount !== undefined) verdict.pageCount = pageCount
  if (found.length === 0) {
    judgeUnsigned(reading, verdict)
    return undefined
  }
  if (found.length > budget.limits.signatures) throw new BudgetExceeded('signatures')

  const digests = new RangeDigest(bytes)
  const stores = readSecurityStores(reading.models)
  const lastStore = stores.findLast((store) => store !== undefined)
  const context = trustContext(options, [joinStores(stores)], { digests, budget })
  const formatted = sortByEnd(found).map((one) =>
    judgeFormat(one, {
      bytes,
      revisions: reading.revisions,
      digests,
      otherCertificates: context.pool.candidates,
    }),
  )
  checkCollisions(formatted)
  checkCertifications(formatted)
  const trusted = judgeTrust(formatted, context)
  const changed = reading.file ? collectFacts(reading.models, firstSigned(formatted)) : []
  const ownRoots = readRoots(options.ownRoots ?? [])
  const signatures = formatted.flatMap((one, index) => {
    const trust = trusted[index]
    return trust ? [{ formatted: one, trusted: trust }] : []
  })
  const isOwn = isOwnDocument(signatures, ownRoots)
  // Seals are what our own buttons are for, and the profile says who may set them; how large they are was agreed.
  const facts = changed.filter(
    ({ kind }) => !(isOwn && (kind === 'button-appearance' || kind === 'signature-field-large')),
  )
  const changes = judgeChanges(formatted, facts, isOwn).map((change) => unlessUnreadable(change, reading))
  const complete = signatures.flatMap((one, index) => {
    const change = changes[index]
    return change ? [{ ...one, changes: change }] : []
  })
  if (isOwn) for (const one of awaitingTimestamp(signatures)) one.trusted.reasons.push(reason('timestamp-awaited'))
  const profileFaults = isOwn ? judgeOwnProfile(signatures, facts, reading.revisions.length - 1) : []
  const fileReasons = [
    ...reading.reasons,
    ...structureReasons(bytes, reading, formatted),
    ...secondDocument(reading, firstSigned(formatted)),
    ...judgeLooks(reading.models.at(-1), changed),
    ...judgeMedia(reading.models.at(-1)),
    ...profileFaults,
  ]
  verdict.signatureArray = reportSignatures(complete, {
    fileLength: bytes.length,
    ownRoots,
    store: lastStore,
    archive: archivedFrom(stores, complete),
    now: options.now.getTime(),
    revisions: reading.revisions,
  })
  const reasons = [...fileReasons, ...verdict.signatureArray.flatMap((one) => one.reasonArray)]
  const progress = judgeProgress(formatted, reading.models.at(-1))
  if (progress.complete !== undefined) verdict.complete = progress.complete
  verdict.reasonArray = foldReasons([...progress.reasons, ...reasons])
  verdict.verdict = outcomeOf(verdict.reasonArray)
  return { reading, formatted, facts, isProven: isOwn && outcomeOf(reasons) === 'valid' }
}

/**
 * §3: signatures of every revision. Where the chain of revisions breaks off, a scan looks for signatures in what is
 * left; where no field names a signature, those that lie about count as removed: a damaged signature is never taken
 * for none.
 */
function find(bytes: Buffer, reading: Reading, budget: Budget): FoundSignature[] {
  const found = findSignatures(reading.models)
  if (reading.file === undefined) return scanSignatures(bytes, 0, budget)
  const { brokenFrom } = reading.file
  if (brokenFrom !== undefined) {
    // They come after those of every revision, and take nothing from them.
    const revision = reading.revisions.length
    found.push(...scanSignatures(bytes, brokenFrom, budget).map((one) => ({ ...one, revision })))
  }
  const orphans = orphanSignatures(reading.file, found)
  // P17: where not every field can be read, that none names a signature proves nothing.
  if (reading.file.unreadable) {
    return [...found, ...orphans.map((one) => ({ ...one, removed: false, hidden: true as const }))]
  }
  if (found.length === 0) {
    const left = orphans.length > 0 ? orphans : orphanSignatures(reading.file, [], wasSignature)
    return left.length > 0 ? left : unlinkedSignatures(bytes, reading, budget)
  }
  if (orphans.length > 0) reading.reasons.push(reason('signature-lookalike'))
  return found
}

/** Signatures of revisions that the newest section no longer leads to: leaving out /Prev does not unsign a file. */
function unlinkedSignatures(bytes: Buffer, { file, models }: Reading, budget: Budget): FoundSignature[] {
  const isLeftOut = file?.faults.some(({ code }) => code === 'unreferenced-bytes' || code === 'dormant-object')
  return models.at(-1) && !isLeftOut ? [] : scanSignatures(bytes, 0, budget).map((one) => ({ ...one, removed: true }))
}

function judgeUnsigned(reading: Reading, verdict: Verdict): void {
  const reasons = reading.file ? judgeStructure(reading.file, reading.models, []) : []
  verdict.reasonArray = foldReasons([...reading.reasons, ...reasons])
  const last = reading.models.at(-1)
  const readable = last !== undefined && last.pageNodes.size > 0
  verdict.verdict = readable ? 'unsigned' : 'unreadable'
}

/** P17: nobody can say whether what is encrypted is as it was signed. */
function unlessUnreadable(change: ChangeJudgement, { file }: Reading): ChangeJudgement {
  return file?.unreadable && change.permission === 'as-signed' ? { ...change, permission: 'unclear' } : change
}

function sortByEnd(found: FoundSignature[]): FoundSignature[] {
  return found.toSorted((one, other) => one.revision - other.revision)
}

function firstSigned(formatted: FormattedSignature[]): number {
  return Math.min(...formatted.map(({ coverage, found }) => coverage.revision ?? found.revision))
}

function structureReasons(bytes: Buffer, { file, models }: Reading, formatted: FormattedSignature[]): Reason[] {
  if (!file) return judgeTail(bytes, formatted.flatMap(plausibleEnd))
  const ends = formatted.flatMap(({ coverage }) => (coverage.revision === undefined ? [] : [coverage.range?.end ?? 0]))
  return judgeStructure(file, models, ends)
}

/** Where a signature ends whose range is as it should be; what else is wrong with it is told anyway. */
function plausibleEnd({ coverage: { range, reasons } }: FormattedSignature): number[] {
  return range && reasons.length === 0 ? [range.end] : []
}

/** D30: an XFA form is a second document in the same file, which viewers may show instead. */
function secondDocument({ models }: Reading, from: number): Reason[] {
  return models.slice(from).some((model) => model?.form?.entries.has('XFA')) ? [reason('xfa-present')] : []
}

function readRoots(ders: Buffer[]): Set<string> {
  return new Set(ders.flatMap((der) => attempt(() => readCertificate(der).sha256) ?? []))
}

/** T10: the newest proven document time-stamp, and the security store it covers. */
function archivedFrom(
  stores: (SecurityStore | undefined)[],
  signatures: { formatted: FormattedSignature; trusted: TrustedSignature }[],
): Afterwards['archive'] {
  const stamp = signatures.findLast(({ formatted, trusted }) => formatted.kind === 'timestamp' && trusted.provenTime)
  const revision = stamp?.formatted.coverage.revision
  return revision === undefined ? undefined : { revision, store: stores[revision] }
}
