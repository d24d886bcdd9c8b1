import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { readOutbox } from '../scripts/demo/outbox.ts'
import { send, signedIn } from './demo-contract.ts'

const agreement = join(import.meta.dirname, '../samples/保密协议.pdf')
const stranger = { phone: '13912345679', name: '周晓彤', company: null }
const messageLimitMs = 15_000

/** A page to be weighed: who opens it, and when somebody can use it. */
export type WebPage = {
  name: string
  path: string
  signedIn: boolean
  usable: (page: Page) => Promise<void>
}

/** The pages that strangers open, and two behind the sign-in; sends the contract that they show. */
export async function webPages(baseUrl: string): Promise<WebPage[]> {
  const client = await signedIn(baseUrl)
  await send(client, '保密协议.pdf', readFileSync(agreement), [stranger])
  return [
    {
      name: 'login',
      path: '/home/login',
      signedIn: false,
      usable: (page) => page.locator('#root:not([inert])').waitFor(),
    },
    {
      name: 'registerType',
      path: '/home/register-type',
      signedIn: false,
      usable: (page) => page.getByRole('link', { name: /个人/ }).first().waitFor(),
    },
    {
      name: 'register',
      path: '/home/register?userType=person',
      signedIn: false,
      usable: (page) => button(page, '获取验证码'),
    },
    {
      name: 'openSign',
      path: await linkOf(baseUrl),
      signedIn: false,
      usable: (page) => button(page, '验证手机号并查看'),
    },
    {
      name: 'fileCheck',
      path: '/home/file-check',
      signedIn: false,
      usable: (page) => page.locator('input[type=file]').first().waitFor({ state: 'attached' }),
    },
    {
      name: 'home',
      path: '/home/',
      signedIn: true,
      usable: sent,
    },
    {
      name: 'list',
      path: '/home/space/contract-list?status=all',
      signedIn: true,
      usable: sent,
    },
  ]
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().waitFor()
const sent = (page: Page) => page.locator('a:visible', { hasText: '保密协议' }).first().waitFor()

/** Where the link of the message leads: the address without its host. */
async function linkOf(baseUrl: string): Promise<string> {
  for (const until = Date.now() + messageLimitMs; Date.now() < until; await pause(100)) {
    const messages = await readOutbox(baseUrl, stranger.phone)
    const link = messages.map(({ body }) => /https?:\S+/.exec(body)?.[0]).find((found) => found !== undefined)
    if (link) return new URL(link).pathname + new URL(link).search
  }
  throw new Error('the invitation did not come')
}
