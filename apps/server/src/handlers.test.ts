import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

const features = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory())

test('no call is registered by two features', async () => {
  const registered: string[] = []
  for (const { name } of features) {
    if (!readdirSync(`${import.meta.dirname}/${name}`).includes('calls.ts')) continue
    const exported: Record<string, object> = await import(`./${name}/calls.ts`)
    registered.push(...Object.values(exported).flatMap(Object.keys))
  }
  expect(registered.length).toBeGreaterThan(150)
  expect(registered.toSorted()).toEqual([...new Set(registered)].toSorted())
})
