import { readFileSync } from 'node:fs'
import { textPages } from '@moqi/pdf/testing/text-pages'
import type { Page } from 'playwright-core'
import type { Client } from '../../../scripts/demo/api-client.ts'
import { saveDraft, uploadContract } from '../../../scripts/demo/launch-contract.ts'
import { sampleFile } from '../launch.ts'
import { embeddingIntegration, passLink } from '../integration.ts'
import { wang } from '../people.ts'
import { type Act, choose, dialog, inTurn, type PageState, press, reads, tab } from './page-state.ts'

const help = { route: '/documentCenter', who: 'nobody', go: '/documentCenter' } as const
const login = { route: '/login', who: 'nobody', go: '/login' } as const
const loginKey = { route: '/login/key', who: 'nobody', go: '/login/key' } as const
const registerKey = { route: '/register-uk', who: 'nobody', go: '/register-uk' } as const
/** Nobody has started it here. */
const withoutCompanion = inTurn(press('连接密钥助手'), reads('未检测到密钥助手'))
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
/** Opens another page of it: with a draft of its own, or to say who signs for the company. */
const opensPage =
  (purpose: 'launch' | 'place' | 'assign'): Act =>
  async (page, { server, seats, mine }) => {
    const { client } = seats.jing
    const keys = await embeddingIntegration(client, 'https://oa.example.com')
    const asked = purpose === 'assign' ? { signId: mine, signerNo: 1 } : { signId: await draftOf(client) }
    await page.goto(await passLink(server.url, keys, { ...asked, purpose }))
  }
async function draftOf(client: Client): Promise<string> {
  const file = { fileName: '保密协议.pdf', bytes: new Uint8Array(readFileSync(sampleFile('保密协议.pdf'))) }
  return (await saveDraft(client, await uploadContract(client, file), [wang], {})).signId
}
const noPdf = { name: '不是PDF.pdf', mimeType: 'application/pdf', buffer: Buffer.from('这不是PDF') }
const fileCheck = { route: '/file-check', who: 'nobody', go: '/file-check' } as const

const fileCompare = { route: '/file-compare', who: 'nobody', go: '/file-compare' } as const
/** Two files at once: the first is the one before. */
const chooseTwo = (before: Buffer, after: Buffer): Act =>
  choose([
    { name: '采购合同（草稿）.pdf', mimeType: 'application/pdf', buffer: before },
    { name: '采购合同（对方返回）.pdf', mimeType: 'application/pdf', buffer: after },
  ])
const comparesTwo = (before: Buffer, after: Buffer, words: string | RegExp): Act =>
  inTurn(chooseTwo(before, after), press('开始对比'), reads(words))
const clauses = [
  '第一条 甲方应于收到发票后30日内付款。',
  '第二条 乙方交付的货物应符合约定的质量标准。',
  '第三条 违约金为合同总额的百分之五。',
]
const draft = () => textPages([{ lines: clauses }])
/** Changed, added to, sealed and with a page more. */
const returned = () =>
  textPages([
    {
      lines: [
        (clauses[0] ?? '').replace('30', '60'),
        clauses[1] ?? '',
        '第三条 违约金为合同总额的百分之三，上限十万元。',
      ],
      drawn: '.8 .1 .1 RG 3 w 400 120 80 80 re S',
    },
    { lines: ['附件一 交货清单', '本附件与合同具有同等效力。'] },
  ])
const scanned = () => textPages([{ lines: [], drawn: '0 g 100 700 200 12 re f 100 650 300 12 re f' }])

