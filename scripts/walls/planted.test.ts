import { describe, expect, test } from 'vitest'
import { findBreaches } from './find-breaches.ts'
import { readWorkspaces } from './workspaces.ts'

const workspaces = readWorkspaces()

/** The rules that a file breaks, each once. */
const broken = (path: string, text: string) => [
  ...new Set(findBreaches(new Map([[path, text]]), workspaces).map(({ rule }) => rule)),
]

const domain = 'packages/domain/src/contract/planted.ts'
const api = 'packages/api/src/planted.ts'
const signing = 'packages/signing/src/freeze/planted.ts'
const verify = 'packages/verify/src/planted.ts'
const feature = 'apps/server/src/contracts/planted.ts'
const core = 'apps/server/src/cores/contract/planted.ts'
const platform = 'apps/server/src/platform/planted.ts'
const http = 'apps/server/src/http/planted.ts'
const ui = 'apps/web/src/ui/planted.ts'
const kit = 'apps/web/src/kit/space/planted.ts'
const page = 'apps/web/src/home/contacts/planted.ts'

describe('imports', () => {
  test.each([
    ['the domain imports the call table', domain, "import { table } from '@moqi/api/table'"],
    ['… by path', domain, "import { table } from '../../../api/src/table.ts'"],
    ['… in a type', domain, "type Table = import('@moqi/api/table').Table"],
    ['… as a type', domain, "import type { Table } from '@moqi/api/table'"],
    ['… by itself later', domain, "const { table } = await import('@moqi/api/table')"],
    ['… to pass it on', domain, "export { table } from '@moqi/api/table'"],
    ['… whole', domain, "export * from '@moqi/api/table'"],
    ['the domain imports any package', domain, "import { z } from 'zod'"],
    ['the domain imports Node', domain, "import { readFileSync } from 'node:fs'"],
    ['the call table imports signing by path', api, "import { x } from '../../signing/src/freeze/field-plan.ts'"],
    ['the call table imports signing', api, "import { x } from '@moqi/signing/freeze/field-plan'"],
    ['the call table imports Node', api, "import { readFileSync } from 'node:fs'"],
    ['signing imports the call table', signing, "import { table } from '@moqi/api/table'"],
    ['… by path', signing, "import { table } from '../../../api/src/table.ts'"],
    ['signing imports the server', signing, "import { Deps } from '../../../../apps/server/src/platform/deps.ts'"],
    ['who makes imports who judges', signing, "import { x } from '@moqi/verify/verify-pdf'"],
    ['who judges imports who makes', verify, "import { x } from '@moqi/signing/freeze/field-plan'"],
    ['trust knows PDF', 'packages/trust/src/planted.ts', "import { x } from '@moqi/pdf/limits'"],
    ['PDF knows trust', 'packages/pdf/src/planted.ts', "import { x } from '@moqi/trust/asn1/der'"],
    [
      'a folder of the judge imports what stands on it',
      verify.replace('src', 'src/structure'),
      "import '../diff/facts.ts'",
    ],
    ['… the judge itself', verify.replace('src', 'src/trust'), "import { x } from '../verify-pdf.ts'"],
    ['who makes reads PDF by another library', signing, "import { PDF } from '@libpdf/core'"],
    ['… what accepts uploads', 'packages/intake/src/planted.ts', "import type { PdfDict } from '@libpdf/core'"],
    ['… the reader itself', 'packages/pdf/src/graph/planted.ts', "const { PDF } = await import('@libpdf/core')"],
    ['a face that a package does not show', feature, "import { x } from '@moqi/signing/../package.json'"],
    ['a feature imports another', feature, "import { x } from '#src/seals/seal-info.ts'"],
    ['… by path', feature, "import { x } from '../seals/seal-info.ts'"],
    ['… later', feature, "const x = await import('#src/seals/seal-info.ts')"],
    ['… to pass it on', feature, "export { x } from '#src/seals/seal-info.ts'"],
    ['… in a worker', feature, "const x = new URL('../seals/seal-info.ts', import.meta.url)"],
    ['a feature imports what speaks HTTP', feature, "import { mount } from '#src/http/mount.ts'"],
    ['a feature imports the entry', feature, "import { handlers } from '#src/handlers.ts'"],
    ['a feature imports what only tests use', feature, "import { x } from '#src/testing/test-server.ts'"],
    ['a feature takes a file system', feature, "import { readFileSync } from 'node:fs'"],
    ['a feature takes the network', feature, "import { request } from 'node:https'"],
    ['a feature takes the database driver', feature, "import { Pool } from 'pg'"],
    ['a feature waits by itself', feature, "import { setTimeout } from 'node:timers/promises'"],
    ['a core imports a feature', core, "import { x } from '#src/contracts/list-contracts.ts'"],
    ['a core imports what speaks HTTP', core, "import { mount } from '#src/http/mount.ts'"],
    ['the platform imports a core', platform, "import { x } from '#src/cores/contract/inbox.ts'"],
    ['the platform imports a feature', platform, "import { x } from '../contracts/list-contracts.ts'"],
    ['what speaks HTTP imports a feature', http, "import { x } from '#src/contracts/list-contracts.ts'"],
    ['the web app imports the server by path', page, "import { x } from '../../../../server/src/handlers.ts'"],
    ['the web app imports signing', page, "import { x } from '@moqi/signing/freeze/field-plan'"],
    ['the web app imports zod', page, "import { z } from 'zod'"],
    ['ui makes calls', ui, "import { call } from '../client/call.ts'"],
    ['ui knows contracts', ui, "import { x } from '@moqi/domain/contract/contract-lifecycle'"],
    ['ui knows calls', ui, "import type { Table } from '@moqi/api/table'"],
    ['a page imports another', page, "import { x } from '../start/start-page.tsx'"],
    ['a page imports another entry’s', page, "import { x } from '../../console/members/member-page.tsx'"],
    ['a kit imports one that does not stand below it', kit, "import { x } from '../signing/signing-desk.tsx'"],
    ['a kit imports a page', kit, "import { x } from '../../home/start/start-page.tsx'"],
    ['the router imports a page', 'apps/web/src/router/planted.ts', "import { x } from '../home/start/start-page.tsx'"],
    ['a test imports another', 'apps/server/src/contracts/a.test.ts', "import { x } from './b.test.ts'"],
    ['a test of the domain imports the server', 'packages/domain/src/a.test.ts', "import '@moqi/api/table'"],
    ['a file lies nowhere', 'packages/unknown/src/a.ts', 'const x = 1'],
  ])('%s', (_name, path, text) => {
    expect(broken(path, text)).toContain('zone')
  })

  test.each([
    ['what stands below', feature, "import { x } from '#src/cores/contract/inbox.ts'"],
    ['a kit below', 'apps/web/src/kit/live/a.ts', "import { x } from '../contract/b.ts'"],
    ['a folder of the judge below', verify.replace('src', 'src/diff'), "import { x } from '../reasons/reasons.ts'"],
    ['the own folder', feature, "import { x } from './list-contracts.ts'"],
    ['a face of a package', feature, "import { x } from '@moqi/domain/contract/contract-lifecycle'"],
    ['pictures and styles', page, "import './contacts.css'\nconst seal = new URL('../../samples/', import.meta.url)"],
    ['a test, what only tests use', 'apps/server/src/contracts/a.test.ts', "import '#src/testing/test-server.ts'"],
  ])('%s may be imported', (_name, path, text) => {
    expect(broken(path, text)).toEqual([])
  })

  test('circles are told once, types and workers too', () => {
    const files = new Map([
      ['packages/domain/src/a.ts', "import type { B } from './b.ts'"],
      ['packages/domain/src/b.ts', "const c = () => import('./c.ts')"],
      ['packages/domain/src/c.ts', "const a = new URL('./a.ts', import.meta.url)"],
      ['packages/domain/src/d.ts', "import type { A } from './a.ts'"],
    ])
    const found = findBreaches(files, workspaces).map(({ file, rule, text }) => [file, rule, text])
    const way = '→ packages/domain/src/b.ts → packages/domain/src/c.ts → packages/domain/src/a.ts'
    expect(found).toEqual([['packages/domain/src/a.ts', 'circle', way]])
  })
})

