import type { Page } from 'playwright-core'
import type { LayoutWorld } from './layout-world.ts'
import type { Screen } from './layout.ts'

/** One state of one page. */
export type LayoutVisit = {
  /** Unlike that of every other; its pictures have it. */
  name: string
  /** As the route table has it. */
  route: string
  who: 'jing' | 'wang' | 'nobody'
  /** Below /home. */
  go: string | ((world: LayoutWorld) => string)
  /** Brings the page into the state. */
  act?: (page: Page) => Promise<void>
  /** Absent: every size. */
  screens?: readonly Screen[]
  /** What it opens over the page. */
  within?: string
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const tab = (name: string | RegExp) => (page: Page) => page.getByRole('tab', { name }).first().click()
const dialog = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page)
  await page.locator('dialog:modal').waitFor()
}

const beforeSigningIn: LayoutVisit[] = [
  { name: 'login', route: '/login', who: 'nobody', go: '/login' },
  { name: 'login-code', route: '/login', who: 'nobody', go: '/login', act: tab('验证码登录') },
  { name: 'register-type', route: '/register-type', who: 'nobody', go: '/register-type' },
  { name: 'register', route: '/register', who: 'nobody', go: '/register?userType=person' },
  { name: 'register-company', route: '/register', who: 'nobody', go: '/register?userType=company' },
  {
    name: 'register-faults',
    route: '/register',
    who: 'nobody',
    go: '/register?userType=company',
    act: press(/^注册/),
  },
  { name: 'file-check', route: '/file-check', who: 'nobody', go: '/file-check' },
  { name: 'help', route: '/documentCenter', who: 'nobody', go: '/documentCenter' },
  { name: 'auto-login', route: '/autoLogin', who: 'nobody', go: '/autoLogin' },
  { name: 'open-sign-dead', route: '/open-sign', who: 'nobody', go: '/open-sign?ticket=none' },
  { name: 'handwrite-dead', route: '/open/seal/handwrite', who: 'nobody', go: '/open/seal/handwrite?ticket=none' },
  {
    name: 'handwrite-success',
    route: '/open/seal/handwriteSuccess',
    who: 'nobody',
    go: '/open/seal/handwriteSuccess',
  },
  { name: 'open-sign', route: '/open-sign', who: 'nobody', go: ({ openSign }) => openSign },
]

const way = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: '制作方式' }).getByRole('button', { name }).click()

const ownSeals: LayoutVisit[] = [
  { name: 'own-seals', route: '/user/seal', who: 'wang', go: '/user/seal' },
  { name: 'own-seals-company', route: '/user/seal', who: 'jing', go: '/user/seal' },
  { name: 'create-sign', route: '/create-sign', who: 'wang', go: '/create-sign' },
  { name: 'create-sign-write', route: '/create-sign', who: 'wang', go: '/create-sign', act: way('在此手写') },
  { name: 'create-sign-upload', route: '/create-sign', who: 'wang', go: '/create-sign', act: way('上传图片') },
]

const contracts: LayoutVisit[] = [
  { name: 'home', route: '/', who: 'jing', go: '/' },
  { name: 'home-person', route: '/', who: 'wang', go: '/' },
  { name: 'spaces', route: '/', who: 'jing', go: '/', act: press(/当前空间/), within: '.space-list' },
  { name: 'list', route: '/space/contract-list', who: 'jing', go: '/space/contract-list?status=all' },
  {
    name: 'list-company',
    route: '/space/contract-list',
    who: 'jing',
    go: '/space/contract-list?status=all&scope=company',
  },
  { name: 'list-empty', route: '/space/contract-list', who: 'jing', go: '/space/contract-list?status=reject' },
  { name: 'templates', route: '/space/templates', who: 'jing', go: '/space/templates' },
  {
    name: 'batch',
    route: '/space/template-batch',
    who: 'jing',
    go: ({ templateId }) => `/space/template-batch?templateId=${templateId}`,
  },
  {
    name: 'template-editor',
    route: '/set-control',
    who: 'jing',
    go: ({ templateId }) => `/set-control?templateId=${templateId}`,
  },
  { name: 'detail', route: '/temp-info', who: 'jing', go: ({ theirs }) => `/temp-info?signId=${theirs}` },
  {
    name: 'detail-finished',
    route: '/temp-info',
    who: 'jing',
    go: ({ finished }) => `/temp-info?signId=${finished}`,
  },
  { name: 'signing', route: '/signing', who: 'jing', go: ({ mine }) => `/signing?signId=${mine}` },
  { name: 'all-contracts', route: '/user-space/contracts', who: 'jing', go: '/user-space/contracts' },
  { name: 'own-signatures', route: '/user-space/signatures', who: 'wang', go: '/user-space/signatures' },
  { name: 'space-signatures', route: '/space/signatures-list', who: 'wang', go: '/space/signatures-list' },
]

