import { table, type Table } from '@moqi/api/table'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownSignId, personSigner, type Player, player, prepared, sent, signNow } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { byJob } from '#src/cores/contract/contract-job.ts'
import { expireContract } from './close-contract.ts'

const minute = 60_000
const changed = '合同状态已变更，请刷新后重试'
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let launcher: Player
let wang: Player

type Ids = { signId: string; theirs: string }
const made: Record<string, Ids> = {}
const states = ['draft', 'waitSend', 'signing', 'finish', 'reject', 'recall', 'expired', 'deleted']

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  launcher = await remembered('13800000002', 'company')
  wang = await remembered('13800000001', 'person')
  const alone = [personSigner(1, '王小明', wang.phone)]
  const draft = { taskName: '草稿', fileIdArray: [], signerArray: alone }
  made.draft = { signId: (await server.call('saveDraft', draft, launcher)).data.signId, theirs: '' }
  made.waitSend = { signId: (await prepared(server, launcher, alone)).signId, theirs: '' }
  made.deleted = { signId: (await prepared(server, launcher, alone)).signId, theirs: '' }
  await server.call('deleteTask', { signId: made.deleted.signId }, launcher)
  for (const state of ['signing', 'finish', 'reject', 'recall', 'expired']) {
    const { signId, taskId } = await sent(server, launcher, alone)
    const theirs = await ownSignId(server, wang, taskId)
    made[state] = { signId, theirs }
    if (state === 'finish') await signNow(server, wang, taskId)
    if (state === 'reject') await server.call('rejectTask', { signId: theirs, reason: '金额有误' }, wang)
    if (state === 'recall') await server.call('recallTask', { signId }, launcher)
    if (state === 'expired') await expire(taskId)
  }
})
afterAll(() => server.close())

/** Signed in for days, as the clock moves by hours. */
async function remembered(phone: string, kind: 'person' | 'company'): Promise<Player> {
  const who = await player(server, phone, kind)
  const session = await server.call('loginByAccount', { userName: phone, password: 'Moqi@2026', rememberMe: 1 })
  return { ...who, token: session.data.token }
}

async function expire(contractId: string): Promise<void> {
  await server.deps.db.write(launcher.tenantId, (tx) =>
    tx
      .updateTable('contract')
      .set({ sign_expire_at: clock - minute })
      .where('contract_id', '=', contractId)
      .execute(),
  )
  await byJob(expireContract)(server.deps, { tenantId: launcher.tenantId, contractId })
}

test.each([
  ['finish', '合同已签署完成'],
  ['reject', '合同已被拒签'],
  ['recall', '合同已被撤回'],
  ['expired', '合同已过期'],
])('a contract in %s cannot be signed: %s', async (state, text) => {
  const signId = made[state]?.theirs ?? ''
  const checked = await server.call('signBeforeCheck', { signId }, wang)
  expect(checked.data).toMatchObject({ signBeforeCheck: 0, signBeforeCheckInfo: text })
  const signed = await server.call('sign', { signId, authToken: 'x', positionArray: [] }, wang)
  expect([signed.code, signed.message]).toEqual([409, text])
})

/** Calls that name one contract by the caller's own entry. */
const inputs = {
  sendTask: {},
  deleteTask: {},
  rejectTask: { reason: '金额有误' },
  recallTask: { reason: '金额有误' },
  saveDraft: { version: 1, taskName: '新主题', fileIdArray: [], signerArray: [] },
  saveLocation: { version: 1, positionArray: [] },
  getDraftInfo: {},
  signBeforeCheck: {},
  getSignDetailInfo: {},
  downloadFinishedPdf: {},
  sign: { authToken: 'x', positionArray: [] },
  getSmsVerificationCode: { scene: 'sign' },
  getAuthTokenBySmsVerificationCode: { smsCode: '000000' },
} satisfies Partial<Record<keyof Table, object>>

async function ask(name: keyof typeof inputs, signId: string, { token, tenantId }: Player) {
  const headers = { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId }
  const payload = { ...inputs[name], signId, signIds: [signId] }
  const answer = await server.app.inject({ method: 'POST', url: table[name].path, headers, payload })
  const isPdf = answer.headers['content-type'] === 'application/pdf'
  return { status: answer.statusCode, ...(isPdf ? { code: 200, message: 'PDF' } : answer.json()) }
}

/** What ends the state it finds: asked of these states only where it must be refused. */
const moves: Partial<Record<keyof typeof inputs, string[]>> = {
  sendTask: ['waitSend'],
  deleteTask: ['draft', 'waitSend'],
  rejectTask: ['signing'],
  recallTask: ['signing'],
  saveDraft: ['draft', 'waitSend'],
  saveLocation: ['draft', 'waitSend'],
}

/** Both sides' answers, but where the call would end the state it is asked of. */
async function bothSides(name: keyof typeof inputs, state: string) {
  const { signId = '', theirs = '' } = made[state] ?? {}
  // Codes are counted by the hour.
  if (name === 'getSmsVerificationCode') clock += 61 * minute
  const allowed = moves[name]?.includes(state) ?? false
  return [
    ...(allowed ? [] : [await ask(name, signId, launcher)]),
    ...(theirs && !(name === 'rejectTask' && allowed) ? [await ask(name, theirs, wang)] : []),
  ]
}

describe.each(states)('a contract in %s', (state) => {
  const names = Object.keys(inputs) as (keyof typeof inputs)[]
  test.each(names)(
    'answers %s of either side without a bug, and refuses what its state does not allow',
    async (name) => {
      const answers = await bothSides(name, state)
      for (const { status, code, message } of answers) {
        expect([status, message]).not.toContain(500)
        expect(message).not.toBe('服务器错误！')
        if (!(name in moves)) continue
        expect([404, 409, 422]).toContain(code)
        expect(message.length).toBeGreaterThan(3)
      }
    },
  )
})

test('a page that is out of date is told so, whatever it wants to do', async () => {
  const finished = made.finish?.signId ?? ''
  const answers = [
    await server.call('recallTask', { signId: finished }, launcher),
    await server.call('sendTask', { signId: finished }, launcher),
    await server.call('deleteTask', { signId: finished }, launcher),
    await server.call('rejectTask', { signId: made.recall?.theirs ?? '' }, wang),
  ]
  expect(answers.map(({ code, message }) => [code, message])).toEqual(answers.map(() => [409, changed]))
})

test('only a finished contract can be downloaded', async () => {
  for (const state of ['signing', 'reject', 'recall', 'expired']) {
    const { code, message } = await ask('downloadFinishedPdf', made[state]?.signId ?? '', launcher)
    expect([code, message]).toEqual([409, '合同签署完成后才能下载'])
  }
  expect((await ask('downloadFinishedPdf', made.finish?.theirs ?? '', wang)).message).toBe('PDF')
})