describe('the outside world', () => {
  const taken = [
    'const at = Date.now()',
    'const at = new Date()',
    'const at = Date()',
    'const at = globalThis.Date.now()',
    "const at = globalThis['Date']['now']()",
    'const at = performance.now()',
    'const at = process.hrtime.bigint()',
    'const number = Math.random()',
    'const id = crypto.randomUUID()',
    "import { randomUUID } from 'node:crypto'",
    "import { randomBytes as bytes } from 'node:crypto'",
    "import * as all from 'node:crypto'\nconst salt = all.randomBytes(16)",
    "const { randomInt } = await import('node:crypto')",
    "const answer = await fetch('https://example.cn')",
    'const pool = new Pool({})',
    'setTimeout(() => {}, 1)',
    'const later = setInterval',
    'const home = process.env.HOME',
  ]
  describe.each([
    ['the domain', domain],
    ['the call table', api],
    ['a feature', feature],
    ['a core', core],
    ['what speaks HTTP', http],
  ])('is not taken by %s', (_name, path) => {
    test.each(taken)('%s', (text) => {
      expect(broken(path, text)).toContain('outside-world')
    })
  })

  test('is taken by the platform and the entry, which build its ports', () => {
    for (const path of [platform, 'apps/server/src/open-server.ts']) {
      for (const text of taken) expect(broken(path, text)).not.toContain('outside-world')
    }
  })

  test('a given time, and names of one’s own, are none', () => {
    const texts = [
      'const date = (ms: number) => new Date(ms).toISOString()',
      'type Process = { process: string; fetch(): void }',
      'const go = ({ fetch }: { fetch: () => void }) => fetch()',
      'const read = (deps: { random: (bytes: number) => Buffer }) => deps.random(16)',
    ]
    for (const text of texts) expect(broken(feature, text)).toEqual([])
  })
})

