import { type Reason, reason } from '@moqi/verify/reasons'
import type { SignatureVerdict } from '@moqi/verify/verdict'
import type { OfdPackage } from '../package/read-package.ts'
import { namesOf } from './check-references.ts'
import type { PageObjects } from './page-objects.ts'
import type { JudgedSignature } from './judge-signatures.ts'

/** What a signature leaves open, and what was put there after it. */
export interface CoverageJudgement extends Pick<SignatureVerdict, 'coverage' | 'permission' | 'changedAfterwards'> {
  reasons: Reason[]
}

/**
 * GB/T 33190-2016 §18.1: lists of signatures stay open, so that further ones can be added. Every other file is named
 * by the signature, is the signature, or belongs to one that was added later.
 */
export function judgeCoverage(
  one: JudgedSignature,
  all: readonly JudgedSignature[],
  { files, objects }: { files: OfdPackage; objects: PageObjects },
): CoverageJudgement {
  const named = one.references?.named ?? new Set<string>()
  const { file } = one.listed
  const later = all.filter(({ listed }) => listed.file !== file && !named.has(listed.file))
  const before = all.filter((other) => !later.includes(other))
  const open = new Set(all.flatMap(({ body }) => body.signatures ?? []))
  const excused = new Set([...open, ...all.flatMap(({ own }) => [...own])])
  const uncovered = [...files.names].filter((name) => !named.has(name) && !excused.has(name))
  const reasons: Reason[] = []
  if (uncovered.length > 0) reasons.push(reason('ofd-file-uncovered', { detail: namesOf(uncovered) }))
  if (later.length > 0) reasons.push(reason('ofd-later-signature', { detail: `${later.length}` }))
  const there = before.flatMap(({ read }) => read?.stamps ?? [])
  const covering = later.filter(({ body, read }) => {
    if (body !== one.body) return false
    // A signature that cannot be read may put its seal anywhere.
    return !read || read.stamps.some((stamp) => objects.mayCover(stamp, there))
  })
  const names = covering.map(({ seal, listed }) => seal?.judgement.signature.seal.info.name ?? listed.id)
  if (covering.length > 0) reasons.push(reason('ofd-stamp-over-content', { detail: namesOf(names) }))
  const isOpen = uncovered.length + covering.length > 0
  return {
    reasons,
    coverage: uncovered.length > 0 ? 'partial' : later.length > 0 ? 'whole-revision' : 'whole-file',
    permission: isOpen ? 'unclear' : later.length > 0 ? 'allowed-changes' : 'as-signed',
    changedAfterwards: later.map(({ seal }) => `追加了签名：${seal?.judgement.signature.seal.info.name ?? '无法读取'}`),
  }
}
