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
