import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { file } from '@moqi/api/file'
import { unzipSync, zipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOffice } from '#src/platform/converter/open-office.ts'
import { type Actor, openSideServer, type SideServer } from '#src/testing/side-server.ts'

const samples = new URL('../../../../samples/', import.meta.url)
const sample = readFileSync(new URL('保密协议.pdf', samples))
const sha256 = (bytes: Buffer) => hash('sha256', bytes, 'hex')
const { uploadFile: upload, fileContent: content, pageImage: image } = file

let server: SideServer
let owner: Actor
let fileId: string

beforeAll(async () => {
  server = await openSideServer()
  owner = await server.person('王小明')
  fileId = (await uploaded(owner, '保密协议.pdf', sample)).data.fileId
})
afterAll(() => server.close())

async function uploaded(as: Actor, name: string, bytes: Buffer, fields: Record<string, string> = {}) {
  return (await server.ask('POST', upload.path, { as, upload: { name, bytes, fields } })).json()
}

test.each(['certificate', 'x'])('a file for what nothing reads (%s) is not taken (C86)', async (usage) => {
  const { code } = await uploaded(owner, '章.pdf', sample, { usage })
  expect(code).toBe(400)
})

const contentUrl = (id: string, signId?: string) =>
  `${content.path}?fileId=${id}${signId === undefined ? '' : `&signId=${signId}`}`

type State = 'draft' | 'signing' | 'deleted'

/** A contract of `owner` with the uploaded file, in the given state; answers its id. */
async function contractWith(state: State, entries: { actor: Actor; signId: string; initiator: boolean }[]) {
  const contractId = server.deps.newId()
  const place = { tenant_id: owner.tenantId, contract_id: contractId }
  await server.deps.db.write(owner.tenantId, async (tx) => {
    await sql`insert into contract (tenant_id, contract_id, contract_no, subject, kind, state, void_state,
      sign_order_type, initiator_account_id, initiator_sign_id, initiator_name, version, created_at)
      values (${owner.tenantId}, ${contractId}, ${contractId}, '合同', 'normal', ${state}, 'none', 'disorder',
      ${owner.accountId}, 'x', '王小明', 1, 0)`.execute(tx)
    await tx
      .insertInto('contract_file')
      .values({ ...place, position: 0, file_id: fileId })
      .execute()
  })
  for (const { actor, signId, initiator } of entries) {
    await server.deps.db.write(actor.tenantId, (tx) =>
      tx
        .insertInto('entry')
        .values({
          tenant_id: actor.tenantId,
          sign_id: signId,
          account_id: actor.accountId,
          home_tenant_id: owner.tenantId,
          contract_id: contractId,
          party_no: initiator ? null : 1,
          is_initiator: initiator,
        })
        .execute(),
    )
  }
  return contractId
}

/** Makes the document stand as these pieces, the first being its base; answers the whole. */
async function stand(contractId: string, pieces: [Buffer, ...Buffer[]]) {
  const { blobs, db } = server.deps
  const key = { tenant_id: owner.tenantId, contract_id: contractId, file_id: fileId }
  const base = await blobs.put(pieces[0])
  const whole = Buffer.concat(pieces)
  const sha = sha256(whole)
  await db.write(owner.tenantId, async (tx) => {
    for (const table of ['document_layout', 'document_head', 'document_revision'] as const)
      await tx.deleteFrom(table).where('contract_id', '=', contractId).execute()
    await tx
      .insertInto('document_layout')
      .values({ ...key, base_sha256: base, base_length: pieces[0].length, layout: '{}', frozen_sha256: sha })
      .execute()
    let start = pieces[0].length
    for (const [index, piece] of pieces.slice(1).entries()) {
      const row = { revision: index, sha256: sha256(piece), start, length: piece.length, bytes: piece }
      await tx
        .insertInto('document_revision')
        .values({ ...key, ...row, party_no: null, created_at: 0 })
        .execute()
      start += piece.length
    }
    const head = { sha256: sha, length: whole.length, revision: pieces.length - 2, head: '{}' }
    await tx
      .insertInto('document_head')
      .values({ ...key, ...head })
      .execute()
  })
  return whole
}

