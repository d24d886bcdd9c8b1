import { open } from 'node:fs/promises'
import { lazyRenderer } from '@moqi/pdf/page-image/lazy-renderer'
import { type BundleVerdict, checkBundle } from './check-bundle.ts'
import { problem } from './evidence.ts'
import { checkExport, isExport } from './export/check-export.ts'
import type { ReadAt } from './export/read-archive.ts'

const exitCodes: Record<BundleVerdict['verdict'], number> = { valid: 0, invalid: 1, indeterminate: 2 }

type Line = { now: Date; print: (line: string) => void }

/**
 * Checks the bundle, or the company's export, in a file, prints one JSON line and answers the exit code; `roots` are
 * DER, null when none is named. An export is read a contract at a time.
 */
export async function runEvidence(file: string, roots: Buffer[] | null, line: Line): Promise<number> {
  try {
    await using handle = await open(file)
    const { size } = await handle.stat()
    const read: ReadAt = async (at, length) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at)
      return buffer.subarray(0, bytesRead)
    }
    const trust = { roots, now: line.now, renderer: lazyRenderer() }
    const judged = (await isExport(read, size))
      ? await checkExport(read, size, trust)
      : await checkBundle(await handle.readFile(), trust)
    line.print(JSON.stringify({ file, ...judged }))
    return exitCodes[judged.verdict]
  } catch (error) {
    if (!isUnreadable(error)) throw error
    line.print(JSON.stringify({ file, verdict: 'invalid', problems: [problem('bundle-unreadable', error.message)] }))
    return exitCodes.invalid
  }
}

const isUnreadable = (error: unknown): error is Error => error instanceof Error && 'code' in error
