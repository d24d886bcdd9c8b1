import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { clauses, ruleName } from '@moqi/verify/diff/rule'
import { grammar } from '@moqi/verify/diff/grammar'
import { examples } from '@moqi/verify/testing/grammar-examples'

const packages = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Prints the grammar of changes by clause, with the facts of each rule's example and the tests that name the clause.
 * Answers 1 if a rule has no example, else 0.
 */
export function printRules(): number {
  const factsByRule = new Map(examples.map(({ rule, facts }) => [rule, facts]))
  const tests = testTitles()
  for (const [clause, about] of Object.entries(clauses)) {
    const named = tests.filter(({ title }) => namesClause(title, clause)).map(({ file }) => file)
    const files = [...new Set(named)].map((file) => `${file} ${named.filter((one) => one === file).length}`)
    process.stdout.write(`\n${clause}: ${about}\n  tests that name it: ${files.join(', ') || 'none'}\n`)
    for (const rule of grammar.filter((one) => one.clause === clause)) {
      const name = ruleName(rule)
      const facts = factsByRule.get(name)
      const tested = facts === undefined ? 'no example' : `example: ${facts || 'no word'}`
      process.stdout.write(`  ${name}${rule.isBesides ? ', besides' : ''}\n      ${tested}\n`)
    }
  }
  const untested = grammar.filter((rule) => !factsByRule.has(ruleName(rule)))
  process.stdout.write(`\n${grammar.length} rules, ${untested.length} without an example\n`)
  return untested.length > 0 ? 1 : 0
}

/** Also D20 in a title that says D15 to D22. */
function namesClause(title: string, clause: string): boolean {
  const [letter = '', number] = [clause[0], Number(clause.slice(1))]
  const ranges = [...title.matchAll(/([A-Z])(\d+)(?: to [A-Z]?(\d+))?/g)]
  return ranges.some(([, one, from, to]) => one === letter && Number(from) <= number && number <= Number(to ?? from))
}

/** Titles of tests and groups of tests, by the files they stand in. */
function testTitles(): { file: string; title: string }[] {
  return readdirSync(packages, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .flatMap((name) => {
      const source = readFileSync(`${packages}/${name}`, 'utf8')
      const titles = source.matchAll(/(?:test|describe|\)|^\s+\[)\(?\s*'([^'\n]*)'/gm)
      return [...titles].map(([, title = '']) => ({ file: name.split('/').at(-1) ?? name, title }))
    })
}