test('An upload answers its description, and its bytes come back unchanged', async () => {
  const { code, data } = await uploaded(owner, '../../..\\合同\u202e一号.PDF', sample)
  expect(code).toBe(200)
  expect(data).toMatchObject({ fileName: '合同一号.pdf', fileSize: sample.length, sha256: sha256(sample) })
  expect(data.sourceKind).toBeUndefined()
  expect(data.pageCount).toBe(data.pageArray.length)
  expect(data.pageArray[0]).toEqual({ width: expect.closeTo(210, 0), height: expect.closeTo(297, 0) })
  const answer = await server.ask('GET', data.fileUrl, { as: owner })
  expect(answer.rawPayload.equals(sample)).toBe(true)
  expect(answer.headers.etag).toBe(`"${sha256(sample)}"`)
})

test('An upload needs a session, an authenticated space, and a file of a known kind of at most 20 MB', async () => {
  expect((await server.ask('POST', upload.path, { upload: { name: 'a.pdf', bytes: sample } })).statusCode).toBe(401)
  const stranger = await server.person('', 'notAuth')
  expect((await uploaded(stranger, 'a.pdf', sample)).data.reason).toBe('space/not-authenticated')
  const text = await uploaded(owner, 'a.pdf', Buffer.from('合同'))
  const sentence = '仅支持 pdf、doc、docx、jpg、jpeg、png 格式，请另存为PDF后重试'
  expect(text).toMatchObject({ code: 422, message: sentence, data: { reason: 'file/type' } })
  const large = Buffer.concat([sample, Buffer.alloc(20 * 1024 * 1024)])
  expect((await uploaded(owner, 'a.pdf', large)).message).toBe('文件大小不能超过20MB')
})

const intake = new URL('intake/', samples)
/** What each difficult file comes to: the refusal, or the warnings it is taken with. */
const outcomes: Record<string, string | string[]> = {
  'XFA表单.pdf': 'file/dynamic-form',
  '不是PDF.pdf': 'file/type',
  '交叉引用损坏.pdf': ['文件已修复，请核对页面内容'],
  '加密-仅所有者口令.pdf': 'file/restricted',
  '加密-用户口令.pdf': 'file/encrypted',
  '含脚本.pdf': ['文件中的脚本、自动动作或内嵌附件已移除，请核对页面内容'],
  '字体未嵌入.pdf': ['以下字体未嵌入，已嵌入替代字体，请核对页面内容：STSong-Light、SimSun'],
  '尾部垃圾.pdf': ['文件已修复，请核对页面内容'],
  '带表单.pdf': ['文件中的表单已按当前内容固定，签署后不可再填写'],
  '截断.pdf': 'file/damaged',
  '旋转页.pdf': ['文件各页尺寸不一致，请核对每页的签署位置'],
  '空文件.pdf': 'file/damaged',
  '线性化.pdf': [],
  '解压炸弹.pdf': 'file/too-complex',
}
test.each(readdirSync(intake))('%s is taken or refused, with a sentence', async (name) => {
  const { code, message, data } = await uploaded(owner, name, readFileSync(new URL(name, intake)))
  expect({ [name]: code === 200 ? data.warningArray : data.reason }).toEqual({ [name]: outcomes[name] })
  const sentences = code === 200 ? data.warningArray : [message]
  expect(sentences.filter((sentence: string) => !/[\u4e00-\u9fff]{4,}/.test(sentence))).toEqual([])
})

test('A scan becomes a PDF page of its name, and what came stays described by its hash', async () => {
  const scan = readFileSync(new URL('扫描件.jpg', samples))
  const { data } = await uploaded(owner, '扫描件.JPG', scan)
  expect(data).toMatchObject({ fileName: '扫描件.pdf', sourceKind: 'jpeg', pageCount: 1, sha256: sha256(scan) })
  expect(data.warningArray).toEqual(['图片已转换为A4页面，请预览核对内容'])
  const kept = (await server.ask('GET', data.fileUrl, { as: owner })).rawPayload
  expect([kept.subarray(0, 5).toString(), kept.includes(scan)]).toEqual(['%PDF-', true])
})

test.skipIf(findOffice() === null)(
  'A Word document is converted, whatever its name says (needs LibreOffice)',
  async () => {
    const word = readFileSync(new URL('劳动合同.docx', samples))
    const { data } = await uploaded(owner, '劳动合同.pdf', word)
    expect(data).toMatchObject({ fileName: '劳动合同.pdf', sourceKind: 'docx', sha256: sha256(word) })
    expect(data.warningArray[0]).toBe(`文件已转换为PDF，共${data.pageCount}页，请预览核对内容`)
    const kept = (await server.ask('GET', data.fileUrl, { as: owner })).rawPayload
    expect(kept.subarray(0, 5).toString()).toBe('%PDF-')
  },
)