/** Pages that anybody may open. */
export const beforeSigningIn: readonly PageState[] = [
  { name: 'face-code-dead', route: '/face', who: 'nobody', go: '/face?ticket=x', act: reads('不能用这个二维码刷脸') },
  { name: 'face-camera', route: '/face/trial', who: 'nobody', go: '/face/trial?authid=x' },
  ...(['authSuccess', 'authFailed'] as const).map((name) => ({
    name: `face-${name}`,
    route: `/open/personAuth/${name}`,
    who: 'nobody' as const,
    go: `/open/personAuth/${name}?authid=x`,
    act: reads('没有找到这次刷脸'),
  })),

  { ...login, name: 'login' },
  { ...login, name: 'login-faults', act: inTurn(press(/^登录$/), reads('请输入')) },
  { ...login, name: 'login-code', act: tab('验证码登录') },
  { ...login, name: 'login-key', act: inTurn(tab('密钥登录'), reads('使用密钥登录')) },
  { ...loginKey, name: 'login-certificate', act: reads('连接密钥助手') },
  { ...loginKey, name: 'login-certificate-missing', act: withoutCompanion },
  { ...registerKey, name: 'register-certificate', act: reads('连接密钥助手') },
  { ...registerKey, name: 'register-certificate-missing', act: withoutCompanion },
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
  { ...fileCompare, name: 'file-compare' },
  { ...fileCompare, name: 'file-compare-chosen', act: inTurn(chooseTwo(draft(), returned()), reads('点击更换')) },
  {
    ...fileCompare,
    name: 'file-compare-going',
    late: ['compareFiles'],
    act: comparesTwo(draft(), returned(), /正在/),
  },
  { ...fileCompare, name: 'file-compare-same', act: comparesTwo(draft(), draft(), '没有发现差异') },
  { ...fileCompare, name: 'file-compare-different', act: comparesTwo(draft(), returned(), /发现\d+处差异/) },
  { ...fileCompare, name: 'file-compare-scan', act: comparesTwo(draft(), scanned(), /扫描件/) },
  { ...fileCompare, name: 'file-compare-refused', act: comparesTwo(draft(), noPdf.buffer, '新文件不是PDF') },
  {
    ...fileCompare,
    name: 'file-compare-failed',
    failing: ['compareFiles'],
    act: comparesTwo(draft(), returned(), '对比没有完成'),
  },
  { name: 'printed-copy', route: '/open/printed', who: 'nobody', go: '/open/printed' },
  { name: 'printed-copy-page', route: '/open/printed', who: 'nobody', go: ({ printed }) => printed, act: pageDrawn },
  {
    name: 'printed-copy-none',
    route: '/open/printed',
    who: 'nobody',
    go: '/open/printed?n=0000-0000-0000-0000',
  },
  { ...help, name: 'help' },
  { ...help, name: 'help-article', go: '/documentCenter?columnId=verifyContract', act: reads('更新于') },
  { ...help, name: 'help-of-page', go: '/documentCenter?page=/cart/order', act: reads('更新于') },
  { ...help, name: 'help-search', go: '/documentCenter?q=作废', act: reads(/找到\d+篇/) },
  { ...help, name: 'help-search-none', go: '/documentCenter?q=饕餮', act: reads('没有找到相关内容') },
  { ...help, name: 'help-search-failed', go: '/documentCenter?q=作废', failing: ['searchHelp'], act: reads('重试') },
  {
    ...help,
    name: 'help-rating',
    go: '/documentCenter?columnId=quota',
    act: inTurn(press('没帮助'), reads('哪里没有帮到您？'), press('提交原因'), reads('请填写原因')),
  },
  { name: 'sso', route: '/open/sso', who: 'nobody', go: '/open/sso' },
  {
    name: 'sso-faults',
    route: '/open/sso',
    who: 'nobody',
    go: '/open/sso?company=x',
    act: inTurn(press('前往公司登录'), reads('企业登录代号为')),
  },
  { name: 'sso-back', route: '/open/sso/back', who: 'nobody', go: '/open/sso/back', act: reads('企业统一登录未完成') },
  { name: 'auto-login', route: '/autoLogin', who: 'nobody', go: '/autoLogin' },
  { name: 'visit-incomplete', route: '/unifysign', who: 'nobody', go: '/unifysign', act: reads('链接无效') },
  { ...visit, name: 'visit-unknown', act: reads('链接无效') },
  { ...visit, name: 'visit', act: inTurn(opensVisit(1), reads('您正代表以下空间签署')) },
  { ...visit, name: 'visit-prove', act: inTurn(opensVisit(2), reads('验证码已发送至')) },
  {
    name: 'visit-redirect',
    route: '/unifysign/auto-redirect',
    who: 'nobody',
    go: '/unifysign/auto-redirect',
    act: reads('链接无效'),
  },
  { name: 'visit-office', route: '/oa-sign', who: 'nobody', go: '/oa-sign', act: reads('链接无效') },
  {
    name: 'visit-apply',
    route: '/oa-sign/flow',
    who: 'nobody',
    go: '/oa-sign/flow?app=none',
    act: reads('链接无效'),
  },
  {
    name: 'visit-sid',
    route: '/unifysign/sid2token',
    who: 'jing',
    go: '/unifysign/sid2token',
    act: inTurn(async (page, { server, seats, mine }) => {
      const keys = await embeddingIntegration(seats.jing.client, 'https://oa.example.com')
      const link = new URL(await passLink(server.url, keys, { signId: mine, signerNo: 1 }))
      const query = new URLSearchParams({
        app: link.searchParams.get('app') ?? '',
        sid: link.searchParams.get('pass') ?? '',
      })
      await page.goto(`/home/unifysign/sid2token?${query}`)
    }, reads('请您以当前登录的账号继续')),
  },
  {
    name: 'visit-sid-none',
    route: '/unifysign/sid2token',
    who: 'jing',
    go: '/unifysign/sid2token',
    act: reads('链接无效'),
  },
  {
    name: 'visit-launch',
    route: '/unifysign/launch',
    who: 'nobody',
    go: '/unifysign',
    act: inTurn(opensPage('launch'), reads('合同主题')),
  },
  {
    name: 'visit-parties',
    route: '/unifysign/launch',
    who: 'nobody',
    go: '/unifysign',
    act: inTurn(opensPage('launch'), press('下一步'), reads('添加个人签署方')),
  },
  {
    name: 'visit-place',
    route: '/unifysign/lauchtask',
    who: 'nobody',
    go: '/unifysign',
    act: inTurn(opensPage('place'), reads('个人签名')),
  },
  {
    name: 'visit-assign',
    route: '/unifysign/assign',
    who: 'nobody',
    go: '/unifysign',
    act: inTurn(opensPage('assign'), reads('确定指派')),
  },
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
