import { sql } from 'kysely'
import type { Deps } from '#src/platform/deps.ts'
import type { ReadPiece } from './read-piece.ts'
import { type Heal, scrubBlobs } from './scrub-blobs.ts'
import { scrubDocuments } from './scrub-documents.ts'

type Kind = 'blobs' | 'documents'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** How far a pass over one kind of bytes has come: what was read last; `ended_at` when it has come to the end. */
    scrub_position: { kind: Kind; after: string; begun_at: number; ended_at: number | null }
  }
}

type ScrubDeps = Pick<Deps, 'db' | 'blobs' | 'now'> & { heal?: Heal }

/** What was read: pieces, their bytes, and those that are not what their hashes say. */
export type ScrubReport = { pieces: number; bytes: number; damaged: string[]; isWhole: boolean }

const kinds: Record<Kind, (deps: ScrubDeps, after: string) => AsyncIterable<ReadPiece>> = {
  blobs: scrubBlobs,
  documents: scrubDocuments,
}

/** Of those who read what one database names one does it at a time: they share a position. */
const scrubLock = 71_052_020

/** Does `work` while nobody else scrubs; null when somebody does. */
export const scrubbingAlone = <T>({ db }: Pick<Deps, 'db'>, work: () => Promise<T>): Promise<T | null> =>
  db.directory(async (directory) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${scrubLock}) as mine`.execute(directory)
    if (!rows[0]?.mine) return null
    try {
      return await work()
    } finally {
      // A connection that is lost has lost it too.
      await sql`select pg_advisory_unlock(${scrubLock})`.execute(directory).catch(() => {})
    }
  })

/**
 * Reads everything that is kept, from where the last run stopped, for `mostMs` at most, and notes what is damaged and
 * what is whole again. A pass that has ended is begun anew `restMs` after it began. Throws what keeps the bytes from
 * being read; the position stays.
 */
export async function scrub(
  deps: ScrubDeps,
  { mostMs, restMs }: { mostMs: number; restMs: number },
): Promise<ScrubReport> {
  const report: ScrubReport = { pieces: 0, bytes: 0, damaged: [], isWhole: true }
  const until = performance.now() + mostMs
  for (const kind of ['blobs', 'documents'] as const) {
    const position = await startOf(deps, kind, restMs)
    if (position === null) continue
    let { after } = position
    let isEnded = true
    for await (const { name, bytes } of kinds[kind](deps, after)) {
      after = name
      report.pieces += 1
      report.bytes += bytes ?? 0
      if (bytes === null) report.damaged.push(name)
      isEnded = performance.now() < until
      if (!isEnded) break
    }
    await keep(deps, { kind, after, begun_at: position.begun_at, ended_at: isEnded ? deps.now() : null })
    if (!isEnded) return { ...report, isWhole: false }
  }
  return report
}

async function startOf({ db, now }: ScrubDeps, kind: Kind, restMs: number) {
  const kept = await db.directory((directory) =>
    directory.selectFrom('scrub_position').where('kind', '=', kind).selectAll().executeTakeFirst(),
  )
  if (kept && kept.ended_at === null) return kept
  return kept && now() - kept.begun_at < restMs ? null : { after: '', begun_at: now() }
}

const keep = (
  { db }: ScrubDeps,
  { kind, ...position }: { kind: Kind; after: string; begun_at: number; ended_at: number | null },
) =>
  db.directory((directory) =>
    directory
      .insertInto('scrub_position')
      .values({ kind, ...position })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet(position))
      .execute(),
  )
