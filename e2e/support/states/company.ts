import { sheetOf } from './contracts.ts'
import { choose, dialog, inTurn, type PageState, press, reads } from './page-state.ts'
import type { StateWorld } from './state-world.ts'

const contacts = { route: '/user/contact', who: 'jing', go: '/user/contact' } as const
const settings = { route: '/user/settings', who: 'jing', go: '/user/settings' } as const
const members = {
  route: '/company-space/personal-management',
  who: 'jing',
  go: '/company-space/personal-management',
} as const

const seals = { route: '/company-space/admin-signatures', who: 'jing', go: '/company-space/admin-signatures' } as const
const making = {
  route: '/company-space/admin-signatures/make',
  who: 'jing',
  go: '/company-space/admin-signatures/make',
} as const
const grants = { route: '/company-space/admin-authorize', who: 'jing', go: '/company-space/admin-authorize' } as const
const granting = {
  route: '/company-space/admin-authorize/make',
  who: 'jing',
  go: '/company-space/admin-authorize/make',
} as const
const one = { route: '/company-space/admin-signatures/seal', who: 'jing' } as const

const codes = { route: '/space/sign-codes', who: 'jing', go: '/space/sign-codes' } as const
const flows = '/company-space/admin-signatures/flows'
const editor = { route: '/company-space/admin-signatures/flow', who: 'jing' } as const
const deciding = {
  route: '/approve-info',
  who: 'jing',
  go: ({ approveId }: StateWorld) => `/approve-info?approveId=${approveId}`,
} as const

const integrations = { route: '/company-space/applications', who: 'jing', go: '/company-space/applications' } as const
const integration = {
  route: '/company-space/applications/one',
  who: 'jing',
  go: ({ integrationId }: StateWorld) => `/company-space/applications/one?integrationId=${integrationId}`,
} as const
const webhook = {
  ...integration,
  go: ({ integrationId }: StateWorld) => `/company-space/applications/one?integrationId=${integrationId}&tab=webhook`,
} as const

const provider = {
  route: '/company-space/single-sign-on',
  who: 'jing',
  go: '/company-space/single-sign-on',
} as const

const faulty = [
  ['姓名', '手机号', '企业名称', '备注'],
  ['王小明', '138 0000 0001', '', '老同学'],
  ['陈晨', '1380000004', '上海嘉禾物业管理有限公司', ''],
  ['', '13900000088', '', ''],
]

