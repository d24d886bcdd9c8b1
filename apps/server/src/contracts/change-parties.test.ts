import { afterAll, beforeAll, expect, test } from 'vitest'
import { judgedDocument } from '#src/testing/archive-scene.ts'
import {
  choices,
  newcomer,
  ownSignId,
  personSigner,
  type Player,
  player,
  proveWill,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { chen, jing } from '#src/testing/demo-cast.ts'
import { arrivedMessages, toldOfEnd } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let launcher: Player
let wang: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  launcher = await player(server, jing.phone, 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())

const detailOf = async (signId: string) => (await server.call('getSignDetailInfo', { signId }, launcher)).data
const statesOf = async (signId: string) =>
  (await detailOf(signId)).signerArray.map(({ signerName, signerStatus }) => [signerName, signerStatus])
const surplus = async () => (await server.call('getSpaceDetailInfo', {}, launcher)).data.surplus

async function add(signId: string, name: string, phone: string, where: Partial<Record<'x' | 'y', number>> = {}) {
  const fileId = (await detailOf(signId)).fileArray[0]?.fileId ?? ''
  const place = { positionId: 'a', fileId, page: 1, x: 120, y: 200, width: 20, height: 20, ...where }
  const positionArray = [{ ...place, positionType: 'personSign' as const, signerNo: 1 }]
  return server.call('addParty', { signId, name, phone, positionArray }, launcher)
}
const remove = (signId: string, signerNo: number) => server.call('removeParty', { signId, signerNo }, launcher)

test('who is added signs last, in places of its own, and every signature of the finished file is valid', async () => {
  const { signId, taskId } = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)])
  const before = await surplus()
  const own = await ownSignId(server, wang, taskId)
  const shown = await server.call('getSignDetailInfo', { signId: own }, wang)
  const early = await proveWill(server, wang, own)
  const qian = await newcomer(server, '13900000921', '钱二二')
  expect((await add(signId, '钱二二', qian.phone)).code).toBe(200)
  expect(await surplus()).toBe(before)
  expect(await statesOf(signId)).toEqual([
    ['王小明', 'toSign'],
    ['钱二二', 'waiting'],
  ])
  // What was consented to are other bytes.
  const changed = await server.call('getSignDetailInfo', { signId: own }, wang)
  expect(changed.data.fileArray[0]?.sha256).not.toBe(shown.data.fileArray[0]?.sha256)
  const positionArray = await choices(server, wang, own)
  const refused = await server.call('sign', { signId: own, authToken: early, positionArray }, wang)
  expect([refused.code, await statesOf(signId)]).toEqual([
    409,
    [
      ['王小明', 'toSign'],
      ['钱二二', 'waiting'],
    ],
  ])
  clock += 61_000
  expect((await signNow(server, wang, taskId)).code).toBe(200)
  expect((await signNow(server, qian, taskId)).code).toBe(200)
  await toldOfEnd(server, qian.phone, await ownSignId(server, qian, taskId))
  const verdict = await judgedDocument(server, launcher, taskId)
  expect(verdict.verdict).toBe('valid')
  const people = verdict.signatureArray.filter(({ kind }) => kind !== 'timestamp')
  expect(people).toHaveLength(3)
  const logged = (await detailOf(signId)).logArray.map(({ label, detail }) => [label, detail])
  expect(logged).toContainEqual(['添加签署方', '钱二二 139****0921'])
})

