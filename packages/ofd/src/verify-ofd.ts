import { type Reason, reason, type ReasonCode } from '@moqi/verify/reasons'
import { foldReasons, outcomeOf, type SignatureVerdict, unreadVerdict, type Verdict } from '@moqi/verify/verdict'
import { FileDigests } from './judge/file-digests.ts'
import { judgeCoverage } from './judge/judge-coverage.ts'
import type { OfdTrust } from './judge/judge-seal.ts'
import { sealFacts } from './judge/seal-facts.ts'
import { PageObjects } from './judge/page-objects.ts'
import { type JudgeContext, type JudgedSignature, judgeSignatures } from './judge/judge-signatures.ts'
import { defaultLimits, type OfdLimits } from './bounds/limits.ts'
import { OfdFault } from './bounds/ofd-fault.ts'
import { readPackage } from './package/read-package.ts'
import { entryFile, type OfdBody, readBodies } from './structure/read-document.ts'

/** What to judge with. */
export interface VerifyOfdOptions extends OfdTrust {
  bounds?: OfdLimits
}

/** Faults of files that nobody can read at all. */
const unreadable: ReadonlySet<ReasonCode> = new Set(['ofd-missing', 'ofd-package-damaged', 'encrypted-unreadable'])

/**
 * Verifies every signature of an OFD (GB/T 33190-2016) and what of the package no signature covers. Never throws, never
 * repairs, no network; what it costs is counted.
 */
export function verifyOfd(bytes: Buffer, options: VerifyOfdOptions): Verdict {
  const verdict = unreadVerdict(bytes)
  try {
    judgeFile(bytes, options, verdict)
  } catch (error) {
    const code = error instanceof OfdFault ? error.code : 'internal-error'
    const detail = error instanceof Error ? error.message : String(error)
    verdict.reasonArray = foldReasons([...verdict.reasonArray, reason(code, { detail })])
    verdict.verdict = unreadable.has(code) ? 'unreadable' : 'indeterminate'
  }
  return verdict
}

function judgeFile(bytes: Buffer, options: VerifyOfdOptions, verdict: Verdict): void {
  const limits = options.bounds ?? defaultLimits
  const files = readPackage(bytes, limits)
  if (!files.names.has(entryFile)) throw new OfdFault('ofd-missing', entryFile)
  const fileReasons: Reason[] = []
  if (files.loose > 0) fileReasons.push(reason('unreferenced-bytes', { detail: `${files.loose}` }))
  verdict.reasonArray = fileReasons
  verdict.revisionCount = 1
  const bodies = readBodies(files, limits)
  verdict.pageCount = bodies.reduce((sum, { pages }) => sum + pages.length, 0)
  const context: JudgeContext = { files, digests: new FileDigests(files, limits), limits, trust: options }
  const judged = bodies.flatMap((body) => judgeSignatures(body, context))
  countReferences(judged, limits)
  const all = withRecycled(judged)
  if (all.length === 0) {
    const outcome = outcomeOf(fileReasons)
    verdict.verdict = outcome === 'valid' ? 'unsigned' : outcome
    return
  }
  const objects = new Map(bodies.map((body) => [body, new PageObjects(files, body, limits)]))
  verdict.signatureArray = all.map((one) => {
    const drawn = objects.get(one.body) ?? new PageObjects(files, one.body, limits)
    return report(one, judgeCoverage(one, all, { files, objects: drawn }), { bodies, trust: options })
  })
  verdict.reasonArray = foldReasons([...fileReasons, ...verdict.signatureArray.flatMap((one) => one.reasonArray)])
  verdict.verdict = outcomeOf(verdict.reasonArray)
}

function countReferences(judged: readonly JudgedSignature[], limits: OfdLimits): void {
  const count = judged.reduce((sum, { read }) => sum + (read?.references.length ?? 0), 0)
  if (count > limits.references) throw new OfdFault('budget-exceeded', 'references')
}

/** One signature stands in the list once: a second entry shows the same act as another. */
function withRecycled(judged: readonly JudgedSignature[]): JudgedSignature[] {
  const seen = new Set<string>()
  return judged.map((one) => {
    const names = [one.listed.file, ...(one.read ? [one.read.value] : [])]
    const isAgain = names.some((name) => seen.has(name))
    for (const name of names) seen.add(name)
    return isAgain ? { ...one, reasons: [...one.reasons, reason('signature-recycled')] } : one
  })
}

function report(
  judged: JudgedSignature,
  { reasons: coverageReasons, ...coverage }: ReturnType<typeof judgeCoverage>,
  { bodies, trust }: { bodies: OfdBody[]; trust: OfdTrust },
): SignatureVerdict {
  const { listed, seal } = judged
  const reasonArray = foldReasons([...judged.reasons, ...coverageReasons])
  const places = placesOf(judged, bodies)
  return {
    fieldName: listed.id,
    kind: 'approval',
    statedReason: '',
    ...(seal ? sealFacts(seal, reasonArray, trust) : unknownSeal),
    page: places[0]?.page ?? null,
    box: places[0]?.box ?? null,
    pages: [...new Set(places.map(({ page }) => page))].toSorted((one, other) => one - other),
    ...coverage,
    integrity: integrityOf(judged),
    verdict: outcomeOf(reasonArray),
    reasonArray,
  }
}

/** Where its seals stand; pages are counted through all documents. */
function placesOf({ body, read }: JudgedSignature, bodies: OfdBody[]) {
  const before = bodies.slice(0, bodies.indexOf(body)).reduce((sum, { pages }) => sum + pages.length, 0)
  return (read?.stamps ?? []).flatMap(({ page, box }) => {
    const index = body.pages.findIndex(({ id }) => id === page)
    return index < 0 ? [] : [{ page: before + index + 1, box }]
  })
}

function integrityOf({ references, seal, reasons }: JudgedSignature): SignatureVerdict['integrity'] {
  const both = [references?.integrity, seal?.integrity]
  if (both.includes('broken') || reasons.some(({ code }) => code === 'ofd-file-missing')) return 'broken'
  return both.every((one) => one === 'intact') ? 'intact' : 'unclear'
}

const unknownSeal = {
  signerName: '',
  signTime: null,
  timestampTime: null,
  timestampAuthority: null,
  certificate: null,
  algorithm: '',
  identity: 'unconfirmed',
  time: 'claimed',
  level: '',
  certificateStatus: 'unknown',
  ownPlatform: false,
} as const
