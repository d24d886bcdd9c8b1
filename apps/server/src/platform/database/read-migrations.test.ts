import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMigrations } from './read-migrations.ts'

const files = readdirSync(join(import.meta.dirname, 'migrations')).toSorted()

test('every file is a step, named by four digits and what it is about', async () => {
  for (const file of files) expect(file).toMatch(/^\d{4}(-[a-z]+)+\.ts$/)
  expect(Object.keys(await readMigrations()).toSorted()).toEqual(files.map((file) => file.slice(0, -3)))
})

// 15, 26, 29 and 30 are free: what they were given to was given up before anybody had it.
test('no two steps have one number, so that their order is told by it', () => {
  const numbers = files.map((file) => Number(file.slice(0, 4)))
  expect(numbers).toEqual([...new Set(numbers)])
  expect(numbers[0]).toBe(1)
})
