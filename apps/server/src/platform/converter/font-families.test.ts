import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { fontFamilies } from './font-families.ts'

const folder = mkdtempSync(join(tmpdir(), 'moqi-fonts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a machine without fontconfig tells no family, so that none is called missing', async () => {
  expect(await fontFamilies([], { PATH: folder })).toEqual(new Set())
})

test('every name of a family counts, in lower case', async () => {
  writeFileSync(join(folder, 'fc-list'), '#!/bin/sh\necho "Noto Serif CJK SC,思源宋体"\necho SimSun\n', { mode: 0o755 })
  expect(await fontFamilies([], { PATH: folder })).toEqual(new Set(['noto serif cjk sc', '思源宋体', 'simsun']))
})
