import type { Route } from '../../router/route.ts'
import { page } from '../../router/chunk.ts'

const loads = async () => (await import('./mine-loads.ts')).mineLoads

/** The personal centre: its pages share a column of links. */
export const minePages: Route[] = [
  {
    lazy: page(
      () => import('../../kit/frame/me-frame.tsx'),
      (m) => m.MeFrame,
    ),
    children: [
      {
        path: '/user/info',
        handle: { name: 'Info', title: '个人信息' },
        lazy: page(
          async () => (await loads()).userInfoPage(),
          (m) => m.UserInfoPage,
        ),
      },
      {
        path: '/user/company-info',
        handle: { name: 'CompanyInfo', title: '企业信息' },
        lazy: page(
          async () => (await loads()).companyInfoPage(),
          (m) => m.CompanyInfoPage,
        ),
      },
      {
        path: '/user/settings',
        handle: { name: 'settings', title: '安全设置' },
        lazy: page(
          async () => (await loads()).settingsPage(),
          (m) => m.SettingsPage,
        ),
      },
      {
        path: '/user/space-entry',
        handle: { title: '进入企业' },
        lazy: page(
          async () => (await loads()).spaceEntryPage(),
          (m) => m.SpaceEntryPage,
        ),
      },
      {
        path: '/user/bindKey',
        handle: { title: 'USBKey证书' },
        lazy: page(
          async () => (await loads()).bindKeyPage(),
          (m) => m.BindKeyPage,
        ),
      },
      {
        path: '/user/seal',
        handle: { name: 'seal', title: '个人签名' },
        lazy: page(
          async () => (await loads()).mySealsPage(),
          (m) => m.MySealsPage,
        ),
      },
      {
        path: '/user/messages',
        handle: { title: '消息' },
        lazy: page(
          async () => (await loads()).messagesPage(),
          (m) => m.MessagesPage,
        ),
      },
      {
        path: '/user/config',
        handle: { name: 'Config', title: '偏好设置' },
        lazy: page(
          async () => (await loads()).configPage(),
          (m) => m.ConfigPage,
        ),
      },
      {
        path: '/company-space/personal-management',
        handle: { title: '成员管理' },
        lazy: page(
          async () => (await loads()).membersPage(),
          (m) => m.MembersPage,
        ),
      },
      {
        path: '/company-space/admin-signatures',
        handle: { title: '企业印章' },
        lazy: page(
          async () => (await loads()).companySealsPage(),
          (m) => m.CompanySealsPage,
        ),
      },
      {
        path: '/company-space/admin-signatures/seal',
        handle: { title: '企业印章' },
        lazy: page(
          async () => (await loads()).sealPage(),
          (m) => m.SealPage,
        ),
      },
      {
        path: '/company-space/admin-authorize',
        handle: { title: '印章授权' },
        lazy: page(
          async () => (await loads()).grantsPage(),
          (m) => m.GrantsPage,
        ),
      },
      {
        path: '/company-space/admin-signatures/flows',
        handle: { title: '用印审批流程' },
        lazy: page(
          async () => (await loads()).flowsPage(),
          (m) => m.FlowsPage,
        ),
      },
      {
        path: '/company-space/applications',
        handle: { title: '应用' },
        lazy: page(
          async () => (await loads()).integrationsPage(),
          (m) => m.IntegrationsPage,
        ),
      },
      {
        path: '/company-space/applications/one',
        handle: { title: '应用' },
        lazy: page(
          async () => (await loads()).integrationPage(),
          (m) => m.IntegrationPage,
        ),
      },
      {
        path: '/company-space/single-sign-on',
        handle: { title: '统一登录' },
        lazy: page(
          async () => (await loads()).identityProviderPage(),
          (m) => m.IdentityProviderPage,
        ),
      },
      {
        path: '/space/platform-log',
        handle: { title: '平台查看记录' },
        lazy: page(
          async () => (await loads()).platformLogPage(),
          (m) => m.PlatformLogPage,
        ),
      },
      {
        path: '/user/contact',
        handle: { name: 'contact', title: '通讯录' },
        lazy: page(
          async () => (await loads()).contactsPage(),
          (m) => m.ContactsPage,
        ),
      },
      {
        path: '/user/bill',
        handle: { name: 'bill', title: '账单' },
        lazy: page(
          async () => (await loads()).billPage(),
          (m) => m.BillPage,
        ),
      },
      {
        path: '/user/bill/invoice',
        handle: { title: '发票' },
        lazy: page(
          async () => (await loads()).invoicePage(),
          (m) => m.InvoicePage,
        ),
      },
      {
        path: '/user-space/signatures',
        handle: { title: '签署记录' },
        lazy: page(
          async () => (await loads()).ownSignaturesPage(),
          (m) => m.OwnSignaturesPage,
        ),
      },
      {
        path: '/space/signatures-list',
        handle: { title: '用印记录' },
        lazy: page(
          async () => (await loads()).spaceSignaturesPage(),
          (m) => m.SpaceSignaturesPage,
        ),
      },
      {
        path: '/user-space/contracts',
        handle: { title: '全部空间的合同' },
        lazy: page(
          async () => (await loads()).allContractsPage(),
          (m) => m.AllContractsPage,
        ),
      },
    ],
  },
]