test.each([
  'const task = JSON.parse(text) as Task',
  'const task = answer as unknown as Task',
  'const task = <Task>answer',
  'const first = list[0]!',
  'list!.length',
])('a cast is refused: %s', (text) => {
  expect(broken(feature, text)).toEqual(['cast'])
})

test('`as const`, `satisfies` and casts in tests are none', () => {
  expect(broken(feature, "const names = ['a'] as const satisfies readonly string[]")).toEqual([])
  expect(broken('apps/server/src/contracts/a.test.ts', 'const x = y as Z')).toEqual([])
})

test.each([
  '// oxlint-disable-next-line no-console\nconsole.log(1)',
  '/* eslint-disable */',
  'const x = 1 // eslint-disable-line',
  '// @ts-ignore\nconst x: string = 1',
  '// @ts-expect-error it is so\nconst x: string = 1',
  '// @ts-nocheck',
  '// prettier-ignore\nconst x = 1',
  '// oxfmt-ignore\nconst x = 1',
  '/** @public */\nconst x = 1',
  '/* v8 ignore next */\nconst x = 1',
])('a comment that switches a check off is refused, in tests too: %s', (text) => {
  expect(broken(feature, text)).toContain('suppression')
  expect(broken('apps/server/src/contracts/a.test.ts', text)).toContain('suppression')
})

test('a line of a comment has at most 120 characters', () => {
  expect(broken(feature, `// ${'x'.repeat(117)}`)).toEqual([])
  expect(broken(feature, `// ${'x'.repeat(118)}`)).toEqual(['comment-width'])
  expect(broken(feature, `/**\n * Short.\n * ${'长'.repeat(118)}\n */\nconst x = 1`)).toEqual(['comment-width'])
  expect(broken(feature, `  const x = 1 // ${'x'.repeat(120)}`)).toEqual(['comment-width'])
})

test.each([
  'export function send(): void {}',
  'export const limit = 1',
  'export type Task = { id: string }',
  'export class Reader {}',
  '/** Task. */\nexport type Task = { id: string }',
  '// A line that is no doc comment.\nexport const limit = 1',
  '/** Says something of what follows it. */\n\nconst other = 1\nexport const limit = 1',
])('an export without a sentence is refused: %s', (text) => {
  expect(broken(feature, text)).toEqual(['undocumented'])
})