const wizard: LayoutVisit[] = [
  { name: 'wizard-empty', route: '/temp-create', who: 'jing', go: '/temp-create' },
  { name: 'wizard-upload', route: '/temp-create', who: 'jing', go: ({ ready }) => `/temp-create?signId=${ready}` },
  {
    name: 'wizard-parties',
    route: '/temp-create',
    who: 'jing',
    go: ({ ready }) => `/temp-create?signId=${ready}&step=parties`,
  },
  {
    name: 'wizard-placing',
    route: '/set-temp-control',
    who: 'jing',
    go: ({ ready }) => `/set-temp-control?signId=${ready}`,
  },
  {
    name: 'wizard-confirm',
    route: '/set-temp-control',
    who: 'jing',
    go: ({ ready }) => `/set-temp-control?signId=${ready}&step=confirm`,
  },
]

const own: LayoutVisit[] = [
  { name: 'user-info', route: '/user/info', who: 'jing', go: '/user/info' },
  { name: 'company-info', route: '/user/company-info', who: 'jing', go: '/user/company-info' },
  { name: 'settings', route: '/user/settings', who: 'jing', go: '/user/settings' },
  { name: 'messages', route: '/user/messages', who: 'jing', go: '/user/messages' },
  { name: 'config', route: '/user/config', who: 'jing', go: '/user/config' },
  { name: 'contacts', route: '/user/contact', who: 'jing', go: '/user/contact' },
  { name: 'contact-form', route: '/user/contact', who: 'jing', go: '/user/contact', act: dialog(/^(新增|添加)联系人/) },
  {
    name: 'members',
    route: '/company-space/personal-management',
    who: 'jing',
    go: '/company-space/personal-management',
  },
  {
    name: 'member-invite',
    route: '/company-space/personal-management',
    who: 'jing',
    go: '/company-space/personal-management',
    act: dialog('邀请成员'),
  },
  {
    name: 'member-roles',
    route: '/company-space/personal-management',
    who: 'jing',
    go: '/company-space/personal-management?tab=roles',
  },
  { name: 'seals', route: '/company-space/admin-signatures', who: 'jing', go: '/company-space/admin-signatures' },
  {
    name: 'seals-freeze',
    route: '/company-space/admin-signatures',
    who: 'jing',
    go: '/company-space/admin-signatures',
    act: dialog('冻结全部印章'),
  },
  {
    name: 'seal-kinds',
    route: '/company-space/admin-signatures/make',
    who: 'jing',
    go: '/company-space/admin-signatures/make',
  },
  {
    name: 'seal-carving',
    route: '/company-space/admin-signatures/make',
    who: 'jing',
    go: '/company-space/admin-signatures/make',
    act: press('下一步'),
  },
  {
    name: 'seal',
    route: '/company-space/admin-signatures/seal',
    who: 'jing',
    go: ({ companySeal }) => `/company-space/admin-signatures/seal?sealId=${companySeal}`,
  },
  { name: 'joins', route: '/user-space/company-join-list', who: 'wang', go: '/user-space/company-join-list' },
  { name: 'join', route: '/user-space/company-join', who: 'wang', go: ({ companyJoin }) => companyJoin },
]

const besides: LayoutVisit[] = [
  { name: 'person-auth', route: '/personal-auth-info', who: 'jing', go: '/personal-auth-info' },
  { name: 'company-auth', route: '/company-auth-info', who: 'jing', go: '/company-auth-info' },
  { name: 'perfect-info', route: '/perfect-info', who: 'jing', go: '/perfect-info' },
  { name: 'bind-email', route: '/bind-email', who: 'jing', go: '/bind-email' },
  { name: 'loading', route: '/loading', who: 'jing', go: '/loading?redirect=%2F' },
  { name: 'forbidden', route: '/401', who: 'jing', go: '/401' },
  { name: 'unknown', route: '*', who: 'jing', go: '/no-such-page' },
]

/** Every page of the application in its states; a new route is owed one (see `route-paths.ts`). */
export const visits: readonly LayoutVisit[] = [
  ...beforeSigningIn,
  ...contracts,
  ...wizard,
  ...own,
  ...ownSeals,
  ...besides,
]
