import { compareRevisions } from './diff/compare-revisions.ts'
import { type Fact, factText } from './diff/facts.ts'
import { judgeFact } from './diff/judge.ts'
import type { Level, Lock } from '@moqi/form/permissions'
import { sideOf, type Side } from './diff/revision-pair.ts'
import type { DocumentModel } from '@moqi/pdf/graph/document-model'
import type { FormattedSignature } from './signature/judge-format.ts'
import { type Reason, reason } from './reasons/reasons.ts'

/** D1: the facts of every pair of adjacent revisions from the first signed one on. */
export function collectFacts(models: (DocumentModel | undefined)[], firstSigned: number): Fact[] {
  const facts: Fact[] = []
  let older: Side | undefined
  const unreadable = models.some((model) => model?.view.file.unreadable)
  for (const model of models.slice(firstSigned)) {
    if (!model) {
      older = undefined
      continue
    }
    model.view.file.budget.checkTime()
    const newer = sideOf(model)
    if (older) facts.push(...compareRevisions(older, newer))
    older = newer
  }
  // P17: of what is encrypted nobody can say whether it is the same; that it is encrypted otherwise shows all the same.
  return unreadable ? facts.filter(({ kind }) => kind === 'trailer-key') : facts
}

/** What later revisions mean for one signature. */
export interface ChangeJudgement {
  permission: 'as-signed' | 'allowed-changes' | 'forbidden-changes' | 'unclear'
  changedAfterwards: string[]
  reasons: Reason[]
}

/**
 * D2 and the table: every signature judges all facts after its own revision. `prepared` says that the document is the
 * platform's own, with every field made before the first party signed.
 */
export function judgeChanges(signatures: FormattedSignature[], facts: Fact[], prepared = false): ChangeJudgement[] {
  // A time-stamp proves when, and signs for nobody.
  const ends = signatures
    .filter(({ integrity, kind }) => integrity === 'intact' && kind !== 'timestamp')
    .map(({ coverage }) => coverage.revision ?? -1)
  const isCovered = (revision: number) => ends.some((end) => end >= revision)
  const isStamped = (revision: number) =>
    facts.some((fact) => fact.revision === revision && fact.kind.startsWith('timestamp-field-'))
  const locks: Lock[] = []
  let level: Level = 'approval'
  return signatures.map((signature) => {
    const { permissions, coverage } = signature
    level = strictest(level, permissions.certification, permissions.lockLevel)
    locks.push(...permissions.locks)
    const later = facts.filter((fact) => coverage.revision !== undefined && fact.revision > coverage.revision)
    const force = { level, locks: [...locks], isCovered, isStamped, prepared }
    return judgeOne(coverage.revision, later, (fact) => judgeFact(fact, force))
  })
}

function judgeOne(
  revision: number | undefined,
  later: Fact[],
  judge: (fact: Fact) => Reason | undefined,
): ChangeJudgement {
  if (revision === undefined) return { permission: 'unclear', changedAfterwards: [], reasons: [] }
  const reasons: Reason[] = []
  const changedAfterwards = new Set<string>()
  for (const fact of later) {
    const judged = judge(fact)
    if (judged) reasons.push(judged)
    if (judged && judged.code !== 'dss-updated') changedAfterwards.add(sentenceOf(judged, fact))
  }
  let permission: ChangeJudgement['permission'] = later.length === 0 ? 'as-signed' : 'allowed-changes'
  if (reasons.some(({ severity }) => severity === 'indeterminate')) permission = 'unclear'
  if (reasons.some(({ severity }) => severity === 'invalid')) permission = 'forbidden-changes'
  return { permission, changedAfterwards: [...changedAfterwards], reasons }
}

function sentenceOf({ code, text }: Reason, fact: Fact): string {
  return code === 'prepared-field-signed' ? text : factText(fact)
}

function strictest(level: Level, ...others: (1 | 2 | 3 | undefined)[]): Level {
  let result = level
  for (const other of others) {
    if (other !== undefined && (result === 'approval' || other < result)) result = other
  }
  return result
}

/** B12: one certification at most, and it comes first. */
export function checkCertifications(signatures: FormattedSignature[]): void {
  const signers = signatures.filter(({ kind }) => kind !== 'timestamp')
  const certifications = signers.filter(({ kind }) => kind === 'certification')
  for (const certification of certifications) {
    if (certification !== signers[0]) certification.reasons.push(reason('certification-not-first'))
  }
  for (const later of certifications.slice(1)) later.reasons.push(reason('certification-duplicate'))
}

/** B8: every signature has an end of its own, and covers the placeholders before it. */
export function checkCollisions(signatures: FormattedSignature[]): void {
  const seen = new Map<number, FormattedSignature>()
  let before = 0
  for (const signature of signatures) {
    const { range } = signature.coverage
    if (!range) continue
    const other = seen.get(range.end)
    if (other || range.gapStart < before) {
      signature.reasons.push(reason('byte-range-collision'))
      signature.integrity = 'broken'
    }
    seen.set(range.end, signature)
    before = Math.max(before, range.end)
  }
}
