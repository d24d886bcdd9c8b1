import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The numbered points of a section, each in one line. */
function points(file: string, section: string): string[] {
  const text = readFileSync(join(root, file), 'utf8').split(`## ${section}\n`)[1]?.split('\n## ')[0] ?? ''
  return text
    .split(/\n(?=\d+\. )/)
    .slice(1)
    .map((point) => point.replaceAll(/\s+/g, ' ').trim())
}

test.each([
  ['ARCHITECTURE.md', 'Invariants'],
  ['CONTRIBUTING.md', 'Style'],
])('every point of %s, %s, names its check, and what it names by path is there', (file, section) => {
  const all = points(file, section)
  expect(all.length).toBeGreaterThan(10)
  for (const point of all) {
    expect(point).toMatch(/\[[^[\]]+\]$/)
    const check = point.slice(point.lastIndexOf('['))
    const paths = Array.from(check.matchAll(/`([^`]+\/[^`]+)`/g), ([, path = '']) => path)
    for (const path of paths) expect([path, existsSync(join(root, path))]).toEqual([path, true])
  }
})

/** The words of a file's table of words. */
const wordsOf = (file: string): string[] =>
  Array.from(
    readFileSync(join(root, file), 'utf8').matchAll(/^\| (?!word )([^|]+) \| [^|]*\p{Script=Han}[^|]* \| [^|]+ \|$/gmu),
    ([, words = '']) => words.split(/[,;] /),
  ).flat()

test('every word of docs/glossary.md and of the README of a package has one meaning', () => {
  const packages = ['signing', 'trust', 'verify', 'evidence'].map((name) => wordsOf(`packages/${name}/README.md`))
  const words = [wordsOf('docs/glossary.md'), ...packages]
  for (const list of words) expect(list).not.toEqual([])
  expect(words.flat().filter((word, index, all) => all.indexOf(word) !== index)).toEqual([])
})

test('ARCHITECTURE.md is read in one sitting: at most 150 lines', () => {
  expect(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(150)
})