test('who is taken out sees the contract no more, the next is asked, and the others finish it', async () => {
  const sun = await newcomer(server, '13900000922', '孙三三')
  const parties = [personSigner(1, '孙三三', sun.phone), personSigner(2, '王小明', wang.phone)]
  const { signId, taskId } = await sent(server, launcher, parties)
  const old = await ownSignId(server, sun, taskId)
  const own = await ownSignId(server, wang, taskId)
  expect((await remove(signId, 1)).code).toBe(200)
  expect(await statesOf(signId)).toEqual([
    ['孙三三', 'removed'],
    ['王小明', 'toSign'],
  ])
  expect((await server.call('getSignDetailInfo', { signId: old }, sun)).code).toBe(404)
  const [told] = (await server.call('listMessage', { pageSize: 50 }, sun)).data.messageArray
  expect([told?.kind, told?.path]).toEqual(['noLongerParty', '/space/contract-list?status=all'])
  // The link that was sent before the change still leads there.
  expect((await server.call('getSignDetailInfo', { signId: own }, wang)).data.positionArray).toHaveLength(2)
  expect((await signNow(server, wang, taskId)).code).toBe(200)
  await toldOfEnd(server, wang.phone, own)
  expect((await judgedDocument(server, launcher, taskId)).verdict).toBe('valid')
})

test('a party without account is told by SMS of a change, and that it signs no more', async () => {
  const [gone, stays] = ['13900000923', '13900000924']
  const parties = [personSigner(1, '吴四四', gone, 1), personSigner(2, '郑五五', stays, 1)]
  const { signId } = await sent(server, launcher, parties, { signOrderType: 'disorder' })
  expect((await remove(signId, 1)).code).toBe(200)
  const [left] = await arrivedMessages(server, { recipient: gone, scene: 'noLongerParty' })
  expect(left?.body).toMatch(/变更了《测试合同》的签署方，您不再是签署方，无需处理。$/)
  const [changed] = await arrivedMessages(server, { recipient: stays, scene: 'partiesChanged' })
  expect(changed?.body).toMatch(/变更了《测试合同》的签署方，请查看：\S+\/t\/\S+$/)
})

test('once somebody has signed nobody is added or taken out, and it is said what still can be done', async () => {
  const parties = [personSigner(1, '王小明', wang.phone), personSigner(2, '冯六六', '13900000925')]
  const { signId, taskId } = await sent(server, launcher, parties)
  clock += 61_000
  await signNow(server, wang, taskId)
  const { message } = await add(signId, '陈七七', '13900000926')
  expect(message).toBe('已有签署方签署，文件不能再改动，不能添加签署方；未签署的签署方可以更换，或另签补充协议')
  expect((await remove(signId, 2)).message).toContain('不能移除签署方；未签署的签署方可以更换')
})

test('a place off the page, a person who signs already, and the last party are refused in words', async () => {
  const { signId } = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)])
  expect((await add(signId, '陈七七', '13900000926', { y: 290 })).message).toBe('签署位置超出页面范围')
  expect((await add(signId, '', '13900000926')).message).toContain('姓名')
  expect((await add(signId, '陈七七', '1390')).message).toContain('手机号')
  expect((await remove(signId, 1)).message).toBe('至少需要一个签署方；如不再需要签署，请撤回合同')
  expect((await remove(signId, 7)).message).toBe('该签署方已变更，请刷新后再试')
})

test('a party, a stranger and another company change no party', async () => {
  const { signId, taskId } = await sent(server, launcher, [
    personSigner(1, '王小明', wang.phone),
    personSigner(2, '冯六六', '13900000927'),
  ])
  const own = await ownSignId(server, wang, taskId)
  const stranger = await newcomer(server, '13900000928', '何八八')
  const other = await player(server, chen.phone, 'company')
  const changes = (id: string, who: Player) =>
    Promise.all([
      server.call('removeParty', { signId: id, signerNo: 2 }, who),
      server.call('replaceParty', { signId: id, signerNo: 2, name: '何八八', phone: stranger.phone }, who),
    ])
  expect((await changes(own, wang)).map(({ code, message }) => [code, message])).toEqual([
    [422, '仅发起人可移除签署方'],
    [422, '仅发起人可更换签署方'],
  ])
  for (const who of [stranger, other]) {
    expect((await changes(signId, who)).map(({ code }) => code)).toEqual([404, 404])
  }
  expect(await statesOf(signId)).toEqual([
    ['王小明', 'toSign'],
    ['冯六六', 'waiting'],
  ])
})
