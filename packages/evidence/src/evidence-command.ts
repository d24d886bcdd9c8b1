import { readFileSync } from 'node:fs'
import { lazyRenderer } from '@moqi/pdf/page-image/render-page'
import { type BundleVerdict, checkBundle } from './check-bundle.ts'
import { problem } from './evidence.ts'

const exitCodes: Record<BundleVerdict['verdict'], number> = { valid: 0, invalid: 1, indeterminate: 2 }

/**
 * Checks the bundle in a file, prints one JSON line and answers the exit code; `roots` are DER, null when none is
 * named.
 */
export async function runEvidence(
  file: string,
  roots: Buffer[] | null,
  line: { now: Date; print: (line: string) => void },
): Promise<number> {
  let zip: Buffer
  try {
    zip = readFileSync(file)
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    line.print(JSON.stringify({ file, verdict: 'invalid', problems: [problem('bundle-unreadable', detail)] }))
    return exitCodes.invalid
  }
  const judged = await checkBundle(zip, { roots, now: line.now, renderer: lazyRenderer() })
  line.print(JSON.stringify({ file, ...judged }))
  return exitCodes[judged.verdict]
}
