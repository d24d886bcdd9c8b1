import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('what it knows of the product is types: at work it stands alone', () => {
  const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
  expect(dependencies).toBe(undefined)
  const sources = globSync('*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'))
  const imports = sources.flatMap((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8')
      .split('\n')
      .filter((line) => / from '[^.]/.test(line)),
  )
  expect(imports.length).toBeGreaterThan(1)
  expect(imports.filter((line) => !line.startsWith('import type '))).toEqual([])
})
