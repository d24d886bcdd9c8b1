import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { routePaths } from '../route-paths.ts'
import { pageStates, stateShares } from './page-states.ts'

test('no page is forgotten', () => {
  const shown = new Set(pageStates.map(({ route }) => route))
  expect(routePaths().filter((path) => !shown.has(path))).toEqual([])
})

test('every state has a name of its own', () => {
  const names = pageStates.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('every share is looked at by a story', () => {
  const folder = join(import.meta.dirname, '../..')
  const stories = globSync('*.story.ts', { cwd: folder }).map((name) => readFileSync(join(folder, name), 'utf8'))
  const owed = Object.keys(stateShares).filter(
    (share) => !stories.some((story) => story.includes(`lookAtStates(stateShares.${share})`)),
  )
  expect(owed).toEqual([])
})
