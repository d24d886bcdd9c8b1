import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { ask } from '../testing/foreign-judge.ts'

test('where the native binding was not built, the error names the package and what it needs', () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'moqi-no-binding-'))
  for (const file of ['cryptoki.ts', 'pkcs11-failure.ts']) {
    copyFileSync(join(import.meta.dirname, file), join(elsewhere, file))
  }
  const program = `const { hasBinding, openModule } = await import(${JSON.stringify(pathToFileURL(join(elsewhere, 'cryptoki.ts')))})
    console.log(hasBinding())
    openModule('/dev/null')`
  const { said } = ask(process.execPath, '--input-type=module', '-e', program)
  expect(said).toMatch(/^false\n/)
  expect(said).toMatch(/Pkcs11Failure: binding-missing: the optional npm package pkcs11js is not installed.*compiler/)
})
