import { checkExport } from '@moqi/evidence/export/check-export'
import { Refusal } from '@moqi/domain/refusal'
import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { issueBundle } from '#src/evidence/issue-bundle.ts'
import { BlobDamaged } from '#src/platform/blobs/blob-store.ts'
import { wrongCode } from '#src/testing/codes.ts'
import { personSigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { exported, linkTo, newestExport, ordered, ownCode } from '#src/testing/export-scene.ts'
import { messagesTo } from '#src/testing/messages.ts'
import { arrangedArchive } from '#src/testing/filing-scene.ts'
import { sampleFile } from '#src/testing/sample-file.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { addPapers } from './add-papers.ts'
import { buildExport } from './build-export.ts'
import { dropExport } from './drop-export.ts'
import type { Piece } from './export-pieces.ts'
import { setExport } from './export-rows.ts'
import type { MakeBundle } from './pack-contracts.ts'

let server: TestServer
let now = Date.UTC(2026, 10, 20, 2)
let owner: Player
let operator: Player
let stranger: Player
let wang: Player
/** A contract from paper. */
let filingId: string

async function signIn() {
  owner = await player(server, '13800000002', 'company')
  operator = await player(server, '13800000003', 'company')
  stranger = await player(server, '13800000004', 'company')
  wang = await player(server, '13800000001', 'person')
}

beforeAll(async () => {
  server = await testServer({ now: () => now })
  await signIn()
  for (const subject of ['采购合同', '租赁合同（2026）', '保密协议']) {
    const made = await sent(server, owner, [personSigner(1, '王小明', wang.phone)], { taskName: subject })
    await signNow(server, wang, made.taskId)
  }
  await sent(server, owner, [personSigner(1, '王小明', wang.phone)], { taskName: '还没有签完' })
  filingId = (await arrangedArchive(server, owner)).filingId
})
beforeEach(() => {
  now += 61_000
})
afterAll(() => server.close())

const archiveOf = async (exportId: string, headers: Record<string, string> = {}) =>
  server.blob('downloadCompanyExport', { link: await linkTo(server, owner, exportId) }, { headers })

async function verified(bytes: Buffer) {
  const trust = { roots: server.deps.authority.roots, now: new Date(now) }
  return checkExport(async (at, length) => bytes.subarray(at, at + length), bytes.length, trust)
}

/** An export that is listed and not begun, which no job works on. */
async function unbegun() {
  const exportId = await ordered(server, owner)
  const place = { tenantId: owner.tenantId, exportId }
  await exported(server, owner)
  await server.deps.db.write(owner.tenantId, async (tx) => {
    await tx.deleteFrom('export_piece').where('export_id', '=', exportId).execute()
    const none = { stage: 'count', packed: 0, checked: 0, size: 0, etag: null, finished_at: null } as const
    await setExport(tx, place, { ...none, state: 'running', kept_until: null })
  })
  return place
}

test('the export needs a code, and only an administrator of the company may ask for it', async () => {
  const smsCode = await ownCode(server, owner, 'export')
  const wrong = await server.call('orderCompanyExport', { smsCode: wrongCode(smsCode) }, owner)
  expect(wrong.data.reason).toBe('account/code-wrong')
  for (const who of [operator, wang]) {
    expect((await server.call('orderCompanyExport', { smsCode }, who)).status).toBe(403)
    expect((await server.call('listCompanyExport', {}, who)).status).toBe(403)
  }
  expect((await server.call('listCompanyExport', {}, owner)).data).toMatchObject({ exportArray: [], taskNumber: 3 })
})

test('everything the company has comes in one archive, which verifies without us down to each contract', async () => {
  const exportId = await ordered(server, owner)
  const again = await server.call('orderCompanyExport', { smsCode: '000000' }, owner)
  expect(again.message).toBe('已有一个未结束的导出，请等待完成或先取消')
  const done = await exported(server, owner)
  expect(done).toMatchObject({ taskNumber: 3, packedNumber: 3, checkedNumber: 3, leftOutNumber: 0 })
  expect(done.keptUntil).toBe((done.finishTime ?? 0) + 14 * dayMs)
  const whole = await archiveOf(exportId)
  expect([whole.status, whole.bytes.length]).toEqual([200, done.size])
  expect(whole.headers['content-disposition']).toContain(encodeURIComponent(done.fileName))
  const found = await verified(whole.bytes)
  expect(found).toMatchObject({
    verdict: 'valid',
    problems: [],
    contracts: { checked: 3, valid: 3 },
    company: { name: '杭州云启科技有限公司' },
  })
  const names = whole.bytes.toString('latin1')
  for (const name of ['contracts', 'filings', 'members', 'seals', 'uses', 'quota', 'memberlog', 'seallog']) {
    expect(names).toContain(`tables/${name}-001.csv`)
  }
  // What was not signed here lies there as it came, and in the table that says so.
  const paper = sampleFile('保密协议.pdf')
  const inside = whole.bytes.toString('utf8')
  expect([inside.includes(`papers/${filingId}-租赁合同.pdf`), whole.bytes.includes(paper)]).toEqual([true, true])
  expect(inside).toContain(`${filingId},`)
  expect(inside).toContain('导入，非本平台签署')
  const told = await server.call('listMessage', {}, owner)
  expect(told.data.messageArray.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      '李静开始导出杭州云启科技有限公司的全部合同与证据。如非授权操作，请立即在企业管理后台取消',
      expect.stringMatching(/^杭州云启科技有限公司的3份合同与证据已导出，请于\d{4}-\d\d-\d\d前在企业管理后台下载$/),
    ]),
  )
  const { data: log } = await server.call('listMemberLog', {}, owner)
  expect(log.logArray.map(({ label }) => label)).toEqual(expect.arrayContaining(['开始数据导出', '取得导出包下载链接']))
  expect(await messagesTo(server, owner.phone, 'export')).not.toEqual([])
})

