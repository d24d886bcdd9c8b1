import { providerFaults, type WorkChatKind, workChats } from '@moqi/domain/account/identity-provider'
import { keysOf } from '@moqi/domain/keys-of'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ProviderClient } from '#src/platform/gateways/provider/provider-gateway.ts'
import { type ChatPlayer, chatPlayer } from '#src/testing/work-chat/chat-player.ts'
import { openWorkChats } from './open-work-chats.ts'
import { ChatFault } from './work-chat.ts'

const redirectUri = 'https://moqi.example.com/home/open/sso/back'
const attempt = { state: 'a1', nonce: 'n', verifier: 'v'.repeat(43), redirectUri, fresh: false }
const message = { id: '0190-1', title: '待签署', text: '请签署合同', url: 'https://moqi.example.com/home' }

const faultOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ChatFault)) throw new Error(`no fault: ${String(error)}`)
  return error
}

describe.each(keysOf(workChats))('%s', (kind: WorkChatKind) => {
  let vendor: ChatPlayer
  let client: ProviderClient
  let at = 0
  const open = (limits: { answerMs?: number; allowed?: string[] } = {}) =>
    openWorkChats({ allowed: ['127.0.0.0/8'], now: () => at, ...limits })[kind]
  let chat = open()

  beforeAll(async () => {
    vendor = await chatPlayer(kind)
    vendor.departments.push({ id: 7, name: '销售部', parentId: 0 }, { id: 8, name: '华东', parentId: 7 })
    vendor.departments.push({ id: 9, name: '财务部', parentId: 0 })
    vendor.people.push(
      { subject: 'zhang', name: '张三', phone: '13800000011', departmentId: 7 },
      { subject: 'li', name: '李四', phone: '13800000012', departmentId: 7 },
      { subject: 'wang', name: '王五', departmentId: 7 },
      { subject: 'zhao', name: '赵六', phone: '13800000014', departmentId: 8 },
      { subject: 'qian', name: '钱七', phone: '13800000015', departmentId: 0 },
    )
    const { clientId, clientSecret } = vendor
    client = { protocol: kind, issuer: vendor.url, clientId, clientSecret, agentId: '1000002' }
  })
  afterAll(() => vendor.close())
  afterEach(() => {
    vendor.hang(false)
    vendor.redirect(false)
    vendor.refuse(0)
    chat = open()
  })
  const codeOf = (subject: string) => {
    const answer = vendor.visit(chat.signInAddress(client, attempt), subject)
    expect(answer.get('state')).toBe('a1')
    return answer.get('code') ?? answer.get('authCode') ?? ''
  }

  test('a code says who that is, once', async () => {
    const code = codeOf('zhang')
    expect(await chat.whoIs(client, attempt, code)).toEqual({ subject: 'zhang', label: '张三' })
    expect((await faultOf(chat.whoIs(client, attempt, code))).fault).toBe('answer')
  })

  test('a wrong secret and a wrong id are told as such', async () => {
    for (const wrong of [{ clientSecret: 'x' }, { clientId: 'x' }]) {
      const fault = await faultOf(chat.checkSecret({ ...client, ...wrong }))
      expect(fault.message).toContain(providerFaults.client)
      expect(fault.message).toMatch(/（错误码 \w+）$/)
      expect(fault.passing).toBe(false)
    }
  })

  test('a token is fetched once for all who wait, kept while it holds, and fetched anew when it has ended', async () => {
    const before = vendor.tokens()
    await Promise.all([chat.checkContacts(client), chat.checkContacts(client), chat.checkSecret(client)])
    expect(vendor.tokens()).toBe(before + 1)
    vendor.endTokens()
    await chat.checkContacts(client)
    expect(vendor.tokens()).toBe(before + 2)
    at += 7200 * 1000 - 5 * 60_000 + 1
    await chat.checkContacts(client)
    expect(vendor.tokens()).toBe(before + 3)
  })

  test('the whole address book is read, page by page, each person once, with phones where they are told', async () => {
    const { people, departments } = await chat.readContacts(client)
    const found = people.toSorted((one, other) => one.subject.localeCompare(other.subject))
    expect(found.map(({ subject, name, phone }) => [subject, name, phone])).toEqual([
      ['li', '李四', '13800000012'],
      ['qian', '钱七', '13800000015'],
      ['wang', '王五', null],
      ['zhang', '张三', '13800000011'],
      ['zhao', '赵六', '13800000014'],
    ])
    const named = new Map(departments.map(({ id, name }) => [id, name]))
    const placed = Object.fromEntries(found.map((one) => [one.subject, named.get(one.departmentId ?? '') ?? null]))
    expect(placed).toEqual({ li: '销售部', qian: null, wang: '销售部', zhang: '销售部', zhao: '华东' })
    const parents = departments.map(({ name, parentId }) => [name, named.get(parentId ?? '') ?? null])
    expect(parents).toContainEqual(['华东', '销售部'])
    expect(parents).toContainEqual(['财务部', null])
  })

  test('whom the vendor lets in no more is not active, or not listed', async () => {
    const [, li] = vendor.people
    if (!li) throw new Error('nobody')
    li.active = false
    const { people } = await chat.readContacts(client)
    expect(people.find(({ subject }) => subject === 'li')?.active ?? false).toBe(false)
    li.active = true
  })

  test('a message reaches one person; one whom the app does not see is told', async () => {
    expect(await chat.send(client, 'zhang', message)).toMatch(/\w/)
    expect(vendor.messages.at(-1)).toMatchObject({ subject: 'zhang', title: '待签署', url: message.url })
    expect(vendor.messages.at(-1)?.text).toContain('请签署合同')
    expect((await faultOf(chat.send(client, 'nobody', message))).fault).toBe('receiver')
  })

  test('too many questions are told as something that passes', async () => {
    await chat.checkSecret(client)
    vendor.refuse(1)
    const fault = await faultOf(chat.checkContacts(client))
    expect([fault.fault, fault.passing]).toEqual(['busy', true])
    await chat.checkContacts(client)
  })

  test('a vendor that hangs, one that leads elsewhere, and an address inside are not waited for and not followed', async () => {
    vendor.hang(true)
    expect((await faultOf(open({ answerMs: 100 }).checkSecret(client))).fault).toBe('late')
    vendor.hang(false)
    vendor.redirect(true)
    expect((await faultOf(chat.checkSecret(client))).fault).toBe('discovery')
    vendor.redirect(false)
    expect((await faultOf(open({ allowed: [] }).checkSecret(client))).fault).toBe('inside')
  })

  test('the vendor’s own hosts are asked where no other address is set', () => {
    const own = chat.signInAddress({ ...client, issuer: workChats[kind].address }, attempt)
    const hosts = { wecom: 'login.work.weixin.qq.com', dingtalk: 'login.dingtalk.com', feishu: 'accounts.feishu.cn' }
    expect(new URL(own).host).toBe(hosts[kind])
    expect(new URL(own).searchParams.get('redirect_uri')).toBe(redirectUri)
  })
})