/** One's own account, contacts and company. */
export const company: readonly PageState[] = [
  { name: 'user-info', route: '/user/info', who: 'jing', go: '/user/info' },
  { name: 'board', route: '/vue', who: 'jing', go: '/vue', act: reads('什么时候签') },
  {
    name: 'extension-missing',
    route: '/vue/*',
    who: 'jing',
    go: '/vue/none',
    act: inTurn(
      (page) => page.route('**/vue/manifest.json', (route) => route.fulfill({ status: 404, body: '{}' })),
      (page) => page.reload(),
      reads('未安装扩展应用'),
    ),
    screens: [
      { width: 1440, height: 900, touch: false },
      { width: 390, height: 844, touch: true },
    ],
  },
  { name: 'company-info', route: '/user/company-info', who: 'jing', go: '/user/company-info' },
  { name: 'company-info-sixty', route: '/user/company-info', who: 'chen', go: '/user/company-info' },
  { ...settings, name: 'settings' },
  { ...settings, name: 'settings-password', act: dialog(/登录密码$/) },
  { ...settings, name: 'settings-phone', act: dialog(/手机号$/) },
  { ...settings, name: 'settings-pin', act: dialog(/签署密码$/) },
  { ...settings, name: 'settings-add-key', act: dialog('添加密钥') },
  { ...settings, name: 'settings-close', act: dialog('注销账号') },
  { name: 'messages', route: '/user/messages', who: 'jing', go: '/user/messages' },
  { name: 'messages-empty', route: '/user/messages', who: 'chen', go: '/user/messages' },
  { name: 'config', route: '/user/config', who: 'jing', go: '/user/config' },
  { ...contacts, name: 'contacts' },
  { ...contacts, name: 'contacts-empty', who: 'wang' },
  { ...contacts, name: 'contact-form', act: dialog(/^(新增|添加)联系人/) },
  { ...contacts, name: 'contacts-import', act: dialog('批量导入') },
  {
    ...contacts,
    name: 'contacts-import-faults',
    act: inTurn(dialog('批量导入'), choose(sheetOf('供应商', faulty)), reads(/行有误/)),
  },
  { ...members, name: 'members' },
  { ...members, name: 'members-sixty', who: 'chen' },
  { ...members, name: 'member-invite', act: dialog('邀请成员') },
  { ...members, name: 'member-invites', go: '/company-space/personal-management?tab=invites' },
  { ...members, name: 'member-roles', go: '/company-space/personal-management?tab=roles' },
  { ...members, name: 'member-log', go: '/company-space/personal-management?tab=log' },
  { ...seals, name: 'seals' },
  { ...seals, name: 'seals-sixty', who: 'chen' },
  { ...seals, name: 'seals-freeze', act: dialog('冻结全部印章') },
  { ...seals, name: 'seal-holders', act: dialog(/^授权/) },
  { ...seals, name: 'seal-disable', act: dialog(/^停用/) },
  { ...grants, name: 'grants' },
  { ...grants, name: 'grants-none', go: '/company-space/admin-authorize?status=expired' },
  { ...grants, name: 'grants-asked-none', go: '/company-space/admin-authorize?manner=asked' },
  { ...grants, name: 'grants-failed', failing: ['listSealGrant'] },
  { ...granting, name: 'grant-make' },
  { ...granting, name: 'grant-faults', act: inTurn(press('签署授权书'), reads(/请选择授权成员/)) },
  { ...integrations, name: 'applications' },
  { ...integrations, name: 'applications-empty', who: 'chen' },
  { ...integrations, name: 'application-make', act: dialog('新建应用') },
  { ...integration, name: 'application' },
  {
    ...integration,
    name: 'application-embedding',
    act: inTurn(
      dialog('设置'),
      (page) => page.getByLabel('可嵌入的网站').fill('oa.example.com'),
      press('保存'),
      reads(/不是网站来源/),
    ),
  },
  {
    ...integration,
    name: 'application-secret',
    act: inTurn(dialog('轮换密钥'), press('生成新密钥'), reads('密钥只显示这一次')),
  },
  {
    ...integration,
    name: 'application-log',
    go: ({ integrationId }) => `/company-space/applications/one?integrationId=${integrationId}&tab=log`,
  },
  { ...webhook, name: 'application-webhook', act: reads('发送测试') },
  { ...webhook, name: 'application-webhook-set', act: dialog('设置') },
  { ...webhook, name: 'application-webhook-failed', failing: ['getWebhook'] },
  { ...provider, name: 'single-sign-on' },
  {
    ...provider,
    name: 'single-sign-on-faults',
    act: inTurn(dialog('设置统一登录'), press('保存'), reads('请输入名称')),
  },
  {
    ...provider,
    name: 'single-sign-on-cas',
    act: inTurn(
      dialog('设置统一登录'),
      (page) => page.getByLabel('接入方式').selectOption('cas'),
      reads('先在 CAS 中登记服务'),
    ),
  },
  {
    ...provider,
    name: 'single-sign-on-work-chat',
    act: inTurn(
      dialog('设置统一登录'),
      (page) => page.getByLabel('接入方式').selectOption('wecom'),
      press('保存'),
      reads('请输入 AgentId'),
    ),
  },
  { ...provider, name: 'work-chat-asks', who: 'chen', act: reads('已暂停同步') },
  { ...provider, name: 'work-chat-confirm', who: 'chen', act: dialog(/停用\d+人并同步/) },
  { ...provider, name: 'work-chat-failed', who: 'chen', failing: ['getWorkChat'] },
  {
    ...provider,
    name: 'provisioning-token',
    act: inTurn(press('生成令牌'), reads('令牌只显示这一次')),
  },
  { ...provider, name: 'provisioning-failed', failing: ['getProvisioning'] },
  { ...codes, name: 'sign-codes-empty' },
  { ...codes, name: 'sign-code-make', act: dialog('新建签署码') },
  { ...making, name: 'seal-kinds' },
  { ...making, name: 'seal-carving', act: press('下一步') },
  { ...one, name: 'seal', go: ({ companySeal }) => `${one.route}?sealId=${companySeal}` },
  { ...one, name: 'seal-log', go: ({ companySeal }) => `${one.route}?sealId=${companySeal}&tab=log` },
  { name: 'flows', route: flows, who: 'jing', go: flows },
  { name: 'flows-empty', route: flows, who: 'chen', go: flows },
  { ...editor, name: 'flow-editor', go: ({ flowId }) => `${editor.route}?flowId=${flowId}` },
  {
    ...editor,
    name: 'flow-editor-when',
    go: ({ flowId }) => `${editor.route}?flowId=${flowId}`,
    act: press(/^适用条件/),
  },
  { ...editor, name: 'flow-editor-new', go: editor.route, act: inTurn(press('保存'), reads('请输入审批流程名称')) },
  { name: 'approve-list', route: '/approve/list', who: 'jing', go: '/approve/list?status=myapproval' },
  { name: 'approve-list-empty', route: '/approve/list', who: 'chen', go: '/approve/list?status=myapproval' },
  { name: 'approve-list-mine', route: '/approve/list', who: 'zhang', go: '/approve/list?status=mine' },
  { ...deciding, name: 'approve-info' },
  { ...deciding, name: 'approve-refuse', act: dialog('驳回') },
  { ...deciding, name: 'approve-delegate', act: dialog('转交他人审批') },
  { name: 'joins', route: '/user-space/company-join-list', who: 'wang', go: '/user-space/company-join-list' },
  { name: 'joins-empty', route: '/user-space/company-join-list', who: 'chen', go: '/user-space/company-join-list' },
  { name: 'join', route: '/user-space/company-join', who: 'wang', go: ({ companyJoin }) => companyJoin },
]
