import { dayMs } from '@moqi/domain/time/civil-date'
import { hash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expireContract } from '#src/contracts/close-contract.ts'
import { byJob } from '#src/cores/contract/contract-job.ts'
import {
  companySigner,
  newcomer,
  ownSignId,
  personSigner,
  type Player,
  player,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { jing, yunqi } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { preparedAgreement, sentAgreement, writtenAgreement } from '#src/testing/void-scene.ts'

const changed = '合同状态已变更，请刷新后重试'
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let launcher: Player
let wang: Player
/** A finished contract of the launcher's company and 王小明: both sides' handles. */
let origin: { signId: string; taskId: string; theirs: string }

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

/** On a day of its own, since codes are counted by the day. */
async function finished(): Promise<typeof origin> {
  clock += 25 * 3_600_000
  launcher = await player(server, '13800000002', 'company')
  wang = await player(server, '13800000001', 'person')
  const parties = [companySigner(1, yunqi, jing), personSigner(2, '王小明', wang.phone)]
  const { signId, taskId } = await sent(server, launcher, parties)
  const theirs = await ownSignId(server, wang, taskId)
  await signNow(server, launcher, taskId)
  await signNow(server, wang, taskId)
  return { signId, taskId, theirs }
}

const detail = async (who: Player, signId: string) => (await server.call('getSignDetailInfo', { signId }, who)).data
const stateOf = async () => {
  const { taskStatus, tagArray, operationArray } = await detail(launcher, origin.signId)
  return [taskStatus, ...tagArray, operationArray.includes('void') ? 'may be voided' : 'may not be voided']
}
const expectNormal = async () => expect(await stateOf()).toEqual(['finish', 'may be voided'])
const surplus = async () =>
  server.deps.db.read(launcher.tenantId, async (db) =>
    db.selectFrom('quota_entry').where('tenant_id', '=', launcher.tenantId).selectAll().execute(),
  )

describe('the draft of an agreement', () => {
  beforeAll(async () => {
    origin = await finished()
  })

  test('is made once, however often the contract is voided, and leaves the contract as it is', async () => {
    const asked = await Promise.all(
      [1, 2, 3, 4].map(() => server.call('voidTask', { signId: origin.signId }, launcher)),
    )
    expect(asked.map(({ code }) => code)).toEqual([200, 200, 200, 200])
    expect(new Set(asked.map(({ data }) => data.taskId)).size).toBe(1)
    await expectNormal()
    expect((await detail(launcher, origin.signId)).relieveSignId).toBeNull()
  })

  test('knows what it voids, whom it asks, and ends in seven days', async () => {
    const { data } = await server.call('voidTask', { signId: origin.signId }, launcher)
    const info = (await server.call('getRelieveInfo', { signId: data.signId }, launcher)).data
    expect(info.originSignId).toBe(origin.signId)
    expect([info.originTaskName, info.status]).toEqual(['测试合同', 'draft'])
    expect(info.signerArray.map(({ signerName, companyName }) => [signerName, companyName])).toEqual([
      ['李静', yunqi],
      ['王小明', null],
    ])
    expect(info.replaceableArray).toEqual([1])
    expect(info.fileArray.map(({ fileName }) => fileName)).toEqual(['保密协议.pdf'])
    const days = ((info.signExpireTime ?? 0) - server.deps.now()) / dayMs
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThan(8)
  })

  test('is nobody else’s: the other party, a colleague and a stranger are refused', async () => {
    const { data } = await server.call('voidTask', { signId: origin.signId }, launcher)
    const colleague = await player(server, '13800000003', 'company')
    const stranger = await player(server, '13800000004', 'company')
    const byOther = await server.call('voidTask', { signId: origin.theirs }, wang)
    expect(byOther.message).toBe('仅发起人可作废')
    for (const who of [colleague, stranger, wang]) {
      expect((await server.call('voidTask', { signId: origin.signId }, who)).code).toBe(404)
      expect((await server.call('getRelieveInfo', { signId: data.signId }, who)).code).toBe(404)
      expect((await server.call('getSignFileImgArrayRelieve', { signId: data.signId }, who)).code).toBe(404)
      const written = { signId: data.signId, version: 1, ...writtenAgreement(server.deps.now() + dayMs) }
      expect((await server.call('saveTaskRelieve', written, who)).code).toBe(404)
    }
  })

  test('keeps what was written, typesets it with a place for everybody, and waits to be sent', async () => {
    const { signId } = await preparedAgreement(server, launcher, origin.signId)
    const info = (await server.call('getRelieveInfo', { signId }, launcher)).data
    expect([info.status, info.retainedTerms]).toEqual(['waitSend', '原合同第九条（保密）继续有效。'])
    const own = await detail(launcher, signId)
    expect(own.fileArray.map(({ fileName, pageCount }) => [fileName, pageCount])).toEqual([['合同作废协议.pdf', 1]])
    const bytes = await fileBytes(launcher, own.fileArray[0]?.fileUrl ?? '')
    const text = await server.deps.workshop.readText(bytes, 10_000)
    const flat = text.replaceAll(/\s/g, '')
    expect(flat).toContain('自各方签署完成之日起，原合同作废。')
    // An archive time-stamp may have come since: the bytes it was written of are still the file's first.
    const original = await fileBytes(launcher, info.fileArray[0]?.fileUrl ?? '')
    const size = Number(/([\d,]+)字节/.exec(flat)?.[1]?.replaceAll(',', ''))
    expect(size).toBeGreaterThan(10_000)
    expect(flat).toContain(hash('sha256', original.subarray(0, size)))
    expect(flat).toContain(`编号${info.originTaskNo}`)
    expect(flat).toContain('第1.1条面积误写')
  })

  test('is written anew in one of two pages only, and its former file is gone', async () => {
    const { signId, taskId } = await preparedAgreement(server, launcher, origin.signId)
    const { version } = (await server.call('getRelieveInfo', { signId }, launcher)).data
    const written = writtenAgreement(server.deps.now() + 2 * dayMs)
    const [first, second] = [
      await server.call('saveTaskRelieve', { signId, version, ...written, feeSettlement: '互不追究。' }, launcher),
      await server.call('saveTaskRelieve', { signId, version, ...written }, launcher),
    ]
    expect([first.code, second.code]).toEqual([200, 409])
    const files = await server.deps.db.read(launcher.tenantId, (db) =>
      db.selectFrom('contract_file').where('contract_id', '=', taskId).select('file_id').execute(),
    )
    expect(files).toHaveLength(1)
  })

  test.each([
    ['请说明作废原因', { relieveReason: 'other' as const, relieveRemark: '  ' }],
    ['说明不能超过200个字', { relieveRemark: '字'.repeat(201) }],
    ['费用结算不能超过500个字', { feeSettlement: '字'.repeat(501) }],
    ['保留条款不能包含表情符号', { retainedTerms: '好😀' }],
  ])('is refused with %s', async (message, wrong) => {
    const { data } = await server.call('voidTask', { signId: origin.signId }, launcher)
    const { version } = (await server.call('getRelieveInfo', { signId: data.signId }, launcher)).data
    const written = { ...writtenAgreement(server.deps.now() + 7 * dayMs), ...wrong }
    const refused = await server.call('saveTaskRelieve', { signId: data.signId, version, ...written }, launcher)
    expect([refused.code, refused.message]).toEqual([422, message])
  })

  test('ends within 90 days', async () => {
    const { data } = await server.call('voidTask', { signId: origin.signId }, launcher)
    const { version } = (await server.call('getRelieveInfo', { signId: data.signId }, launcher)).data
    const written = writtenAgreement(server.deps.now() + 92 * dayMs)
    const refused = await server.call('saveTaskRelieve', { signId: data.signId, version, ...written }, launcher)
    expect(refused.message).toBe('签署截止时间不能超过90天')
  })

  test('is not written in the launching wizard', async () => {
    const { signId } = await preparedAgreement(server, launcher, origin.signId)
    const { version } = (await server.call('getRelieveInfo', { signId }, launcher)).data
    const answers = [
      await server.call('getDraftInfo', { signId }, launcher),
      await server.call('saveLocation', { signId, version, positionArray: [] }, launcher),
      await server.call('saveDraft', { signId, version, taskName: '别的', fileIdArray: [], signerArray: [] }, launcher),
    ]
    expect(answers.map(({ code }) => code)).toEqual([409, 409, 409])
  })

  test('once deleted does not come back, and the contract can be voided anew', async () => {
    const { signId, taskId } = await preparedAgreement(server, launcher, origin.signId)
    expect((await server.call('deleteTask', { signId }, launcher)).code).toBe(200)
    expect((await server.call('restoreTask', { signId }, launcher)).message).toBe(changed)
    await expectNormal()
    const again = await server.call('voidTask', { signId: origin.signId }, launcher)
    expect(again.data.taskId).not.toBe(taskId)
    expect((await server.call('removeTask', { signId }, launcher)).code).toBe(200)
  })
})

describe('an agreement that was sent', () => {
  beforeEach(async () => {
    origin = await finished()
  })

  test('marks the contract 作废中, for both sides, and leads from one to the other', async () => {
    const agreement = await sentAgreement(server, launcher, origin.signId)
    expect(await stateOf()).toEqual(['finish', 'relieving', 'may not be voided'])
    const theirs = await ownSignId(server, wang, agreement.taskId)
    const seen = await detail(wang, origin.theirs)
    expect([seen.relieveSignId, seen.tagArray]).toEqual([theirs, ['relieving']])
    expect(seen.detailOperationArray).toContain('viewRelieve')
    const across = await detail(wang, theirs)
    expect([across.originSignId, across.taskType]).toEqual([origin.theirs, 'relieve'])
    expect((await server.call('voidTask', { signId: origin.signId }, launcher)).message).toBe(changed)
  })

  test('voids the contract when all have signed, whose bytes stay, and costs nothing', async () => {
    const before = await surplus()
    const { bytes } = await server.blob('downloadFinishedPdf', { signId: origin.signId }, launcher)
    const agreement = await sentAgreement(server, launcher, origin.signId)
    expect((await signNow(server, launcher, agreement.taskId)).code).toBe(200)
    expect(await stateOf()).toEqual(['finish', 'relieving', 'may not be voided'])
    expect((await signNow(server, wang, agreement.taskId)).code).toBe(200)
    expect(await stateOf()).toEqual(['cancel', 'may not be voided'])
    expect((await detail(launcher, agreement.signId)).taskStatus).toBe('finish')
    const { logArray, relieveSignId } = await detail(launcher, origin.signId)
    expect(logArray.map(({ label }) => label)).toEqual(expect.arrayContaining(['发起作废', '作废完成']))
    expect(relieveSignId).toBe(agreement.signId)
    const after = await server.blob('downloadFinishedPdf', { signId: origin.signId }, launcher)
    expect(after.bytes.subarray(0, bytes.length).equals(bytes)).toBe(true)
    expect(await surplus()).toEqual(before)
    // Whoever checks the file hears of it, also with no account, and of no other file.
    const check = async (of: Buffer) =>
      (await server.send('verifyFile', { fileName: '合同.pdf', bytes: of }, {}, {})).data.voidedTime
    expect([await check(after.bytes), await check(bytes.subarray(0, -1))]).toEqual([clock, null])
    // Marked, with the same pages and no signature; only of what is void.
    const copy = await server.blob('downloadVoidedCopy', { signId: origin.theirs }, wang)
    expect([copy.status, copy.headers['content-type']]).toEqual([200, 'application/pdf'])
    const judged = await server.deps.workshop.verify(copy.bytes)
    const { fileArray } = await detail(wang, origin.theirs)
    expect([judged.verdict, judged.pageCount]).toEqual(['unsigned', fileArray[0]?.pageCount])
    const notVoid = await server.blob('downloadVoidedCopy', { signId: agreement.signId }, launcher)
    expect(JSON.parse(notVoid.bytes.toString())).toMatchObject({ code: 409 })
    const told = (await server.call('listMessage', { pageSize: 50 }, wang)).data.messageArray
    expect(told.map(({ text }) => text)).toContain('《测试合同》的作废协议已签署完成，原合同已作废')
    // An agreement is voided by nothing, and what is void is not voided again.
    expect((await server.call('voidTask', { signId: agreement.signId }, launcher)).message).toBe(changed)
    expect((await server.call('voidTask', { signId: origin.signId }, launcher)).message).toBe(changed)
  })

  test('gives the contract back when it is refused, and is not launched anew', async () => {
    const agreement = await sentAgreement(server, launcher, origin.signId)
    await signNow(server, launcher, agreement.taskId)
    const theirs = await ownSignId(server, wang, agreement.taskId)
    await server.call('rejectTask', { signId: theirs, reason: '不同意作废' }, wang)
    await expectNormal()
    expect((await detail(launcher, agreement.signId)).operationArray).not.toContain('relaunch')
    const again = await server.call('voidTask', { signId: origin.signId }, launcher)
    expect([again.code, again.data.taskId === agreement.taskId]).toEqual([200, false])
  })

  test('gives the contract back when it is recalled, and no 份 with it', async () => {
    const before = await surplus()
    const agreement = await sentAgreement(server, launcher, origin.signId)
    expect((await server.call('recallTask', { signId: agreement.signId }, launcher)).code).toBe(200)
    await expectNormal()
    expect(await surplus()).toEqual(before)
  })

  test('gives the contract back when its deadline passes', async () => {
    const agreement = await sentAgreement(server, launcher, origin.signId)
    await server.deps.db.write(launcher.tenantId, (tx) =>
      tx
        .updateTable('contract')
        .set({ sign_expire_at: server.deps.now() - 1 })
        .where('contract_id', '=', agreement.taskId)
        .execute(),
    )
    await byJob(expireContract)(server.deps, { tenantId: launcher.tenantId, contractId: agreement.taskId })
    expect((await detail(launcher, agreement.signId)).taskStatus).toBe('expired')
    await expectNormal()
  })

  test('is asked for as a voiding, and read with the contract it voids', async () => {
    const agreement = await sentAgreement(server, launcher, origin.signId)
    await signNow(server, launcher, agreement.taskId)
    const told = (await server.call('listMessage', { pageSize: 50 }, wang)).data.messageArray
    expect(told[0]?.text).toContain('申请作废已签署的《测试合同》')
    const theirs = await ownSignId(server, wang, agreement.taskId)
    const { fileImgArray } = (await server.call('getSignFileImgArrayRelieve', { signId: theirs }, wang)).data
    expect(fileImgArray.map(({ fileName }) => fileName)).toEqual(['保密协议.pdf', '合同作废协议.pdf'])
    for (const { imgArray } of fileImgArray) {
      const answer = await get(wang, imgArray[0]?.imgUrl ?? '')
      expect(answer.headers['content-type']).toBe('image/png')
    }
    const stranger = await newcomer(server, '13900000441', '周四一')
    expect((await get(stranger, fileImgArray[0]?.imgArray[0]?.imgUrl ?? '')).json().code).toBe(404)
  })
})

const get = (who: Player, url: string) =>
  server.app.inject({ url, headers: { authorization: `Bearer ${who.token}`, 'x-tenant-id': who.tenantId } })
const fileBytes = async (who: Player, url: string) => (await get(who, url)).rawPayload

describe('a company', () => {
  test('lets a colleague sign for it, who reads the contract without being a party of it', async () => {
    origin = await finished()
    const { data } = await server.call('voidTask', { signId: origin.signId }, launcher)
    const { signId } = data
    const info = (await server.call('getRelieveInfo', { signId }, launcher)).data
    const wei = info.colleagueArray.find(({ name }) => name === '张伟')
    const written = writtenAgreement(server.deps.now() + 7 * dayMs)
    const signerArray = [{ signerNo: 1, colleagueId: wei?.colleagueId ?? '' }]
    const wrong = await server.call(
      'saveTaskRelieve',
      { signId, version: info.version, ...written, signerArray: [{ ...signerArray[0], signerNo: 2 } as never] },
      launcher,
    )
    expect(wrong.message).toBe('只能更换本企业的经办人')
    await server.call('saveTaskRelieve', { signId, version: info.version, ...written, signerArray }, launcher)
    await server.call('sendTask', { signId }, launcher)
    const operator = await player(server, '13800000003', 'company')
    const theirs = await ownSignId(server, operator, data.taskId)
    const seen = await detail(operator, theirs)
    expect([seen.originSignId, seen.detailOperationArray.includes('viewOrigin')]).toEqual([null, false])
    const pages = (await server.call('getSignFileImgArrayRelieve', { signId: theirs }, operator)).data
    expect((await get(operator, pages.fileImgArray[0]?.imgArray[0]?.imgUrl ?? '')).statusCode).toBe(200)
    expect((await signNow(server, operator, data.taskId)).code).toBe(200)
  })
})
