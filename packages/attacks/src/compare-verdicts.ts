import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { sceneTime } from '@moqi/trust/testing/authority-scene'
import { lazyRenderer } from '@moqi/pdf/page-image/lazy-renderer'
import type { Reason } from '@moqi/verify/reasons'
import type { Verdict } from '@moqi/verify/verdict'
import { ofdSeeds } from './fuzz/fuzz-ofd.ts'
import { type VerifyOptions, verifyPdf } from '@moqi/verify/verify-pdf'
import { fuzzVerifier } from './fuzz/fuzz-verifier.ts'
import { verdictFiles } from './verdict-files.ts'

/** Records the verdicts of this version of the code, or compares them with those of another; answers the exit code. */
export async function compareVerdicts(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      files: { type: 'string' },
      record: { type: 'string' },
      against: { type: 'string' },
      runs: { type: 'string', default: '20000' },
      corpus: { type: 'string', default: process.env['MOQI_CORPUS'] ?? '' },
    },
  })
  const target = values.record ?? values.against
  if (values.files === undefined || target === undefined) {
    console.log('judges verdicts --files DIR --record FILE | --against FILE')
    return 2
  }
  const lines = await verdictLines(values.files, values.corpus || undefined, Number(values.runs))
  if (values.record !== undefined) {
    writeFileSync(values.record, [...lines].map((line) => `${line.join('\t')}\n`).join(''))
    console.log(`${lines.size} verdicts recorded`)
    return 0
  }
  return printDifferences(readLines(target), lines)
}

function readLines(file: string): Map<string, string> {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return new Map(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)]),
  )
}

function printDifferences(known: Map<string, string>, lines: Map<string, string>): number {
  const different = [...lines].filter(([name, line]) => known.get(name) !== line)
  for (const [name, line] of different) console.log(`${name}\n- ${known.get(name) ?? 'not recorded'}\n+ ${line}`)
  console.log(`${lines.size} compared, ${different.length} different, ${known.size} recorded`)
  return different.length > 0 || known.size !== lines.size ? 1 : 0
}

/** What is said of every file and of every changed one, by how it is judged and its hash. */
async function verdictLines(folder: string, corpus: string | undefined, runs: number): Promise<Map<string, string>> {
  const { files, roots } = await verdictFiles(folder, corpus)
  const renderer = lazyRenderer()
  const own: VerifyOptions = { trustedRoots: roots, ownRoots: roots, now: sceneTime }
  const anybody: VerifyOptions = { trustedRoots: roots, now: sceneTime }
  const options = { own, any: anybody, drawn: { trustedRoots: roots, now: sceneTime, renderer }, seeds: anybody }
  const lines = new Map<string, string>()
  const note = async (name: string, bytes: Buffer, by: VerifyOptions) => {
    const verdict = await verifyPdf(bytes, by)
    lines.set(`${name} ${verdict.sha256}`, lineOf(verdict))
    return verdict
  }
  for (const { folder: kind, name, bytes } of files) await note(`${kind} ${name}`, bytes, options[kind])
  const [first, ...rest] = files.filter((file) => file.folder === 'seeds').map((file) => ({ ...file, strict: false }))
  if (!first) return lines
  const bounds = { runs, milliseconds: Number.POSITIVE_INFINITY, seed: 1 }
  await fuzzVerifier({ files: [first, ...rest], ofd: await ofdSeeds(), options: own }, bounds, (bytes) =>
    note('changed', bytes, own),
  )
  return lines
}

const said = ({ code, severity, detail = '' }: Reason) => `${code} ${severity} ${detail}`.trim()

/** All that a verdict says, in its order. */
function lineOf({ verdict, revisionCount, reasonArray, signatureArray }: Verdict): string {
  const signatures = signatureArray.map((one) => [
    one.level,
    one.coverage,
    one.integrity,
    one.permission,
    one.identity,
    one.time,
    one.verdict,
    one.changedAfterwards,
    one.reasonArray.map(said),
  ])
  return JSON.stringify([verdict, revisionCount, reasonArray.map(said), signatures])
}
