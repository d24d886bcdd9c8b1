import { type Scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import type { Renderer } from '@moqi/pdf/page-image/render-page'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { glyphPair } from './changed-glyph.ts'

/** How many changed glyphs were found, how many harmless looks refused, and a sentence for each failure. */
export interface JudgedGlyphs {
  found: number
  refused: number
  byChange: Record<string, { runs: number; found: number }>
  failures: string[]
}

/** Makes so many pairs and judges both of each; `seen` gets what was judged wrongly, to be kept. */
export async function judgeGlyphPairs(
  on: Scene,
  renderer: Renderer,
  { runs, seed }: { runs: number; seed: number },
  seen: (name: string, bytes: Buffer) => void = () => {},
): Promise<JudgedGlyphs> {
  const trustedRoots = [on.root.key.identity.certificate]
  const judge = (bytes: Buffer) => verifyPdf(bytes, { trustedRoots, now: sceneTime, renderer })
  const judged: JudgedGlyphs = { found: 0, refused: 0, byChange: {}, failures: [] }
  for (let number = seed; number < seed + runs; number++) {
    const pair = await glyphPair(on, number)
    const [changed, honest] = [await judge(pair.changed), await judge(pair.harmless)]
    const isFound = changed.verdict !== 'valid'
    const counts = (judged.byChange[pair.change] ??= { runs: 0, found: 0 })
    counts.runs += 1
    counts.found += Number(isFound)
    judged.found += Number(isFound)
    if (!isFound) {
      judged.failures.push(`missed ${pair.name}`)
      seen(`${number}-changed`, pair.changed)
    }
    if (honest.verdict === 'valid') continue
    judged.refused += 1
    const told = honest.reasonArray.filter(({ severity }) => severity === 'invalid' || severity === 'indeterminate')
    judged.failures.push(`refused ${pair.name}: ${told.map(({ code, detail = '' }) => `${code} ${detail}`).join('; ')}`)
    seen(`${number}-harmless`, pair.harmless)
  }
  return judged
}
