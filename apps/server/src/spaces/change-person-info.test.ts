import { afterAll, beforeAll, expect, test } from 'vitest'
import { newcomer, ownSignId, personSigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let people = 0
const idNumber = '11010519491231002X'

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** Somebody real-named, whose first seal is made. */
async function somebody(name = '王小明'): Promise<Player> {
  people += 1
  const who = await newcomer(server, `135${String(people).padStart(8, '0')}`, name)
  await expect.poll(async () => (await sealsOf(who)).length, { timeout: 20_000 }).toBe(1)
  return who
}

const change = (who: Player, realName: string, number = idNumber) =>
  server.call('changePersonInfo', { realName, idNumber: number, agree: 1, certificateAgree: 1 }, who)
const infoOf = async (who: Player) => (await server.call('getAuthInfo', {}, who)).data
const sealsOf = async (who: Player) => (await server.call('listSeals', {}, who)).data.sealInfoArray

test('another name under the same number: seals are revoked and made anew, contracts under way know it, and it signs', async () => {
  const who = await somebody()
  const launcher = await player(server, '13800000002', 'company')
  const { taskId, signId: launched } = await sent(server, launcher, [personSigner(1, '王小明', who.phone)])
  const [before] = await sealsOf(who)
  const changed = await change(who, '王晓明')
  expect(changed.data).toMatchObject({ changeState: 'passed', reason: null })
  expect(await infoOf(who)).toMatchObject({
    isAuthed: 'passAuth',
    realName: '王晓明',
    change: { changeState: 'passed', reason: null },
  })
  await expect
    .poll(async () => (await sealsOf(who)).filter(({ sealStatus }) => sealStatus === 'enabled').length, {
      timeout: 20_000,
    })
    .toBe(1)
  const enabled = (await sealsOf(who)).filter(({ sealStatus }) => sealStatus === 'enabled')
  expect(enabled[0]?.sealId).not.toBe(before?.sealId)
  const parties = async () => (await server.call('getSignDetailInfo', { signId: launched }, launcher)).data
  await expect.poll(async () => (await parties()).signerArray[0]?.signerName, { timeout: 20_000 }).toBe('王晓明')
  expect((await parties()).logArray.find(({ verb }) => verb === 'renameParty')?.detail).toBe('王小明 → 王晓明')
  const told = (await server.call('listMessage', { pageSize: 20 }, launcher)).data.messageArray
  expect(told.find(({ kind }) => kind === 'partyRenamed')?.text).toContain('王晓明')
  expect(await ownSignId(server, who, taskId)).not.toBe('')
  expect((await signNow(server, who, taskId)).code).toBe(200)
})

/** Somebody of 1990 whom the demonstration finds at once. */
async function bornIn1990(): Promise<Player> {
  people += 1
  const who = await newcomer(server, `135${String(people).padStart(8, '0')}`)
  const submitted = { realName: '王小明', idNumber: '110101199003070097', agree: 1, certificateAgree: 1 } as const
  expect((await server.call('submitPersonAuth', submitted, who)).data.isAuthed).toBe('passAuth')
  await expect.poll(async () => (await sealsOf(who)).length, { timeout: 20_000 }).toBe(1)
  return who
}

test('another number that takes its time: the old stays in force until it passes, seals stay, and no other runs beside it', async () => {
  const who = await bornIn1990()
  const [seal] = await sealsOf(who)
  const changed = await change(who, '王小明', '110101199003070046')
  expect(changed.data.changeState).toBe('pending')
  expect(await infoOf(who)).toMatchObject({ isAuthed: 'passAuth', change: { changeState: 'pending' } })
  expect((await change(who, '王晓明', '110101199003070097')).data['reason']).toBe('identity/changed')
  await expect
    .poll(async () => (await infoOf(who)).change?.changeState, { timeout: 40_000, interval: 500 })
    .toBe('passed')
  expect((await sealsOf(who)).map(({ sealId }) => sealId)).toEqual([seal?.sealId])
  // The number that was passed by is the one that is compared now.
  expect((await change(who, '王晓明', '110101199003070097')).data['field']).toBe('idNumber')
  expect((await change(who, '王晓明', '110101199003070046')).code).toBe(200)
}, 60_000)

test('what does not pass leaves everything as it was, and is told with its reason', async () => {
  const who = await bornIn1990()
  const [seal] = await sealsOf(who)
  const refused = await change(who, '王小明', '110101199003070011')
  expect(refused.data).toMatchObject({ changeState: 'failed', reason: '姓名与身份证号不一致' })
  expect(await infoOf(who)).toMatchObject({
    isAuthed: 'passAuth',
    realName: '王小明',
    change: { changeState: 'failed', reason: '姓名与身份证号不一致' },
    triesLeft: 4,
  })
  expect((await sealsOf(who)).map(({ sealId, sealStatus }) => [sealId, sealStatus])).toEqual([
    [seal?.sealId, 'enabled'],
  ])
  const told = (await server.call('listMessage', { pageSize: 20 }, who)).data.messageArray
  expect(told.find(({ kind }) => kind === 'personChanged')?.text).toContain('原实名认证仍然有效')
})

test('somebody else, the same person unchanged, and whoever is not authenticated are refused', async () => {
  const who = await somebody()
  expect((await change(who, '王小明')).data['field']).toBe('realName')
  expect((await change(who, '李雷', '110101199003077758')).data['field']).toBe('idNumber')
  const stranger = await newcomer(server, '13500000999')
  expect((await change(stranger, '王晓明')).data['reason']).toBe('identity/changed')
})

test('of changes at once one counts', async () => {
  const who = await somebody()
  const answers = await Promise.all([change(who, '王晓明'), change(who, '王晓明'), change(who, '王晓明')])
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 422, 422])
})
