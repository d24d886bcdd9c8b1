import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBundle } from '@moqi/evidence/bundle'
import { Evidence } from '@moqi/evidence/evidence'
import { paperRecordOf } from '@moqi/evidence/log-record'
import { dayMs, hourMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freeBlobs } from '#src/platform/blobs/blob-holders.ts'
import { BlobMissing } from '#src/platform/blobs/blob-store.ts'
import {
  approver,
  askableSeal,
  colleagueWith,
  contractFor,
  madeFlow,
  proof,
  sealedPlaces,
} from '#src/testing/approval-scene.ts'
import {
  choices,
  companySigner,
  newcomer,
  ownSignId,
  personSigner,
  type Player,
  player,
  prepared,
  proveWill,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { chen, jing, yunqi } from '#src/testing/demo-cast.ts'
import { asked, handedIn, paperFile, scan, withDemands } from '#src/testing/paper-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let launcher: Player
let wang: Player
let other: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
// Another hour: limits count anew, and sessions have ended.
beforeEach(async () => {
  clock += hourMs
  launcher = await player(server, jing.phone, 'company')
  wang = await player(server, '13800000001', 'person')
  other = await player(server, chen.phone, 'company')
})
afterAll(() => server.close())

const signer = () => ({ ...personSigner(1, '王小明', wang.phone), paperDemandArray: asked })
const papers = async (who: Player, signId: string) => (await server.call('listPapers', { signId }, who)).data
const missing = [422, '请先提交附件：身份证正反面']
const told = ({ code, message }: { code: number | string; message: string }) => [code, message]

test('demands are kept with a draft, copied to one launched again, and refused where they cannot be', async () => {
  const { signId } = await sent(server, launcher, [signer()])
  await server.call('recallTask', { signId }, launcher)
  const again = await server.call('relaunchTask', { signId }, launcher)
  const { data } = await server.call('getDraftInfo', { signId: again.data.signId }, launcher)
  expect(data.signerArray[0]?.paperDemandArray).toEqual([
    { name: '身份证正反面', note: '在有效期内', required: 1 },
    { name: '银行卡', note: null, required: 0 },
  ])
  const twice = { ...signer(), paperDemandArray: [{ name: '银行卡' }, { name: ' 银行卡' }] }
  const draft = { taskName: '附件', fileIdArray: [], signerArray: [twice] }
  expect(told(await server.call('saveDraft', draft, launcher))).toEqual([422, '附件要求的名称重复'])
})

test('nobody signs without what must be handed in; once signed it stays', async () => {
  const { signId, taskId } = await withDemands(server, launcher, wang)
  const before = await server.call('signBeforeCheck', { signId }, wang)
  expect(before.data).toMatchObject({ signBeforeCheck: 1, signBeforeCheckInfo: missing[1] })
  expect(told(await signNow(server, wang, taskId))).toEqual(missing)
  await handedIn(server, wang, { signId, demandNo: 2 })
  clock += 61_000
  expect(told(await signNow(server, wang, taskId))).toEqual(missing)
  const first = await handedIn(server, wang, { signId, demandNo: 1 })
  await server.call('takeBackPaper', { signId, fileId: first }, wang)
  clock += 61_000
  expect(told(await signNow(server, wang, taskId))).toEqual(missing)
  const fileId = await handedIn(server, wang, { signId, demandNo: 1 })
  expect((await papers(wang, signId)).open).toBe(1)
  clock += 61_000
  expect((await signNow(server, wang, taskId)).code).toBe(200)
  expect((await server.call('takeBackPaper', { signId, fileId }, wang)).code).toBe(409)
  const late = await paperFile(server, wang)
  expect((await server.call('handInPaper', { signId, demandNo: 2, fileId: late }, wang)).code).toBe(409)
  expect(await papers(wang, signId)).toMatchObject({ open: 0, paperArray: [{ fileArray: [{ fileId }] }, {}] })
})

test('a paper taken back while one signs leaves no signature without it', async () => {
  const rounds: { signId: string; fileId: string }[] = []
  for (let round = 0; round < 3; round++) {
    const { signId } = await withDemands(server, launcher, wang)
    rounds.push({ signId, fileId: await handedIn(server, wang, { signId, demandNo: 1 }) })
  }
  const authToken = await proveWill(server, wang, ...rounds.map(({ signId }) => signId))
  for (const { signId, fileId } of rounds) {
    const positionArray = await choices(server, wang, signId)
    const answers = await Promise.all([
      server.call('sign', { signId, authToken, positionArray }, wang),
      server.call('takeBackPaper', { signId, fileId }, wang),
    ])
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  }
})

test('what a party hands in, it and the initiator alone see: no other party, copy recipient, colleague or stranger', async () => {
  const company = companySigner(2, '上海嘉禾物业管理有限公司', { name: '陈晨', phone: other.phone })
  const copy = await newcomer(server, '13900000863', '赵敏')
  const colleague = await player(server, '13800000003', 'company')
  const { taskId, signId: launchId } = await sent(server, launcher, [signer(), company], {
    signOrderType: 'disorder',
    ccArray: [{ name: '赵敏', phone: copy.phone }],
  })
  const signId = await ownSignId(server, wang, taskId)
  const fileId = await handedIn(server, wang, { signId, demandNo: 1 })
  for (const [who, handle] of [
    [launcher, launchId],
    [wang, signId],
  ] as const) {
    const { paperArray } = await papers(who, handle)
    expect(paperArray.map(({ signerNo, name, fileArray }) => [signerNo, name, fileArray.length])).toEqual([
      [1, '身份证正反面', 1],
      [1, '银行卡', 0],
    ])
    const content = await server.blob('fileContent', { fileId, signId: handle }, who)
    expect([content.status, content.bytes.equals(scan)]).toEqual([200, true])
    expect((await server.blob('pageImage', { fileId, signId: handle, page: 1 }, who)).status).toBe(200)
    const { data } = await server.call('getSignDetailInfo', { signId: handle }, who)
    expect(data.logArray.map(({ verb }) => verb)).toContain('handIn')
  }
  const otherHandle = await ownSignId(server, other, taskId)
  for (const [who, handle] of [
    [other, otherHandle],
    [copy, await ownSignId(server, copy, taskId)],
  ] as const) {
    const { data } = await server.call('getSignDetailInfo', { signId: handle }, who)
    expect(data.logArray.map(({ verb }) => verb)).not.toContain('handIn')
    expect((await papers(who, handle)).paperArray).toEqual([])
    expect((await server.call('fileContent', { fileId, signId: handle }, who)).code).toBe(404)
  }
  for (const stranger of [other, copy, colleague]) {
    expect((await server.call('listPapers', { signId }, stranger)).code).toBe(404)
    expect((await server.call('fileContent', { fileId, signId }, stranger)).code).toBe(404)
    expect((await server.call('fileContent', { fileId }, stranger)).code).toBe(404)
    expect((await server.call('takeBackPaper', { signId, fileId }, stranger)).code).toBe(404)
  }
  expect((await server.call('handInPaper', { signId: otherHandle, demandNo: 1, fileId }, other)).code).toBe(404)
})

test('only one’s own scan is handed in, for what was asked, five files at most', async () => {
  const { signId } = await withDemands(server, launcher, wang)
  const hand = (fileId: string, demandNo = 1) => server.call('handInPaper', { signId, demandNo, fileId }, wang)
  expect((await hand(await paperFile(server, other))).code).toBe(404)
  const { data: file } = await server.upload('协议.pdf', scan, wang)
  expect((await hand(file.fileId)).code).toBe(404)
  expect((await hand(await paperFile(server, wang), 3)).code).toBe(422)
  const word = readFileSync(join(import.meta.dirname, '../../../../samples', '劳动合同.docx'))
  const refused = await server.upload('说明.docx', word, { ...wang, usage: 'paper' })
  expect(told(refused)).toEqual([422, '仅支持 pdf、jpg、png 格式'])
  for (let n = 0; n < 5; n++) expect((await hand(await paperFile(server, wang))).code).toBe(200)
  expect(told(await hand(await paperFile(server, wang)))).toEqual([422, '每项附件最多提交5个文件'])
})

test('nobody hands in before the turn, and one asked for nothing has nothing to hand in', async () => {
  const first = companySigner(1, '上海嘉禾物业管理有限公司', { name: '陈晨', phone: other.phone })
  const { taskId } = await sent(server, launcher, [first, { ...signer(), signerNo: 2, signOrder: 2 }])
  const signId = await ownSignId(server, wang, taskId)
  expect(await papers(wang, signId)).toMatchObject({ open: 0, paperArray: [{ demandNo: 1 }, { demandNo: 2 }] })
  const fileId = await paperFile(server, wang)
  expect((await server.call('handInPaper', { signId, demandNo: 1, fileId }, wang)).code).toBe(409)
  const draft = await prepared(server, launcher, [first])
  expect((await papers(launcher, draft.signId)).paperArray).toEqual([])
})

test('whoever takes over the turn finds what was handed in, and goes on with it', async () => {
  const first = await colleagueWith(server, launcher, { name: '郑经办', phone: '13900000864', rights: [] })
  const second = await colleagueWith(server, launcher, { name: '冯经办', phone: '13900000865', rights: [] })
  const demanding = { ...companySigner(1, yunqi, first), paperDemandArray: [{ name: '营业执照' }] }
  const { taskId } = await sent(server, launcher, [demanding])
  const signId = await ownSignId(server, first, taskId)
  const fileId = await handedIn(server, first, { signId, demandNo: 1 })
  const colleagues = await server.call('listColleagues', { signId }, first)
  const to = colleagues.data.colleagueArray.find(({ name }) => name === '冯经办')
  const passed = await server.call(
    'transferTask',
    { signId, colleagueId: to?.colleagueId ?? '', reason: '出差在外' },
    first,
  )
  expect(passed.code).toBe(200)
  const successors = await ownSignId(server, second, taskId)
  expect(await papers(second, successors)).toMatchObject({ open: 1, paperArray: [{ fileArray: [{ fileId }] }] })
  expect((await server.call('takeBackPaper', { signId: successors, fileId }, second)).code).toBe(200)
})

test('several contracts signed at once: the one that lacks a paper waits, in its own words', async () => {
  const { signId } = await withDemands(server, launcher, wang)
  const { data } = await server.call('getBatchSignSealInfo', { signIds: [signId] }, wang)
  expect(data.batchSignArray[0]).toMatchObject({
    signBeforeCheck: 0,
    batchNeed: 'papers',
    signBeforeCheckInfo: missing[1],
  })
  const authToken = await proveWill(server, wang, signId)
  const positionArray = await choices(server, wang, signId)
  const signed = await server.call(
    'signBatchProcessPosition',
    { signArray: [{ signId, positionArray }], authToken },
    wang,
  )
  expect(signed.data).toMatchObject({ successNumber: 0, failArray: [{ signId, message: missing[1] }] })
})

test('a seal is not applied for without what must be handed in, and what was handed in stays while others decide', async () => {
  const seat = await approver(server, launcher, '周审批', '13900000861')
  const flowId = await madeFlow(server, launcher, {
    flowName: '附件用印',
    nodes: [{ nodeMode: 'order', memberIdArray: [seat.memberId] }],
  })
  const applicant = await colleagueWith(server, launcher, { name: '吴经办', phone: '13900000862', rights: [] })
  const demanding = { ...companySigner(1, yunqi, applicant), paperDemandArray: [{ name: '营业执照' }] }
  const { taskId } = await sent(server, launcher, [demanding])
  const signId = await ownSignId(server, applicant, taskId)
  const positionArray = await sealedPlaces(server, applicant, signId, await askableSeal(server, applicant))
  const apply = async () => {
    const authToken = await proof(server, applicant, { signIds: [signId] })
    return server.call('signWithProcess', { signId, authToken, flowId, reason: '年度采购', positionArray }, applicant)
  }
  expect(told(await apply())).toEqual([422, '请先提交附件：营业执照'])
  const fileId = await handedIn(server, applicant, { signId, demandNo: 1 })
  clock += 61_000
  const applied = await apply()
  expect(applied.code).toBe(200)
  expect((await server.call('takeBackPaper', { signId, fileId }, applicant)).code).toBe(409)
  const asApprover = { fileId, approveId: applied.data.approveId }
  expect((await server.call('fileContent', asApprover, seat)).code).toBe(404)
  expect((await contractFor(server, launcher, applicant)).signId).not.toBe(signId)
})

test('the log keeps the hashes of what was handed in, which report and bundle tell to everybody, and no file', async () => {
  const { signId, taskId, launchId } = await withDemands(server, launcher, wang)
  const gone = await handedIn(server, wang, { signId, demandNo: 2 })
  await server.call('takeBackPaper', { signId, fileId: gone }, wang)
  await handedIn(server, wang, { signId, demandNo: 1 })
  clock += 61_000
  expect((await signNow(server, wang, taskId)).code).toBe(200)
  clock += 61_000
  const zip = await server.blob('downloadEvidenceBundle', { signId: launchId }, launcher)
  const read = readBundle(zip.bytes)
  if ('problem' in read) throw new Error(read.problem.message)
  const { log } = Evidence.parse(JSON.parse(read.bundle.evidence.toString()))
  const records = log.lines.flatMap((line) => paperRecordOf(line) ?? [])
  const sha256 = createHash('sha256').update(scan).digest('hex')
  expect(records.map((record) => [record.demand, record.sha256])).toEqual([
    ['银行卡', sha256],
    ['银行卡', sha256],
    ['身份证正反面', sha256],
  ])
  expect(read.bundle.files.size).toBe(1)
  const times = async (text: string) => (await server.deps.workshop.findText(read.bundle.report, text, {})).length
  expect(await times('提交的附件')).toBe(1)
  expect(await times('撤下附件')).toBe(1)
})

test('what is taken back is freed', async () => {
  const { signId } = await withDemands(server, launcher, wang)
  const bytes = Buffer.concat([scan, Buffer.from('% taken back\n')])
  const fileId = await paperFile(server, wang, bytes)
  await server.call('handInPaper', { signId, demandNo: 1, fileId }, wang)
  await server.call('takeBackPaper', { signId, fileId }, wang)
  const held = await server.deps.db.directory((directory) =>
    directory.selectFrom('blob_holder').where('holder', '=', fileId).select('sha256').execute(),
  )
  expect(held).toEqual([])
  const name = createHash('sha256').update(bytes).digest('hex')
  expect((await server.deps.blobs.get(name)).equals(bytes)).toBe(true)
  clock = Math.max(clock, Date.now()) + 3 * dayMs
  await freeBlobs(server.deps, { names: [name] })
  await expect(server.deps.blobs.get(name)).rejects.toThrow(BlobMissing)
})
