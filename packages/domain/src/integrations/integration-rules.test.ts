import { expect, test } from 'vitest'
import { rights } from '../spaces/rights.ts'
import {
  checkIntegrationName,
  integrationScopes,
  overlapLabels,
  rightsWithin,
  scopeLabels,
  scopeRights,
} from './integration-rules.ts'

test('an integration has of its member’s rights those its scopes let through, and none beside', () => {
  for (const scope of integrationScopes) {
    expect(rightsWithin(rights, [scope])).toEqual(rights.filter((right) => scopeRights[scope].includes(right)))
    expect(rightsWithin([], [scope])).toEqual([])
  }
  expect(rightsWithin(rights, [])).toEqual([])
  const all = rightsWithin(rights, integrationScopes)
  expect(all).not.toContain('manageIntegrations')
  expect(all).not.toContain('approveSealUse')
})

test('a name is one line of thirty characters at most', () => {
  expect(checkIntegrationName(' OA 办公系统 ')).toEqual({ ok: true, value: 'OA 办公系统' })
  expect(checkIntegrationName('墨'.repeat(30)).ok).toBe(true)
  for (const wrong of ['', '  ', '墨'.repeat(31), 'O\nA']) expect(checkIntegrationName(wrong).ok).toBe(false)
})

test('every scope and overlap has its words', () => {
  expect(Object.values(scopeLabels).filter(({ title, about }) => title === '' || about === '')).toEqual([])
  expect(new Set(Object.values(overlapLabels)).size).toBe(4)
})
