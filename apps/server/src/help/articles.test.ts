import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  agreementVersions,
  identityConsents,
  faceConsent,
  reviewConsents,
  signatureAgreement,
} from '@moqi/domain/account/agreements'
import { describe, expect, test } from 'vitest'
import { chapters, questionsOf, readArticle, shippedArticles as articles } from './articles.ts'
import { safeHtml } from './safe-html.ts'

/** The paths of the web app, from its route tables; the sign-in page is a document of its own. */
const router = join(import.meta.dirname, '../../../web/src/home/router')
const routeTables = readdirSync(router).filter((name) => /^[a-z-]+\.ts$/.test(name))
const routes = routeTables.map((name) => readFileSync(join(router, name), 'utf8')).join('\n')
const paths = new Set(['/login', ...[...routes.matchAll(/path: '(\/[^']*)'/g)].map(([, path]) => path)])

const linksOf = (html: string) => [...html.matchAll(/href="\/home([^"]*)"/g)].map(([, link = '']) => link)
const columnIds = new Set<string>([...chapters, ...articles].map(({ columnId }) => columnId))

function leadsSomewhere(link: string): boolean {
  const { pathname, searchParams } = new URL(link.replaceAll('&amp;', '&'), 'http://localhost')
  const columnId = searchParams.get('columnId')
  return paths.has(pathname) && (columnId === null || columnIds.has(columnId))
}

describe('every article', () => {
  test.each(articles.map(({ columnId, html }) => [columnId, linksOf(html)] as const))(
    '%s links to pages and columns there are',
    (_columnId, links) => {
      expect(links.filter((link) => !leadsSomewhere(link))).toEqual([])
    },
  )

  test('has a column of its own, a place of its own, and its markup was understood', () => {
    expect(columnIds.size).toBe(articles.length + chapters.length)
    expect(new Set(articles.map(({ parent, order }) => `${parent} ${order}`)).size).toBe(articles.length)
    for (const { columnId, html } of articles)
      expect([columnId, /\*\*|\]\(|^\||<p>#/m.test(html)]).toEqual([columnId, false])
  })

  test('in every chapter there is one', () => {
    for (const { columnId } of chapters) expect(articles.some(({ parent }) => parent === columnId)).toBe(true)
  })
})

test('The agreements are those of the domain, of the same day', () => {
  const published = articles.filter(({ parent }) => parent === 'agreements')
  const known = [...agreementVersions, signatureAgreement, ...identityConsents, reviewConsents[0], faceConsent].map(
    ({ columnId, title, version }) => [columnId, title, `${version}T00:00+08:00`],
  )
  expect(published.map(({ columnId, title, updateTime }) => [columnId, title, updateTime])).toEqual(
    known.map(([columnId, title, at = '']) => [columnId, title, Date.parse(at)]),
  )
})

test('P6: administrators, operators and individuals each have at least six questions', () => {
  const asked = (['company', 'companyAgent', 'person'] as const).map(
    (userType) => questionsOf(articles, userType).length,
  )
  expect(Math.min(...asked)).toBeGreaterThanOrEqual(6)
})

test.each([
  ['<script>alert(1)</script>\n\n文', '文'],
  ['<img src=x onerror=alert(1)>文', '文'],
  ['<p onclick="alert(1)">字</p>\n\n文', '文'],
  ['文 <b onmouseover=alert(1)>字</b>', '文 字'],
  ['[文](javascript:alert(1))', '文'],
  ['[文](JAVASCRIPT:alert(1))', '文'],
  ['[文](data:text/html,x)', '文'],
  ['[文](//evil.example/x)', '文'],
  ['[文](https://evil.example/x)', '文'],
  ['![文](/x.png)', ''],
  ['[文](/file-check"onclick="x)', '文'],
  ['a < b 与 <未知', 'a &lt; b 与 &lt;未知'],
])('What could run or lead away is taken out of %j', (text, left) => {
  const html = safeHtml(text)
  expect(html.replaceAll(/<\/?p>/g, '').trim()).toBe(left)
})

test('Headings, lists, tables, emphasis and own links stay', () => {
  expect(safeHtml('## 标题\n\n- [验证](/file-check?a=1&b=2)\n- **要紧**')).toBe(
    '<h2>标题</h2>\n<ul>\n<li><a href="/home/file-check?a=1&amp;b=2">验证</a></li>\n<li><strong>要紧</strong></li>\n</ul>\n',
  )
  expect(safeHtml('| 甲 | 乙 |\n|---|---|\n| 1 | 2 |')).toContain('<td>2</td>')
})

test.each([
  ['without a head', '正文'],
  [
    'with an unknown chapter',
    '---\ncolumnId: x\ntitle: 标题\nparent: no\norder: 1\naudience: all\nupdated: 2026-11-01\n---\n正文',
  ],
  [
    'for nobody known',
    '---\ncolumnId: faq\ntitle: 标题\nparent: start\norder: 1\naudience: guests\nupdated: 2026-11-01\n---\n正文',
  ],
  [
    'under another name',
    '---\ncolumnId: other\ntitle: 标题\nparent: start\norder: 1\naudience: all\nupdated: 2026-11-01\n---\n正文',
  ],
])('An article %s is refused by its file name', (_what, text) => {
  expect(() => readArticle('faq.md', text)).toThrow(/help article faq\.md/)
})