test('a byte that changes anywhere in the archive is found', async () => {
  const { exportId } = await newestExport(server, owner)
  const { bytes } = await archiveOf(exportId)
  for (const mark of ['report.pdf', `papers/${filingId}`, 'tables/members', 'README.txt', '"moqi export 1"']) {
    const changed = Buffer.from(bytes)
    const at = changed.indexOf(mark) + mark.length + 40
    changed[at] = (changed[at] ?? 0) ^ 1
    const found = await verified(changed)
    expect([mark, found.verdict, found.problems.length > 0]).toEqual([mark, 'invalid', true])
  }
  const longer = await verified(Buffer.concat([bytes.subarray(0, -22), Buffer.alloc(10), bytes.subarray(-22)]))
  expect(longer.problems.map(({ code }) => code)).toEqual(['bundle-loose'])
})

test('a contract from paper whose bytes are damaged stops no export, and is told in its place', async () => {
  const added: Piece[] = []
  const damaged = {
    ...server.deps.blobs,
    get: async () => {
      throw new BlobDamaged('changed on disk')
    },
  }
  const add = async (piece: Piece) => added.push(piece) > 0
  const place = { tenantId: owner.tenantId, exportId: server.deps.newId() }
  expect(await addPapers({ ...server.deps, blobs: damaged }, place, add)).toBe(true)
  const paths = added.flatMap(({ files }) => files.map(({ path }) => path))
  expect(paths).toEqual([`papers/${filingId}-租赁合同.txt`])
  expect(added[0]?.bytes.toString('utf8')).toContain('已损坏或丢失')
  expect(await addPapers(server.deps, place, async () => false)).toBe(false)
})

test('a download that broke off goes on where it was, and begins anew when the archive is another one', async () => {
  const { exportId, size } = await newestExport(server, owner)
  const whole = await archiveOf(exportId)
  const etag = String(whole.headers.etag)
  const half = Math.floor(size / 2)
  const [head, tail] = [
    await archiveOf(exportId, { range: `bytes=0-${half - 1}` }),
    await archiveOf(exportId, { range: `bytes=${half}-`, 'if-range': etag }),
  ]
  expect([head.status, tail.status, tail.headers['content-range']]).toEqual([
    206,
    206,
    `bytes ${half}-${size - 1}/${size}`,
  ])
  expect(Buffer.concat([head.bytes, tail.bytes]).equals(whole.bytes)).toBe(true)
  for (const [first, last] of [
    [0, 0],
    [size - 1, size - 1],
    [100, 70_000],
  ] as const) {
    const part = await archiveOf(exportId, { range: `bytes=${first}-${last}` })
    expect(part.bytes.equals(whole.bytes.subarray(first, last + 1))).toBe(true)
  }
  const other = await archiveOf(exportId, { range: `bytes=${half}-`, 'if-range': '"other"' })
  expect([other.status, other.bytes.length]).toEqual([200, size])
  expect((await archiveOf(exportId, { range: `bytes=${size}-` })).status).toBe(416)
  expect((await archiveOf(exportId, { 'if-none-match': etag })).status).toBe(304)
})

