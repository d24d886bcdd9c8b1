import type { Page } from 'playwright-core'
import { writeWorkbook } from '../../../apps/server/src/platform/spreadsheet/write-workbook.ts'
import { readToEnd } from '../sign.ts'
import { type Act, choose, dialog, inTurn, menuDialog, type PageState, press, reads, tab } from './page-state.ts'
import type { StateWorld } from './state-world.ts'

const list = { route: '/space/contract-list', who: 'jing', go: '/space/contract-list?status=all' } as const
const theirs = {
  route: '/temp-info',
  who: 'jing',
  go: ({ theirs: signId }: StateWorld) => `/temp-info?signId=${signId}`,
} as const
const finished = {
  route: '/temp-info',
  who: 'jing',
  go: ({ finished: signId }: StateWorld) => `/temp-info?signId=${signId}`,
} as const
const full = {
  route: '/temp-info',
  who: 'jing',
  go: ({ full: signId }: StateWorld) => `/temp-info?signId=${signId}`,
} as const
const mine = {
  route: '/signing',
  who: 'jing',
  go: ({ mine: signId }: StateWorld) => `/signing?signId=${signId}`,
} as const
const several = {
  route: '/sign',
  who: 'jing',
  // One to sign, one that somebody else signs, one that is not there.
  go: ({ mine: first, theirs: second }: StateWorld) => `/sign?signIds=${[first, second, 'A'.repeat(24)].join()}`,
} as const
const asking = {
  route: '/signing',
  who: 'zhang',
  go: ({ asking: signId }: StateWorld) => `/signing?signId=${signId}`,
} as const
const asked = { who: 'zhang' } as const
const batch = {
  route: '/space/template-batch',
  who: 'jing',
  go: ({ templateId }: StateWorld) => `/space/template-batch?templateId=${templateId}`,
} as const

const editor = {
  route: '/set-control',
  who: 'jing',
  go: ({ templateId }: StateWorld) => `/set-control?templateId=${templateId}`,
} as const

const rows = [
  ['员工姓名', '员工手机号'],
  ['程若水', '13910000000'],
  ['欧阳若水晴川·阿卜杜热合曼', '139571062'],
  ['', '13910000001'],
]

/** A spreadsheet to upload. */
export const sheetOf = (name: string, cells: string[][]) => ({
  name: `${name}.xlsx`,
  mimeType: '',
  buffer: writeWorkbook([{ name: '名单', widths: [], rows: cells }]),
})

/** Agrees and asks to sign. */
const submit: Act = async (page) => {
  const all = page.getByRole('button', { name: '一键签署' }).first()
  if (await all.isVisible()) await all.click()
  await readToEnd(page)
  await page.getByRole('checkbox', { name: /我已阅读并同意签署/ }).check()
  await page.getByRole('button', { name: '提交签署', exact: true }).click()
  await page.getByRole('dialog', { name: '意愿认证' }).waitFor()
}

/** Ticks all contracts of the list's page. */
async function tick(page: Page) {
  const boxes = page.getByRole('checkbox', { name: /^选择：/ })
  await boxes.first().waitFor()
  for (const box of await boxes.all()) await box.check()
  await page.getByRole('button', { name: '更多批量操作' }).waitFor()
}

const aside = { name: 'spaces', route: '/', who: 'jing', go: '/' } as const