test('an export with a sentence, in Chinese too, and the type of a documented shape pass', () => {
  const shape =
    '/** A party as its page shows it. */\nexport const Party = z.object({})\nexport type Party = z.infer<typeof Party>'
  expect(broken(feature, shape)).toEqual([])
  expect(broken(feature, '/** 合同列表的一行。 */\nexport type Row = { id: string }')).toEqual([])
})

test.each(['const { taskId } = row', 'type Sent = { signerArray: string[] }', 'const draft = { positionArray: [] }'])(
  'a name of the wire is refused behind packages/api: %s',
  (text) => {
    for (const path of [domain, core, platform]) expect(broken(path, text)).toEqual(['wire-word'])
    for (const path of [api, feature]) expect(broken(path, text)).toEqual([])
  },
)

test.each([
  "db.updateTable('contract').set({ subject })",
  "db.insertInto('party').values(rows)",
  "db.deleteFrom('inbox as i')",
  'sql`update quota set surplus = 1`',
  'sql`insert into seal (tenant_id) values (1)`',
  "db.insertInto('unheard_of').values(rows)",
  "for (const table of ['download', 'contact'] as const) db.deleteFrom(table)",
  "const gone = ['contact']\nfor (const table of gone) db.deleteFrom(table)",
  "const table = 'contact'\ndb.deleteFrom(table)",
  'const drop = (table: string) => db.deleteFrom(table)',
])('a table is written by its owner alone: %s', (text) => {
  expect(broken(feature, text)).toEqual(['table-owner'])
})

test('its owner writes a table', () => {
  expect(broken(core, "db.updateTable('contract').set({ subject })")).toEqual([])
  expect(broken('apps/server/src/contacts/planted.ts', "db.insertInto('contact').values(rows)")).toEqual([])
})

test('a table belongs to the folder that declares it', () => {
  const declared =
    "declare module '#src/platform/database/schema.ts' {\n  interface Schema {\n    note: { text: string }\n  }\n}"
  const own = `${declared}\ndb.insertInto('note').values(rows)`
  const foreign = 'apps/server/src/seals/planted.ts'
  expect(broken(feature, own)).toEqual([])
  const files = new Map([
    [feature, own],
    [foreign, "db.deleteFrom('note')"],
  ])
  expect(findBreaches(files, workspaces).map(({ file, rule }) => [file, rule])).toEqual([[foreign, 'table-owner']])
})

test.each([
  "db.updateTable('download').set({ state: 'ready' })",
  "db.updateTable('download').set({ auth_status: isWhole ? 'passAuth' : status })",
])('a state is not written down outside a core: %s', (text) => {
  expect(broken(feature, text)).toContain('literal-state')
})

test('where a message stands is written by what delivers it', () => {
  const written = "db.updateTable('message').set({ state: 'waiting' })"
  expect(broken('apps/server/src/platform/messages/planted.ts', written)).toEqual([])
  expect(broken(feature, written)).toEqual(['literal-state', 'table-owner'])
})

describe('an export that tests alone use', () => {
  const own = '/** How many parties a contract has. */\nexport const parties = 2'
  const testing = "import { parties } from './planted.ts'\nparties.toFixed()"
  const brokenBy = (...others: [path: string, text: string][]) =>
    findBreaches(new Map([[domain, own], ...others]), workspaces).map(({ file, rule }) => `${file} ${rule}`)

  test.each(['planted.test.ts', 'other.test.ts'])('is refused: %s', (name) => {
    expect(brokenBy([domain.replace('planted.ts', name), testing])).toEqual([`${domain} test-only`])
  })

  test('passes when the product uses it too, or its own module does', () => {
    const trial: [string, string] = [domain.replace('.ts', '.test.ts'), testing]
    expect(brokenBy(trial, [domain.replace('planted.ts', 'other.ts'), testing])).toEqual([])
    expect(brokenBy(trial, [domain, `${own}\nparties.toFixed()`])).toEqual([])
  })
})
