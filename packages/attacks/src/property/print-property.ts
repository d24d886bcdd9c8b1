import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { scene } from '@moqi/trust/testing/authority-scene'
import { openPageImages } from '@moqi/pdf/page-image/render-page'
import { judgeGlyphPairs } from './judge-glyphs.ts'

const usage = `attacks property [--runs N] [--seed N] [--keep DIR]

N times (default 2000) a random glyph of a random page is covered, retyped, moved or recoloured by the look of a
co-signer, at random sizes and in random fonts, and beside it another look harms nothing. Judges them all, prints what
was missed or refused, and one JSON line last: {"attacks":"property","runs","seed","found","refused","byChange"}.
The same seed repeats the files. DIR gets those judged wrongly. Exit code 1 when there are any.`

/** Judges random changes as the command line asks; answers the exit code. */
export async function printProperty(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: 'string', default: '2000' },
      seed: { type: 'string', default: '1' },
      keep: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  const { keep } = values
  if (keep) mkdirSync(keep, { recursive: true })
  const [runs, seed] = [Number(values.runs), Number(values.seed)]
  const { failures, ...counts } = await judgeGlyphPairs(
    await scene(),
    await openPageImages(),
    { runs, seed },
    (name, bytes) => {
      if (keep) writeFileSync(join(keep, `${name}.pdf`), bytes)
    },
  )
  for (const failure of failures) console.log(failure)
  console.log(JSON.stringify({ attacks: 'property', runs, seed, ...counts }))
  return failures.length > 0 ? 1 : 0
}