/** Contracts and what one does with them. */
export const contracts: readonly PageState[] = [
  { name: 'home', route: '/', who: 'jing', go: '/' },
  { name: 'home-person', route: '/', who: 'wang', go: '/' },
  { name: 'home-sixty', route: '/', who: 'chen', go: '/' },
  { name: 'home-late', route: '/', who: 'jing', go: '/', late: ['getStatusTotal', 'recentTasks'] },
  { ...aside, act: press(/当前空间/), within: '.space-list' },
  { ...aside, name: 'spaces-sixty', who: 'chen', act: press(/当前空间/), within: '.space-list' },
  { ...list, name: 'list' },
  { ...list, name: 'list-company', go: '/space/contract-list?status=all&scope=company' },
  { ...list, name: 'list-empty', go: '/space/contract-list?status=reject' },
  { ...list, name: 'list-sixty', who: 'chen' },
  { ...list, name: 'list-late', late: ['listTasks'] },
  { ...list, name: 'list-failed', failing: ['listTasks'], act: reads(/加载失败|没有加载/) },
  { ...list, name: 'list-nothing', go: '/space/contract-list?status=all&keyword=没有这样的合同' },
  { ...list, name: 'list-select', act: tick },
  { ...list, name: 'list-more', act: inTurn(tick, press('更多批量操作')), within: '.menu' },
  { ...list, name: 'list-recall', act: inTurn(tick, menuDialog(/^更多批量操作/, /^撤回\d+份/)) },
  { ...list, name: 'list-void', act: inTurn(tick, menuDialog(/^更多批量操作/, /^作废\d+份/)) },
  { name: 'templates', route: '/space/templates', who: 'jing', go: '/space/templates' },
  { name: 'templates-empty', route: '/space/templates', who: 'chen', go: '/space/templates' },
  { ...batch, name: 'batch' },
  {
    ...batch,
    name: 'batch-faults',
    act: inTurn(choose(sheetOf('入职名单', rows)), reads('手机号格式不正确')),
  },
  { ...editor, name: 'template-editor', act: reads('模板信息') },
  { ...editor, name: 'template-roles', act: inTurn(press('下一步'), reads('发起的空间与发起人')) },
  {
    ...editor,
    name: 'template-places',
    act: inTurn(press('下一步'), reads('发起的空间与发起人'), press('下一步'), reads(/^签署位置|控件/)),
  },
  { ...theirs, name: 'detail' },
  { ...theirs, name: 'detail-preview', act: tab('合同预览') },
  { ...theirs, name: 'detail-info', go: (world) => `${theirs.go(world)}&tab=info` },
  { ...theirs, name: 'detail-log', act: inTurn(tab('操作记录'), reads(/发起|发送/)) },
  { ...theirs, name: 'detail-recall', act: dialog('撤回') },
  { ...theirs, name: 'detail-replace', act: menuDialog(/^更多/, '更换签署方') },
  { ...theirs, name: 'detail-remove', act: menuDialog(/^更多/, '移除签署方') },
  { ...theirs, name: 'detail-delay', act: dialog('延期') },
  { ...finished, name: 'detail-finished' },
  { ...finished, name: 'detail-evidence', act: inTurn(tab('证据'), reads('签署报告')) },
  { ...finished, name: 'detail-print', act: menuDialog(/^更多/, '打印') },
  { ...full, name: 'detail-full' },
  { ...full, name: 'detail-attachments', act: tab('附件') },
  {
    name: 'void-agreement',
    route: '/launchtask',
    who: 'jing',
    go: ({ agreement }) => `/launchtask?signId=${agreement}`,
  },
  { ...mine, name: 'signing' },
  { ...mine, name: 'signing-seals', act: inTurn(press('一键签署'), dialog(/^更换/)) },
  { ...mine, name: 'signing-will', act: submit },
  { ...mine, name: 'signing-late', late: ['getSignDetailInfo'] },
  { ...several, name: 'batch-sign', act: reads('可以签署') },
  { ...several, name: 'batch-sign-preview', act: dialog(/^查看：/) },
  {
    ...several,
    name: 'batch-sign-will',
    act: inTurn(
      (page) => page.getByRole('checkbox', { name: /我已阅读并同意签署/ }).check(),
      dialog(/^签署1份/),
      // Whether the code is on its way or was asked for a moment ago.
      reads(/\d+秒后重新获取/),
    ),
  },
  { ...several, name: 'batch-sign-late', late: ['getBatchSignSealInfo'] },
  { ...several, name: 'batch-sign-failed', failing: ['getBatchSignSealInfo'], act: reads(/加载失败|没有加载/) },
  { ...several, name: 'batch-sign-none', go: '/sign' },
  { ...asking, name: 'signing-asking', act: reads('您没有该印章的使用权限，请提交用印审批') },
  { ...asked, name: 'signing-asked', route: '/signing', go: ({ asked: signId }) => `/signing?signId=${signId}` },
  { ...asked, name: 'flow-course', route: '/flow', go: ({ asked: signId }) => `/flow?signId=${signId}` },
  {
    ...asking,
    name: 'flow-apply',
    route: '/flow',
    act: inTurn(press('一键签署'), async (page) => {
      await page.getByRole('checkbox', { name: /我已阅读并同意签署/ }).check()
      await page.getByRole('region', { name: '合同正文' }).press('End')
      await page.getByRole('button', { name: '提交用印审批', exact: true }).click()
      await page.getByText('公章用印流程').waitFor()
    }),
  },
  { name: 'all-contracts', route: '/user-space/contracts', who: 'jing', go: '/user-space/contracts' },
  { name: 'own-signatures', route: '/user-space/signatures', who: 'wang', go: '/user-space/signatures' },
  { name: 'space-signatures', route: '/space/signatures-list', who: 'wang', go: '/space/signatures-list' },
]
