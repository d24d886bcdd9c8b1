import { dayMs, hourMs } from '@moqi/domain/time/civil-date'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Player, personSigner, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { colleague } from '#src/testing/company-scene.ts'
import { newAddress, tryPassword } from '#src/testing/sign-in.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { watchMembers } from './watch-members.ts'

// 10:00 in Beijing.
let clock = Date.UTC(2026, 10, 20, 2)
let server: TestServer
let jing: Player
let wang: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  jing = await player(server, '13800000002', 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())

const again = async () => {
  jing = { ...jing, token: await server.login(jing.phone) }
}
const alerts = async (who = jing) => (await server.call('listActivityAlerts', {}, who)).data.alertArray

test('a sign-in at an hour at which a member never signs in is told once a day', async () => {
  for (let day = 0; day < 6; day += 1) {
    for (let time = 0; time < 2; time += 1) {
      await again()
      clock += hourMs / 2
    }
    clock += dayMs - hourMs
  }
  await again()
  await watchMembers(server.deps)
  expect(await alerts()).toEqual([])
  clock += 13 * hourMs
  await again()
  await watchMembers(server.deps)
  await watchMembers(server.deps)
  const found = await alerts()
  expect(found.map(({ memberName, text }) => [memberName, text])).toEqual([
    ['李静', '在不常登录的时间登录（23时，近30天从未在此前后2小时内登录）'],
  ])
  const { data } = await server.call('listMessage', {}, jing)
  expect(data.messageArray.filter(({ kind }) => kind === 'activityAlert').map(({ text }) => text)).toEqual([
    '成员李静在不常登录的时间登录（23时，近30天从未在此前后2小时内登录），请向本人核实；如非本人操作，请停用该成员并提醒其修改密码',
  ])
})

test('more downloads in a day than three times the busiest one are told, and fewer are not', async () => {
  clock += 11 * hourMs
  await again()
  wang = { ...wang, token: await server.login(wang.phone) }
  const { taskId, signId } = await sent(server, jing, [personSigner(1, '王小明', wang.phone)])
  await signNow(server, wang, taskId)
  const take = async (times: number) => {
    for (let time = 0; time < times; time += 1) await server.blob('downloadFinishedPdf', { signId }, jing)
  }
  await take(20)
  await watchMembers(server.deps)
  expect((await alerts()).length).toBe(1)
  await take(1)
  await watchMembers(server.deps)
  expect((await alerts())[0]).toMatchObject({ memberName: '李静', text: '今天下载合同21份，近30天每天不超过0份' })
})

test('members’ sign-ins are listed since they joined, found, paged, and taken away with addresses masked', async () => {
  await again()
  const list = async (input: object, who = jing) => (await server.call('listMemberSignIns', input, who)).data
  const first = await list({ pageSize: 10 })
  expect(first.signInArray.length).toBe(10)
  const second = await list({ pageSize: 10, cursor: first.nextCursor ?? '' })
  const ids = [...first.signInArray, ...second.signInArray].map(({ signInId }) => signInId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(first.signInArray.every(({ time }, index, all) => index === 0 || time <= (all[index - 1]?.time ?? 0))).toBe(
    true,
  )
  const address = newAddress()
  await tryPassword(server, jing.phone, { address })
  const failed = await list({ outcome: 'failure', search: address.slice(0, -1) })
  expect(failed.signInArray[0]).toMatchObject({ memberName: '李静', result: 'wrongPassword', address })
  expect((await list({ search: '没有这个人' })).signInArray).toEqual([])
  expect((await list({ startTime: clock + 1 })).signInArray).toEqual([])

  const sun = await colleague(server, jing, { name: '孙悟空', phone: '13900000301' })
  expect((await list({ search: sun.phone })).signInArray).toEqual([])
  for (const [who, reason] of [
    [sun, 'session/forbidden'],
    [wang, 'session/forbidden'],
    [{ ...wang, tenantId: jing.tenantId }, 'space/not-found'],
  ] as const) {
    expect((await server.call('listMemberSignIns', {}, who)).data['reason']).toBe(reason)
    expect((await server.call('listActivityAlerts', {}, who)).data['reason']).toBe(reason)
    expect((await server.blob('exportMemberSignIns', {}, who)).bytes.toString()).toContain(reason)
  }
  const { bytes } = await server.blob('exportMemberSignIns', { outcome: 'failure' }, jing)
  const sheet = Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? []).toString()
  expect(sheet).toContain('密码错误')
  expect(sheet).not.toContain(address)
  const { data } = await server.call('listMemberLog', {}, jing)
  expect(data.logArray[0]).toMatchObject({ label: '导出登录记录', who: '李静' })
})
