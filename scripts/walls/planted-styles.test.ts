import { describe, expect, test } from 'vitest'
import { findBreaches } from './find-breaches.ts'
import { readWorkspaces } from './workspaces.ts'

const workspaces = readWorkspaces()
const sheet = 'apps/web/src/ui/planted.css'
const broken = (path: string, text: string) => findBreaches(new Map([[path, text]]), workspaces).map(({ rule }) => rule)

/** What a sheet breaks beside one that has a class `choice`. */
const beside = (text: string) =>
  findBreaches(
    new Map([
      ['apps/web/src/home/contacts/planted.css', '.choice { width: 18px }\n.choice.on { top: 0 }'],
      ['apps/web/src/kit/operations/planted.css', text],
    ]),
    workspaces,
  ).map(({ file, rule, line }) => [file, rule, line])

describe('style sheets', () => {
  test.each(['(max-width: 960px)', '(max-width: 768px)', '(min-width: 767px)'])('a width of its own: %s', (query) => {
    expect(broken(sheet, `@media ${query} { .card { padding: 0 } }`)).toEqual(['breakpoint'])
  })
  test.each(['(max-width: 767px)', '(min-width: 768px)', '(max-width: 1099px)', '(max-height: 500px)'])(
    'no breach: %s',
    (query) => {
      expect(broken(sheet, `@media ${query} { .card { padding: 0 } }`)).toEqual([])
    },
  )

  test.each(['.card:hover { padding: 0 }', '.card, a:hover { padding: 0 }', '@media print { a:hover { top: 0 } }'])(
    'hovering where nothing hovers: %s',
    (text) => {
      expect(broken(sheet, text)).toEqual(['hover'])
    },
  )
  test('what hovers where a pointer can is no breach', () => {
    expect(broken(sheet, '@media (hover: hover) { .card:hover { padding: 0 } }')).toEqual([])
    expect(
      broken(sheet, '/* .card:hover { } */ @media (width > 1px) and (hover: hover) { a:hover { top: 0 } }'),
    ).toEqual([])
  })

  test.each([
    '.choice { padding: 0 12px }',
    'a,\n.choice:focus > b { top: 0 }',
    '@media (hover: hover) { .choice { top: 0 } }',
  ])('a class is claimed by two sheets: %s', (text) => {
    expect(beside(text)).toEqual([['apps/web/src/kit/operations/planted.css', 'shared-class', 1]])
  })
  test.each([
    '.sheet .choice { top: 0 }',
    '.choice.wide { top: 0 }',
    '#root > .choice { top: 0 }',
    '@media print { .choice { display: none } }',
  ])('a class of another sheet in one’s own surroundings is no breach: %s', (text) => {
    expect(beside(text)).toEqual([])
  })
})