test('a link opens one archive for a day, and nothing to whom made it up', async () => {
  const { exportId } = await newestExport(server, owner)
  const link = await linkTo(server, owner, exportId)
  const take = async (text: string) => (await server.blob('downloadCompanyExport', { link: text })).status
  const answered = async (text: string) =>
    JSON.parse((await server.blob('downloadCompanyExport', { link: text })).bytes.toString()).data.reason
  expect(await take(link)).toBe(200)
  const [tenantId = '', , accountId = '', time = '', mac = ''] = link.split('.')
  const forged = [
    [stranger.tenantId, exportId, accountId, time, mac].join('.'),
    [tenantId, exportId, accountId, String(Number(time) + 1), mac].join('.'),
    'x',
  ]
  for (const text of forged) expect(await answered(text)).toBe('export/not-found')
  for (const act of ['getCompanyExportLink', 'steerCompanyExport'] as const) {
    const input = { exportId, exportAct: 'cancel' as const }
    expect((await server.call(act, input, stranger)).data.reason).toBe('export/not-found')
    expect((await server.call(act, input, operator)).status).toBe(403)
  }
  now += dayMs
  expect(await answered(link)).toBe('export/not-found')
  await signIn()
})

test('work that was cut off goes on where it was: no contract is packed twice', async () => {
  const place = await unbegun()
  const made: string[] = []
  const packing =
    (most: number): MakeBundle =>
    async (deps, applicant, entry) => {
      if (made.length >= most) throw new Refusal('service/unavailable')
      made.push(entry.contractId)
      return issueBundle(deps, applicant, entry)
    }
  await expect(buildExport(server.deps, place, packing(2))).rejects.toThrow(Refusal)
  await vi.waitFor(async () => expect((await newestExport(server, owner)).packedNumber).toBe(2), { timeout: 20_000 })
  await buildExport(server.deps, place, packing(99))
  expect([made.length, new Set(made).size]).toEqual([3, 3])
  const { exportId } = await exported(server, owner)
  expect(await verified((await archiveOf(exportId)).bytes)).toMatchObject({ verdict: 'valid', problems: [] })
})

test('a contract that cannot be read is left out, and page, manifest and verification say so', async () => {
  const place = await unbegun()
  let bad = ''
  await buildExport(server.deps, place, async (deps, applicant, entry) => {
    bad ||= entry.contractId
    if (entry.contractId === bad) throw new Error('its document is damaged')
    return issueBundle(deps, applicant, entry)
  })
  expect(await exported(server, owner)).toMatchObject({ taskNumber: 3, packedNumber: 2, leftOutNumber: 1 })
  const found = await verified((await archiveOf(place.exportId)).bytes)
  expect([found.verdict, found.problems.map(({ code }) => code)]).toEqual(['indeterminate', ['export-left-out']])
})

test('what was packed and has changed since is packed anew', async () => {
  const place = await unbegun()
  let wasDamaged = false
  const blobs = {
    ...server.deps.blobs,
    get: async (sha256: string) => {
      const bytes = await server.deps.blobs.get(sha256)
      if (wasDamaged || !bytes.subarray(30).toString('latin1').startsWith('contracts/')) return bytes
      wasDamaged = true
      throw new BlobDamaged(`blob ${sha256} has changed on disk`)
    },
  }
  await buildExport({ ...server.deps, blobs }, place, issueBundle)
  expect(wasDamaged).toBe(true)
  expect(await exported(server, owner)).toMatchObject({ packedNumber: 3, checkedNumber: 3, leftOutNumber: 0 })
  const { bytes } = await archiveOf(place.exportId)
  expect(await verified(bytes)).toMatchObject({ verdict: 'valid', contracts: { checked: 3, valid: 3 } })
})

test('a cancelled or outdated archive is gone, its line stays, and a link to it opens nothing', async () => {
  const { exportId } = await newestExport(server, owner)
  const link = await linkTo(server, owner, exportId)
  now += 14 * dayMs
  await signIn()
  await dropExport(server.deps, { tenantId: owner.tenantId, exportId })
  expect(await newestExport(server, owner)).toMatchObject({ exportId, exportState: 'expired', keptUntil: null })
  const pieces = await server.deps.db.read(owner.tenantId, (tenant) =>
    tenant.selectFrom('export_piece').where('export_id', '=', exportId).select('piece_no').execute(),
  )
  expect(pieces).toEqual([])
  expect(JSON.parse((await server.blob('downloadCompanyExport', { link })).bytes.toString()).code).toBe(404)
  const next = await ordered(server, owner)
  await server.call('steerCompanyExport', { exportId: next, exportAct: 'pause' }, owner)
  const cancelled = await server.call('steerCompanyExport', { exportId: next, exportAct: 'cancel' }, owner)
  expect(cancelled.data.exportState).toBe('cancelled')
  const late = await server.call('steerCompanyExport', { exportId: next, exportAct: 'resume' }, owner)
  expect(late.message).toBe('导出状态已变更，请刷新后重试')
})
