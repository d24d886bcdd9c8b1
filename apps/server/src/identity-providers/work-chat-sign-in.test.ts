import { providerFaults, type WorkChatKind, workChats } from '@moqi/domain/account/identity-provider'
import { keysOf } from '@moqi/domain/keys-of'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Player, player } from '#src/testing/contract-scene.ts'
import type { TestServer } from '#src/testing/test-server.ts'
import { type ChatPlayer, chatPlayer } from '#src/testing/work-chat/chat-player.ts'
import { backFrom, chatServer, chatSettings, linkTo } from '#src/testing/work-chat/chat-scene.ts'

describe.each(keysOf(workChats))('%s', (kind: WorkChatKind) => {
  let server: TestServer
  let vendor: ChatPlayer
  let jing: Player
  let chen: Player

  beforeAll(async () => {
    vendor = await chatPlayer(kind)
    vendor.people.push({ subject: 'jing', name: '李静', departmentId: 0 })
    vendor.people.push({ subject: 'chen', name: '陈晨', phone: '13800000003', departmentId: 0 })
    server = await chatServer()
    jing = await player(server, '13800000002', 'company')
    chen = await player(server, '13800000003', 'company')
  })
  afterAll(async () => {
    await server.close()
    await vendor.close()
  })
  const save = (change: object = {}) => server.call('saveIdentityProvider', chatSettings(kind, vendor, change), jing)
  const leave = async (agent?: string) =>
    (await server.call('leaveForProvider', { signInCode: `molan-${kind}` }, agent ? { agent } : {})).data
  const enter = async (subject: string) =>
    server.call('enterByProvider', { ...backFrom(vendor, await leave(), subject), agree: 1 })

  test('an app that is none, and one without its secret, are not kept', async () => {
    const wrong = await save({ clientSecret: 'wrong' })
    expect([wrong.data.reason, wrong.message]).toEqual([
      'provider/fault',
      expect.stringContaining(providerFaults.client),
    ])
    expect((await save({ clientSecret: '' })).data).toMatchObject({ reason: 'field/invalid', field: 'clientSecret' })
    const saved = await save()
    expect([saved.code, saved.data.version]).toEqual([200, 1])
    const { data } = await server.call('getIdentityProvider', {}, jing)
    expect(data.provider).toMatchObject({ protocol: kind, hasSecret: 1, clientId: vendor.clientId })
    expect(JSON.stringify(data)).not.toContain(vendor.clientSecret)
    // What is not typed again stays, and is what the app is tried out with.
    const { clientSecret: _, ...untyped } = chatSettings(kind, vendor, { version: 1, providerName: '墨蓝工作台' })
    expect((await server.call('saveIdentityProvider', untyped, jing)).data.version).toBe(2)
  })

  test('a phone that the vendor says lets nobody in; who is signed in links the own account, and enters by it', async () => {
    expect((await enter('chen')).data.reason).toBe('provider/not-linked')
    const linked = await linkTo(server, vendor, chen, 'chen')
    expect([linked.code, linked.data.label]).toEqual([200, '陈晨'])
    const { code, data } = await enter('chen')
    expect([code, data.tenantId]).toEqual([200, jing.tenantId])
    const spaces = (await server.call('getUserSpaceInfo', {}, { token: data.token })).data.spaceInfoArray
    expect(spaces.find(({ spaceType }) => spaceType === 'person')).toMatchObject({ shut: 'own' })
    // The vendor does not say when somebody proved who they are.
    const drop = await server.call('dropIdentityProvider', { version: 2 }, { token: data.token })
    expect(drop.code).not.toBe(200)
    expect((await linkTo(server, vendor, jing, 'chen')).data.reason).toBe('provider/linked-otherwise')
  })

  test('an answer serves once, in the browser that left, and for no other attempt', async () => {
    const left = await leave()
    expect(left.address).toMatch(/state=[\da-f]{48}/)
    const back = backFrom(vendor, left, 'chen')
    const elsewhere = await server.call('enterByProvider', { ...back, browserKey: 'another', agree: 1 })
    expect(elsewhere.data.reason).toBe('provider/attempt')
    expect((await server.call('enterByProvider', { ...back, agree: 1 })).data.reason).toBe('provider/attempt')
    const spent = backFrom(vendor, await leave(), 'chen')
    expect((await server.call('enterByProvider', { ...spent, agree: 1 })).code).toBe(200)
    const again = { ...backFrom(vendor, await leave(), 'chen'), code: spent.code, agree: 1 } as const
    expect((await server.call('enterByProvider', again)).message).toBe(providerFaults.answer)
  })

  test('who is no member of the company is not let in', async () => {
    const { data } = await enter('stranger')
    expect(data.reason).toBe(kind === 'feishu' ? 'provider/not-linked' : 'provider/fault')
  })

  test('required, it is the one way in; another app speaks of other people', async () => {
    expect((await server.call('requireIdentityProvider', { version: 2, required: 1 }, jing)).data.reason).toBe(
      'provider/untried',
    )
    await linkTo(server, vendor, jing, 'jing')
    expect((await server.call('requireIdentityProvider', { version: 2, required: 1 }, jing)).code).toBe(200)
    expect((await server.call('getSpaceDetailInfo', {}, chen)).code).not.toBe(200)
    const { data } = await enter('chen')
    expect((await server.call('getSpaceDetailInfo', {}, { token: data.token })).code).toBe(200)
    const { clientSecret: _, ...moved } = chatSettings(kind, vendor, { version: 2, clientId: 'another-app' })
    expect((await server.call('saveIdentityProvider', moved, jing)).data).toMatchObject({ field: 'clientSecret' })
    expect((await enter('chen')).code).toBe(200)
  })
})

test('企业微信 asks for the number of the app; within it the browser is led to the page that asks nothing', async () => {
  const [server, vendor] = await Promise.all([chatServer(), chatPlayer('wecom')])
  const jing = await player(server, '13800000002', 'company')
  const save = (change: object = {}) => server.call('saveIdentityProvider', chatSettings('wecom', vendor, change), jing)
  expect((await save({ agentId: 'x' })).data).toMatchObject({ reason: 'field/invalid', field: 'agentId' })
  expect((await save()).code).toBe(200)
  const leave = async (agent: string) =>
    (await server.call('leaveForProvider', { signInCode: 'molan-wecom' }, { agent })).data.address
  expect(await leave('Mozilla/5.0 wxwork/4.1 MicroMessenger/7')).toContain('/connect/oauth2/authorize?')
  expect(await leave('Mozilla/5.0 (Windows NT 10.0)')).toContain('/wwlogin/sso/login?')
  await server.close()
  await vendor.close()
})