test.skipIf(findOffice() === null)('A page count that conversion changed is told (needs LibreOffice)', async () => {
  const parts = unzipSync(readFileSync(new URL('劳动合同.docx', samples)))
  const properties = Buffer.from('<Properties><Pages>40</Pages></Properties>')
  const word = Buffer.from(zipSync({ ...parts, 'docProps/app.xml': new Uint8Array(properties) }))
  const { data } = await uploaded(owner, '劳动合同.docx', word)
  expect(data.warningArray).toContain(`原文件40页，转换后${data.pageCount}页，请逐页核对内容`)
})

test('A form is kept read-only where the sender chooses so', async () => {
  const form = readFileSync(new URL('带表单.pdf', intake))
  const { data } = await uploaded(owner, 'a.pdf', form, { formMode: 'keep' })
  expect(data).toMatchObject({ formMode: 'keep', warningArray: ['文件中的表单已保留为只读，签署后不可再填写'] })
  expect((await uploaded(owner, 'a.pdf', form)).data.formMode).toBe('flatten')
})

test('A repaired upload is answered as its signable copy, and described by the hash of what came', async () => {
  const broken = readFileSync(new URL('交叉引用损坏.pdf', intake))
  const { data } = await uploaded(owner, '损坏.pdf', broken)
  expect(data.sha256).toBe(sha256(broken))
  const kept = (await server.ask('GET', data.fileUrl, { as: owner })).rawPayload
  expect(kept.equals(broken)).toBe(false)
  expect(kept.subarray(0, 5).toString()).toBe('%PDF-')
})

test('Nobody but the uploader reads an upload, and one answer covers every way of not reading it', async () => {
  const other = await server.person('李静')
  const company = await server.company('杭州墨海科技有限公司', owner)
  const colleague = await server.operator(company, other)
  const companyFile = (await uploaded(company, '报价.pdf', sample)).data.fileId
  expect((await server.ask('GET', contentUrl(fileId))).statusCode).toBe(401)
  const questions: [Actor, string][] = [
    [other, contentUrl(fileId)],
    [company, contentUrl(fileId)],
    [colleague, contentUrl(companyFile)],
    [owner, contentUrl(server.deps.newId())],
    [owner, contentUrl('no-uuid')],
    [other, `${image.path}?fileId=${fileId}&page=1`],
    [owner, `${image.path}?fileId=${fileId}&page=400`],
  ]
  for (const [as, url] of questions) {
    const answer = (await server.ask('GET', url, { as })).json()
    expect(answer).toMatchObject({ code: 404, message: '文件不存在或无权查看' })
  }
})

test('A party reads the contract file with the own entry only, and a draft is the initiator’s alone', async () => {
  const [party, other] = [await server.person('张伟'), await server.person('陈晨')]
  const entries = (mark: string) => [
    { actor: owner, signId: `own-${mark}`, initiator: true },
    { actor: party, signId: `party-${mark}`, initiator: false },
  ]
  await contractWith('draft', entries('draft'))
  await contractWith('signing', entries('signing'))
  await contractWith('deleted', entries('deleted'))
  const reads = async (as: Actor, signId: string) =>
    (await server.ask('GET', contentUrl(fileId, signId), { as })).rawPayload.equals(sample)
  expect(await reads(party, 'party-signing')).toBe(true)
  expect(await reads(owner, 'own-signing')).toBe(true)
  expect(await reads(owner, 'own-draft')).toBe(true)
  expect(await reads(party, 'party-draft')).toBe(false)
  expect(await reads(owner, 'own-deleted')).toBe(false)
  expect(await reads(other, 'party-signing')).toBe(false)
  expect(await reads(party, 'own-signing')).toBe(false)
  const foreign = (await uploaded(other, 'b.pdf', sample)).data.fileId
  const answer = await server.ask('GET', contentUrl(foreign, 'party-signing'), { as: party })
  expect(answer.json().data.reason).toBe('file/not-found')
})

