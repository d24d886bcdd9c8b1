import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { articleOfPage } from '../../apps/web/src/home/help/page-articles.ts'
import { routePaths } from './route-paths.ts'

const articles = resolve(import.meta.dirname, '../../apps/server/src/help/articles')
/** The help itself, what is no page of ours, and what is none at all. */
const without = new Set(['/documentCenter', '/vue', '/vue/*', '*'])

test('every page of the product has its article, and the article is there', () => {
  const paths = routePaths().filter((path) => !without.has(path))
  const missing = paths.filter((path) => {
    const columnId = articleOfPage(path)
    return columnId === null || !existsSync(join(articles, `${columnId}.md`))
  })
  expect(missing).toEqual([])
  expect(paths.length).toBeGreaterThan(60)
})

test('a page below others has the nearest article; an address of nobody has none', () => {
  expect(articleOfPage('/cart/order')).toBe('quota')
  expect(articleOfPage('/company-space/admin-signatures/flow')).toBe('sealApproval')
  expect(articleOfPage('/company-space/admin-signatures/make/')).toBe('companySeal')
  expect(articleOfPage('/no-such-page')).toBeNull()
  expect(articleOfPage('/constructor')).toBeNull()
})
