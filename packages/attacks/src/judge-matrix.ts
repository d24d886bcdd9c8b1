import { type Scene, scene } from '@moqi/trust/testing/authority-scene'
import type { SuiteName } from '@moqi/trust/suites/suite'
import { judges } from './foreign-opinions.ts'
import { type JudgedContract, signForJudges } from './judged-contract.ts'

const suites: SuiteName[] = ['P-256', 'RSA-2048', 'SM2']
const lengths = [1, 18, 301] as const
const styles = ['table', 'stream'] as const
const levels = ['B-T', 'B-LT', 'B-LTA'] as const
const signerCounts = [1, 2, 5, 25]

const print = (...cells: string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)

/**
 * The widest matrix: every suite, level, count of signers, length and form, before every judge, as a table. Answers 1
 * if one objects, else 0.
 */
export async function judgeMatrix(): Promise<number> {
  print('suite', 'level', 'signers', 'pages', 'xref', ...judges.map(({ name }) => name))
  print(...Array.from({ length: 5 + judges.length }, () => '---'))

  const contracts = levels.flatMap((level) =>
    lengths.flatMap((pages) =>
      styles.flatMap((xref) => signerCounts.map((signers): JudgedContract => ({ level, signers, pages, xref }))),
    ),
  )
  const objections: string[] = []
  for (const suite of suites) {
    const on = await scene(undefined, suite)
    for (const contract of contracts) objections.push(...(await judgeContract(suite, on, contract)))
  }
  for (const objection of objections) process.stdout.write(`\n${objection}\n`)
  return objections.length > 0 ? 1 : 0
}

/** Prints one row; answers what the judges object to. */
async function judgeContract(suite: SuiteName, on: Scene, contract: JudgedContract): Promise<string[]> {
  const objections: string[] = []
  const pdf = await signForJudges(on, contract)
  const { level, signers, pages, xref } = contract
  const row = [suite, level, String(signers), String(pages), xref]
  const exhibit = { pdf, level, signatures: signers + 1, root: on.root.key.identity.certificate }
  const cells: string[] = []
  for (const { name, isPresent, knowsSm2, complaint } of judges) {
    const isAsked = isPresent && (suite !== 'SM2' || knowsSm2)
    const said = isAsked ? await complaint(exhibit) : undefined
    if (said !== undefined) objections.push(`${[...row, name].join(', ')}: ${said.trim()}`)
    const cell = said === undefined ? 'yes' : 'no'
    cells.push(isAsked ? cell : '–')
  }
  print(...row, ...cells)
  return objections
}
