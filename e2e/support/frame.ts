import type { FrameLocator } from 'playwright-core'
import type { Person } from './people.ts'
import { newSignCode, signCodes, typeWill } from './sign.ts'
import type { StoryServer } from './story-server.ts'

/** Storage as a browser has it that blocks third-party cookies: to touch it throws. */
export const blockedStorage = `if (window.parent !== window)
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
    Object.defineProperty(window, name, { configurable: true, get() { throw new DOMException('', 'SecurityError') } })`

/** Signs what a frame shows, with a code to the person's phone. */
export async function signInFrame(server: StoryServer, frame: FrameLocator, { phone }: Person): Promise<void> {
  await frame.getByRole('button', { name: '一键签署' }).first().click()
  await frame.getByRole('region', { name: '合同正文' }).press('End')
  await frame.getByRole('checkbox', { name: /我已阅读并同意签署/ }).check()
  const before = await signCodes(server, phone)
  await frame.getByRole('button', { name: '提交签署', exact: true }).click()
  const sheet = frame.getByRole('dialog', { name: '意愿认证' })
  await sheet
    .getByText(/短信验证码已发送至/)
    .first()
    .waitFor()
  await typeWill(sheet, await newSignCode(server, phone, before))
  await frame.getByRole('heading', { name: '签署成功' }).waitFor()
}
