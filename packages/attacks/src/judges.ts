import { compareVerdicts } from './compare-verdicts.ts'
import { judgeMatrix } from './judge-matrix.ts'
import { printRules } from './print-rules.ts'

const usage = `judges
  Shows contracts of every kind to pdfsig, qpdf, openssl and MuPDF; exit code 1 if one objects.
judges rules
  What may change behind a signature: every rule with its clause, an example, and the tests that name the clause.
judges verdicts --files DIR --record FILE | --against FILE [--runs N] [--corpus DIR]
  Records verdicts and reasons on attacks, their twins, a corpus and N changed files (default 20000), or compares them
  with those of another version of the code. DIR keeps the files, which are made when it is empty; exit code 1 if any
  verdict or reason differs.`

const [command, ...args] = process.argv.slice(2)
const commands: Partial<Record<string, () => number | Promise<number>>> = {
  rules: printRules,
  verdicts: () => compareVerdicts(args),
}
const run = command === undefined ? judgeMatrix : commands[command]
if (!run) console.log(usage)
process.exitCode = run ? await run() : 2
