import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
type Sets = { regular: string[]; heavy: string[]; left: string[] }

/** Asks the script, as `npm test` runs it: with the node that is there, before anything is installed. */
function askSets(): Sets {
  const program = `import { heavyTests, leftToWhole, regularStories } from './test-sets.mjs'
    const regular = regularStories.map((name) => 'e2e/' + name + '.story.ts')
    console.log(JSON.stringify({ regular, heavy: heavyTests, left: leftToWhole() }))`
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  return JSON.parse(printed)
}

test('every file that a set names is there', () => {
  const { regular, heavy } = askSets()
  expect([...regular, ...heavy].filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('a story that no set names is left to the whole', () => {
  const { regular, heavy, left } = askSets()
  const stories = globSync('e2e/*.story.ts', { cwd: root })
  expect([...left, ...regular].toSorted()).toEqual([...stories, ...heavy].toSorted())
})
