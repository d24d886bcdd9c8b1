import type { BrowserContext, Locator, Page } from 'playwright-core'
import { inDatabase } from './database.ts'
import { inviteToLease, writeByHand } from './open-sign.ts'
import type { Person } from './people.ts'
import { picture } from './picture.ts'
import { readToEnd } from './sign.ts'
import type { stage } from './stage.ts'
import { giveConsents } from './real-name-consents.ts'

type Scene = ReturnType<typeof stage>

/** When the line breaks: before a request is on its way, while it is, or when the server has done what it asks. */
type Cut = 'before' | 'during' | 'after'

/** How a phone is held, with a party's number for each. */
export const phones = {
  upright: { held: 'upright', phone: '13912345701' },
  turned: { held: 'turned', phone: '13912345702' },
} as const

const sizes = { upright: { width: 390, height: 844 }, turned: { width: 844, height: 390 } }

const minute = 60_000
/** ms that a press waits for its button: whatever is pressed in vain is pressed again. */
const brief = { timeout: 3000 }

/** Cuts the line at the first request of each call of the page's own. Answers which calls were cut. */
async function cutEach(context: BrowserContext, cut: Cut): Promise<Set<string>> {
  const cuts = new Set<string>()
  await context.route('**/api/**', async (route) => {
    const call = new URL(route.request().url()).pathname
    if (cuts.has(call) || call.endsWith('/notice/stream')) return route.continue()
    cuts.add(call)
    if (cut === 'after') await route.fetch()
    if (cut === 'during') void route.fetch().catch(() => undefined)
    return route.abort('connectionreset')
  })
  return cuts
}

/** Does something again, as a person would, until what it leads to is there. */
async function until(there: () => Promise<boolean>, again: () => Promise<unknown>): Promise<void> {
  for (const end = Date.now() + 100_000; Date.now() < end;) {
    if (await there()) return
    await again().catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('it never came')
}

/** The code of the newest message of that kind, or nothing. */
export async function newestCode({ server }: Scene, phone: string, kind: string): Promise<string> {
  const message = (await server.outbox(phone)).find((one) => one.scene === kind)
  return /验证码(\d{6})/.exec(message?.body ?? '')?.[1] ?? ''
}

/** Presses the first button of that name, once it is there. */
export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

/** Presses what is there now and can be pressed. */
async function pressIf(within: Page | Locator, name: string | RegExp): Promise<void> {
  const button = within.getByRole('button', { name }).first()
  if ((await button.isVisible()) && (await button.isEnabled(brief))) await button.click(brief).catch(() => undefined)
}

async function fillIf(field: Locator, text: string): Promise<void> {
  if (await field.isVisible()) await field.fill(text, brief)
}

async function checkIf(box: Locator): Promise<void> {
  if (await box.isVisible()) await box.check(brief)
}

const isSeen = (page: Page, text: string) => page.getByText(text).first().isVisible()

/** From the message's link to the code, and beyond it. */
async function proveOnCutLine(page: Page, scene: Scene, phone: string): Promise<void> {
  await until(
    () => isSeen(page, '验证码已发送至'),
    async () => {
      await pressIf(page, '重试')
      await pressIf(page, '验证手机号并查看')
      await pressIf(page, '获取验证码')
    },
  )
  await until(
    () => page.getByRole('textbox', { name: '身份证号' }).isVisible(),
    async () => {
      // A code that was used while the line was down is asked for once more.
      if (await isSeen(page, '验证码错误或已失效')) {
        await scene.server.shiftClock(minute)
        await page.reload()
        await press(page, '验证手机号并查看')
        await page.getByText('验证码已发送至').waitFor()
      }
      await checkIf(page.getByRole('checkbox', { name: /我已阅读并同意/ }))
      await fillIf(page.getByLabel('短信验证码'), await newestCode(scene, phone, 'ticket'))
      await pressIf(page, '查看合同')
    },
  )
}

async function becomeNamedOnCutLine(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: '身份证号' }).fill('11010519491231002X')
  await giveConsents(page)
  await until(
    () => page.getByRole('button', { name: '开始阅读合同' }).isVisible(),
    () => pressIf(page, /^(提交认证|重试)$/),
  )
  await press(page, '开始阅读合同')
  await until(
    () => page.getByRole('button', { name: /^提交签署/ }).isVisible(),
    () => pressIf(page, '重试'),
  )
}

async function signOnCutLine(page: Page, scene: Scene, phone: string): Promise<void> {
  await press(page, '一键签署')
  await writeByHand(page)
  const agreed = page.getByRole('checkbox', { name: /我已阅读并同意签署/ })
  await agreed.check()
  const sheet = page.getByRole('dialog', { name: '意愿认证' })
  // Whoever signs last may learn from the contract itself that it is signed by all.
  await until(
    async () => (await isSeen(page, '签署成功')) || isSeen(page, '合同已签署完成'),
    async () => {
      if (!(await sheet.isVisible())) {
        await readToEnd(page)
        await pressIf(page, /^提交签署$/)
      }
      if (await isSeen(page, '验证码已失效，请重新获取')) {
        // The draft outlives the page, and so does the way to here.
        await scene.server.shiftClock(minute)
        await page.reload()
        return agreed.check()
      }
      if (await isSeen(page, '正在确认签署结果')) return
      await pressIf(sheet, '获取验证码')
      await fillIf(sheet.getByRole('textbox'), await newestCode(scene, phone, 'sign'))
    },
  )
}

/**
 * From the message to the deed on a line that breaks at every request once. Answers how often the page's signing was
 * cut, how many parties have signed with that number, and how many signatures the log has.
 */
export async function signThoughCut(
  scene: Scene,
  cut: Cut,
  { held, phone }: (typeof phones)[keyof typeof phones],
): Promise<{ cuts: number; signed: number; signatures: number }> {
  const tenant: Person = { phone, name: '周晓彤', company: null }
  const link = await inviteToLease(scene.server, tenant)
  const { page, context, close } = await scene.browser.phone(scene.server.url)
  await page.setViewportSize(sizes[held])
  const cuts = await cutEach(context, cut)
  await page.goto(link)
  await proveOnCutLine(page, scene, phone)
  await becomeNamedOnCutLine(page)
  await signOnCutLine(page, scene, phone)
  await picture(page, `cut-${cut}-${held}`)
  await close()
  const signatures = `select 1 from contract_log l join party p using (tenant_id, contract_id)
    where p.phone = '${phone}' and l.verb = 'sign'`
  return {
    cuts: [...cuts].filter((call) => call.endsWith('/sign')).length,
    signed: await inDatabase(scene.server, `select 1 from party where phone = '${phone}' and state = 'signed'`),
    signatures: await inDatabase(scene.server, signatures),
  }
}