test('Ranges are answered from the standing revision, and a new revision is never hidden by the old one', async () => {
  const contractId = await contractWith('signing', [{ actor: owner, signId: 'ranges', initiator: true }])
  const increments = [Buffer.from('%one increment\n'), Buffer.from('%another increment\n')]
  const url = contentUrl(fileId, 'ranges')
  const first = await stand(contractId, [sample, increments[0] ?? sample])
  const etag = (await server.ask('GET', url, { as: owner })).headers.etag
  expect(etag).toBe(`"${sha256(first)}"`)
  const tail = await server.ask('GET', url, { as: owner, headers: { range: 'bytes=-5' } })
  expect([tail.statusCode, tail.headers['content-range'], tail.payload]).toEqual([
    206,
    `bytes ${first.length - 5}-${first.length - 1}/${first.length}`,
    'ment\n',
  ])
  const past = await server.ask('GET', url, { as: owner, headers: { range: `bytes=${first.length}-` } })
  expect(past.statusCode).toBe(416)
  const second = await stand(contractId, [sample, ...increments])
  const asked = { as: owner, headers: { range: 'bytes=-9', 'if-range': String(etag) } }
  expect((await server.ask('GET', url, asked)).rawPayload.equals(second)).toBe(true)
  const again = await server.ask('GET', url, { as: owner, headers: { 'if-none-match': `"${sha256(second)}"` } })
  expect(again.statusCode).toBe(304)
})

test('A document whose pieces do not make its head’s hash is not answered', async () => {
  const contractId = await contractWith('signing', [{ actor: owner, signId: 'torn', initiator: true }])
  await stand(contractId, [sample, Buffer.from('%increment')])
  await server.deps.db.write(owner.tenantId, (tx) =>
    tx
      .updateTable('document_head')
      .set({ sha256: '0'.repeat(64) })
      .where('contract_id', '=', contractId)
      .execute(),
  )
  const answer = await server.ask('GET', contentUrl(fileId, 'torn'), { as: owner })
  expect([answer.statusCode, answer.json().message]).toEqual([
    503,
    '文件已损坏或丢失，平台正在恢复，请稍后再试或联系客服',
  ])
})

test('A keyword is found in one’s own upload, the last occurrence first, and in nobody else’s', async () => {
  const search = (as: Actor, question: object) => server.ask('POST', file.searchKeyword.path, { as, json: question })
  const last = (await search(owner, { fileId, keyword: '签署日期' })).json().data
  const first = (await search(owner, { fileId, keyword: '签署日期', order: 'first' })).json().data
  expect([last.total, last.match.page, first.match.page]).toEqual([2, 4, 4])
  expect(first.match.boxArray[0].x).toBeLessThan(last.match.boxArray[0].x)
  const third = (await search(owner, { fileId, keyword: '签署日期', index: 3 })).json().data
  expect(third).toEqual({ total: 2, match: null })
  const totalOf = async (question: object) => (await search(owner, { fileId, ...question })).json().data.total
  const part = '日期'
  expect(await totalOf({ keyword: part })).toBeGreaterThan(0)
  expect(await totalOf({ keyword: part, wholeWord: true })).toBe(0)
  expect(await totalOf({ keyword: `^${part}^`, wholeWord: true })).toBe(0)
  const { y } = first.match.boxArray[0]
  expect(await totalOf({ keyword: '签署日期', from: { page: 4, y } })).toBe(2)
  expect(await totalOf({ keyword: '签署日期', from: { page: 4, y: y + 1 } })).toBe(0)
  expect(await totalOf({ keyword: '签署日期', from: { page: 5 } })).toBe(0)
  const other = await server.person('赵六')
  expect((await search(other, { fileId, keyword: '签署日期' })).json().data.reason).toBe('file/not-found')
})

test('A contract’s first page is had by the entry alone, without the file’s name, by its parties only', async () => {
  const [party, other] = [await server.person('孙芳'), await server.person('周强')]
  await contractWith('signing', [{ actor: party, signId: 'first-page', initiator: false }])
  const picture = (as: Actor, query: string) => server.ask('GET', `${image.path}?${query}&page=1&width=300`, { as })
  const [unnamed, named] = [
    await picture(party, 'signId=first-page'),
    await picture(party, `signId=first-page&fileId=${fileId}`),
  ]
  expect(unnamed.headers['content-type']).toBe('image/png')
  expect(unnamed.rawPayload.equals(named.rawPayload)).toBe(true)
  for (const [as, query] of [
    [other, 'signId=first-page'],
    [party, 'signId=no-entry'],
    [party, ''],
  ] as const)
    expect((await picture(as, query)).json()).toMatchObject({ code: 404, message: '文件不存在或无权查看' })
})

test('A page picture is a PNG of the asked width', async () => {
  const answer = await server.ask('GET', `${image.path}?fileId=${fileId}&page=1&width=400`, { as: owner })
  expect(answer.headers['content-type']).toBe('image/png')
  expect(answer.rawPayload.readUInt32BE(16)).toBe(400)
  const wide = await server.ask('GET', `${image.path}?fileId=${fileId}&page=1&width=9000`, { as: owner })
  expect(wide.statusCode).toBe(400)
})
