import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Told = { fullName: string; status: string; failureMessages: string[] }
type File = { name: string; status: string; assertionResults: Told[] }

/** Asks the script, as `npm test` runs it: with the node that is there, before anything is installed. */
function ask(expression: string): unknown {
  const program = `import { filesAgain, withSecondGo } from './second-go.mjs'
    console.log(JSON.stringify(${expression}))`
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname),
  })
  return JSON.parse(printed.toString())
}

const file = (name: string, ...tests: [fullName: string, status: string][]): File => ({
  name,
  status: tests.length > 0 && tests.every(([, status]) => status === 'passed') ? 'passed' : 'failed',
  assertionResults: tests.map(([fullName, status]) => ({
    fullName,
    status,
    failureMessages: status === 'failed' ? ['saw nothing'] : [],
  })),
})
const again = (...files: File[]) => ask(`filesAgain(${JSON.stringify(files)})`)
const withSecond = (first: File[], second: File[]) =>
  ask(`withSecondGo(${JSON.stringify(first)}, ${JSON.stringify(second)})`)

test('stories that failed are played again, whole; what passed is not', () => {
  const sent = file('e2e/send.story.ts', ['sends', 'passed'])
  const seal = file('e2e/seal.story.ts', ['makes', 'passed'], ['revokes', 'failed'])
  expect(again(sent, seal)).toEqual(['e2e/seal.story.ts'])
  expect(again(sent)).toEqual([])
})

test('so is any other file, but nothing where many failed', () => {
  const seal = file('e2e/seal.story.ts', ['revokes', 'failed'])
  const ink = file('packages/pdf/src/ink.test.ts', ['finds ink', 'failed'])
  expect(again(seal, ink)).toEqual(['e2e/seal.story.ts', 'packages/pdf/src/ink.test.ts'])
  expect(again(...Array.from({ length: 13 }, (_, at) => file(`e2e/${at}.story.ts`, ['plays', 'failed'])))).toEqual([])
})

test('the second go counts, and remembers what failed at the first', () => {
  const sent = file('e2e/send.story.ts', ['sends', 'passed'])
  const seal = file('e2e/seal.story.ts', ['makes', 'passed'], ['revokes', 'failed'])
  const second = file('e2e/seal.story.ts', ['makes', 'passed'], ['revokes', 'passed'])
  expect(withSecond([sent, seal], [second])).toEqual([
    sent,
    {
      ...second,
      assertionResults: [
        { fullName: 'makes', status: 'passed', failureMessages: [] },
        { fullName: 'revokes', status: 'passed', failureMessages: ['saw nothing'] },
      ],
    },
  ])
})

test('what passes at the third go remembers both failures', () => {
  const seal = file('e2e/seal.story.ts', ['revokes', 'failed'])
  const third = file('e2e/seal.story.ts', ['revokes', 'passed'])
  expect(withSecond(withSecond([seal], [seal]) as File[], [third])).toMatchObject([
    { status: 'passed', assertionResults: [{ failureMessages: ['saw nothing', 'saw nothing'] }] },
  ])
})

test('what fails again has failed, and a file that could not be set up is remembered too', () => {
  const seal = file('e2e/seal.story.ts', ['revokes', 'failed'])
  expect(withSecond([seal], [seal])).toMatchObject([{ status: 'failed' }])
  const unset = file('e2e/doors.story.ts')
  const second = file('e2e/doors.story.ts', ['opens', 'passed'])
  expect(withSecond([unset], [second])).toMatchObject([
    { status: 'passed', assertionResults: [{ failureMessages: ['the file could not be set up'] }] },
  ])
})
