import type { Page } from 'playwright-core'
import { sampleFile } from '../launch.ts'
import { embeddingIntegration, passLink } from '../integration.ts'
import { type Act, choose, dialog, inTurn, type PageState, press, reads, tab } from './page-state.ts'

const login = { route: '/login', who: 'nobody', go: '/login' } as const
const company = { route: '/register', who: 'nobody', go: '/register?userType=company' } as const
/** Waits for the picture of the printed page. */
async function pageDrawn(page: Page): Promise<void> {
  while (!(await page.evaluate("document.querySelector('.copy-page img')?.naturalWidth > 0")))
    await page.waitForTimeout(50)
}
const visit = { route: '/unifysign/sign', who: 'nobody', go: '/unifysign/sign' } as const
/** Opens the signing page as another system has it opened. */
const opensVisit =
  (signerNo: number): Act =>
  async (page, { server, seats, mine: signId }) => {
    const keys = await embeddingIntegration(seats.jing.client, 'https://oa.example.com')
    await page.goto(await passLink(server.url, keys, { signId, signerNo }))
  }
const noPdf = { name: '不是PDF.pdf', mimeType: 'application/pdf', buffer: Buffer.from('这不是PDF') }
const fileCheck = { route: '/file-check', who: 'nobody', go: '/file-check' } as const

/** Pages that anybody may open. */
export const beforeSigningIn: readonly PageState[] = [
  { ...login, name: 'login' },
  { ...login, name: 'login-faults', act: inTurn(press(/^登录$/), reads('请输入')) },
  { ...login, name: 'login-code', act: tab('验证码登录') },
  { ...login, name: 'login-key', act: inTurn(tab('密钥登录'), reads('使用密钥登录')) },
  { ...login, name: 'forgot-password', go: '/login?forgot=1' },
  { name: 'register-type', route: '/register-type', who: 'nobody', go: '/register-type' },
  { name: 'register', route: '/register', who: 'nobody', go: '/register?userType=person' },
  { ...company, name: 'register-company' },
  { ...company, name: 'register-faults', act: press(/^注册/) },
  { ...fileCheck, name: 'file-check' },
  {
    ...fileCheck,
    name: 'file-check-nothing',
    act: inTurn(choose(sampleFile('保密协议.pdf')), reads(/尚未签署|没有.*签名|未找到/)),
  },
  {
    ...fileCheck,
    name: 'file-check-roots',
    act: inTurn((page) => page.getByText('显示“有效性未知”？').click(), reads('指纹（SHA-256）')),
  },
  { ...fileCheck, name: 'file-check-refused', act: inTurn(choose(noPdf), reads('重试')) },
  { name: 'printed-copy', route: '/open/printed', who: 'nobody', go: '/open/printed' },
  { name: 'printed-copy-page', route: '/open/printed', who: 'nobody', go: ({ printed }) => printed, act: pageDrawn },
  {
    name: 'printed-copy-none',
    route: '/open/printed',
    who: 'nobody',
    go: '/open/printed?n=0000-0000-0000-0000',
  },
  { name: 'help', route: '/documentCenter', who: 'nobody', go: '/documentCenter' },
  { name: 'auto-login', route: '/autoLogin', who: 'nobody', go: '/autoLogin' },
  { name: 'visit-incomplete', route: '/unifysign', who: 'nobody', go: '/unifysign', act: reads('签署链接无效') },
  { ...visit, name: 'visit-unknown', act: reads('签署链接无效') },
  { ...visit, name: 'visit', act: inTurn(opensVisit(1), reads('您正代表以下空间签署')) },
  { ...visit, name: 'visit-prove', act: inTurn(opensVisit(2), reads('验证码已发送至')) },
  { name: 'open-sign-dead', route: '/open-sign', who: 'nobody', go: '/open-sign?ticket=none' },
  { name: 'open-sign', route: '/open-sign', who: 'nobody', go: ({ links }) => links.landing },
  {
    name: 'open-sign-report',
    route: '/open-sign',
    who: 'nobody',
    go: ({ links }) => links.landing,
    act: dialog('不认识发起方，举报'),
  },
  {
    name: 'open-sign-code',
    route: '/open-sign',
    who: 'nobody',
    go: ({ links }) => links.landing,
    act: inTurn(press('验证手机号并查看'), reads('验证码已发送至')),
  },
  {
    name: 'open-sign-not-me',
    route: '/open-sign',
    who: 'nobody',
    go: ({ links }) => links.landing,
    act: inTurn(press('验证手机号并查看'), reads('验证码已发送至'), dialog('不是这个号码')),
  },
]
