import { dayMs } from '../time/civil-date.ts'

/** When drafts that nobody touches are told of and deleted (domain 2.1), ms after the last change. */
export const draftAges = { tellAfterMs: 180 * dayMs, deleteAfterMs: 365 * dayMs } as const

/** However late it was told, so long there is to keep it. */
const noticeMs = 30 * dayMs

/** When a draft was last changed, and when its initiator was last told that it will be deleted; ms. */
export type DraftAge = { readonly changedAt: number; readonly toldAt: number | null }

const toldSince = ({ changedAt, toldAt }: DraftAge) => (toldAt !== null && toldAt > changedAt ? toldAt : null)

/** When a draft of which is told at `toldAt` is deleted unless it is changed, ms. */
export const draftDeletedAt = ({ changedAt, toldAt }: { changedAt: number; toldAt: number }): number =>
  Math.max(changedAt + draftAges.deleteAfterMs, toldAt + noticeMs)

/** What is to be done with a draft at `now`. None is deleted without having been told of. */
export function draftStep(age: DraftAge, now: number): 'keep' | 'tell' | 'delete' {
  const toldAt = toldSince(age)
  if (toldAt === null) return now - age.changedAt < draftAges.tellAfterMs ? 'keep' : 'tell'
  return now < draftDeletedAt({ changedAt: age.changedAt, toldAt }) ? 'keep' : 'delete'
}
