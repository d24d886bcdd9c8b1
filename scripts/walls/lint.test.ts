import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const feature = 'apps/server/src/contracts/planted.ts'
const statements = (count: number) => 'console.log(1)\n'.repeat(count)
const branches = Array.from({ length: 12 }, (_, index) => `if (n === ${index}) return ${index}`).join('\n')

/** What the project's linter says of a file at that path, standing alone. */
function lint(path: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'moqi-lint-'))
  try {
    cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), text)
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--deny-warnings'], {
      cwd: folder,
      encoding: 'utf8',
    })
    return stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test.each([
  ['no-explicit-any', feature, 'export const read = (row: any) => row.id'],
  ['max-lines-per-function', feature, `export function long() {\n${statements(121)}}`],
  ['max-lines', feature, statements(301)],
  ['complexity', feature, `export function branched(n: number) {\n${branches}\nreturn -1\n}`],
  ['max-params', feature, 'export const sum = (a: 1, b: 1, c: 1, d: 1, e: 1, f: 1) => [a, b, c, d, e, f]'],
  ['no-default-export', feature, 'export default 1'],
  ['no-barrel-file', 'apps/server/src/contracts/index.ts', "export * from './send-contract.ts'"],
  ['consistent-type-imports', feature, "import { Row } from './row.ts'\nexport const rows: Row[] = []"],
  ['filename-case', 'apps/server/src/contracts/plantedFile.ts', 'export const one = 1'],
  ['no-restricted-imports', feature, "import { sealInfo } from '../seals/seal-info.ts'\nsealInfo()"],
  ['no-restricted-globals', 'packages/domain/src/planted.ts', 'export const at = new Date(0)'],
])('%s is a rule of the linter', (rule, path, text) => {
  expect(lint(path, text)).toContain(`(${rule})`)
})

test('what breaks none of them passes', () => {
  expect(lint(feature, "import type { Row } from './row.ts'\n\nexport const rows: Row[] = []\n")).toContain('0 errors')
})