test('within 企业微信 another page signs in, without a picture to be scanned', () => {
  const { wecom } = openWorkChats({ allowed: [] })
  const client = { protocol: 'wecom', issuer: workChats.wecom.address, clientId: 'ww1', clientSecret: 's' } as const
  const userAgent = 'Mozilla/5.0 (iPhone) MicroMessenger/7.0.1 wxwork/4.1.0'
  const address = wecom.signInAddress({ ...client, agentId: '1000002' }, { ...attempt, userAgent })
  expect(address).toMatch(/^https:\/\/open\.weixin\.qq\.com\/connect\/oauth2\/authorize\?appid=ww1&.*#wechat_redirect$/)
})

// 飞书 lets nobody of another company into a company's own app.
test.each(['wecom', 'dingtalk'] as const)('%s: who is nobody of the company is let in by no code', async (kind) => {
  const vendor = await chatPlayer(kind)
  const { clientId, clientSecret } = vendor
  const client = { protocol: kind, issuer: vendor.url, clientId, clientSecret, agentId: '1000002' }
  const chat = openWorkChats({ allowed: ['127.0.0.0/8'] })[kind]
  const answer = vendor.visit(chat.signInAddress(client, attempt), 'nobody')
  const code = answer.get('code') ?? answer.get('authCode') ?? ''
  expect((await faultOf(chat.whoIs(client, attempt, code))).fault).toBe('outsider')
  await vendor.close()
})
