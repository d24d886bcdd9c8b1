import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { scene } from '@moqi/trust/testing/authority-scene'
import { openPageImages } from '@moqi/pdf/page-image/render-page'
import { judgeSeals } from './judge-seals.ts'

const usage = `attacks seals [--pairs N] [--seed N] [--keep DIR]

Makes N contracts (default 500) that are sealed as Chinese platforms do it, and for each a twin whose seal hides or
retypes one glyph. Judges them all, prints false alarms and misses, and one JSON line last:
{"attacks":"seals","pairs","seed","alarms","misses","bySize":{"8":{"honest","alarms","open","twins","misses","refuted"}}}.
The same seed repeats the pairs. DIR gets the files judged wrongly. Exit code 1 when there are any.`

/** Judges seals as the command line asks; answers the exit code. */
export async function printSeals(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      pairs: { type: 'string', default: '500' },
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
  const [pairs, seed] = [Number(values.pairs), Number(values.seed)]
  const { bySize, failures } = await judgeSeals(
    await scene(),
    await openPageImages(),
    { pairs, seed },
    (name, bytes) => {
      if (keep) writeFileSync(join(keep, `${name}.pdf`), bytes)
    },
  )
  for (const failure of failures) console.log(failure)
  const sum = (key: 'alarms' | 'misses') => Object.values(bySize).reduce((total, rates) => total + rates[key], 0)
  console.log(JSON.stringify({ attacks: 'seals', pairs, seed, alarms: sum('alarms'), misses: sum('misses'), bySize }))
  return failures.length > 0 ? 1 : 0
}
