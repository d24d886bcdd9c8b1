import type { Route } from '../../router/route.ts'
import { page } from '../../router/chunk.ts'

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
          () => import('../me/user-info-page.tsx'),
          (m) => m.UserInfoPage,
        ),
      },
      {
        path: '/user/company-info',
        handle: { name: 'CompanyInfo', title: '企业信息' },
        lazy: page(
          () => import('../company-info/company-info-page.tsx'),
          (m) => m.CompanyInfoPage,
        ),
      },
      {
        path: '/user/settings',
        handle: { name: 'settings', title: '安全设置' },
        lazy: page(
          () => import('../settings/settings-page.tsx'),
          (m) => m.SettingsPage,
        ),
      },
      {
        path: '/user/seal',
        handle: { name: 'seal', title: '个人签名' },
        lazy: page(
          () => import('../my-seals/my-seals-page.tsx'),
          (m) => m.MySealsPage,
        ),
      },
      {
        path: '/user/messages',
        handle: { title: '消息' },
        lazy: page(
          () => import('../messages/messages-page.tsx'),
          (m) => m.MessagesPage,
        ),
      },
      {
        path: '/user/config',
        handle: { name: 'Config', title: '偏好设置' },
        lazy: page(
          () => import('../config/config-page.tsx'),
          (m) => m.ConfigPage,
        ),
      },
      {
        path: '/company-space/personal-management',
        handle: { title: '成员管理' },
        lazy: page(
          () => import('../members/members-page.tsx'),
          (m) => m.MembersPage,
        ),
      },
      {
        path: '/company-space/admin-signatures',
        handle: { title: '企业印章' },
        lazy: page(
          () => import('../seals/company-seals-page.tsx'),
          (m) => m.CompanySealsPage,
        ),
      },
      {
        path: '/company-space/admin-signatures/seal',
        handle: { title: '企业印章' },
        lazy: page(
          () => import('../seals/seal-page.tsx'),
          (m) => m.SealPage,
        ),
      },
      {
        path: '/company-space/admin-authorize',
        handle: { title: '印章授权' },
        lazy: page(
          () => import('../grants/grants-page.tsx'),
          (m) => m.GrantsPage,
        ),
      },
      {
        path: '/company-space/admin-signatures/flows',
        handle: { title: '用印审批流程' },
        lazy: page(
          () => import('../flows/flows-page.tsx'),
          (m) => m.FlowsPage,
        ),
      },
      {
        path: '/company-space/applications',
        handle: { title: '应用' },
        lazy: page(
          () => import('../integrations/integrations-page.tsx'),
          (m) => m.IntegrationsPage,
        ),
      },
      {
        path: '/company-space/applications/one',
        handle: { title: '应用' },
        lazy: page(
          () => import('../integrations/integration-page.tsx'),
          (m) => m.IntegrationPage,
        ),
      },
      {
        path: '/user/contact',
        handle: { name: 'contact', title: '通讯录' },
        lazy: page(
          () => import('../contacts/contacts-page.tsx'),
          (m) => m.ContactsPage,
        ),
      },
      {
        path: '/user/bill',
        handle: { name: 'bill', title: '账单' },
        lazy: page(
          () => import('../bill/bill-page.tsx'),
          (m) => m.BillPage,
        ),
      },
      {
        path: '/user/bill/invoice',
        handle: { title: '发票' },
        lazy: page(
          () => import('../invoices/invoice-page.tsx'),
          (m) => m.InvoicePage,
        ),
      },
      {
        path: '/user-space/signatures',
        handle: { title: '签署记录' },
        lazy: page(
          () => import('../records/own-signatures-page.tsx'),
          (m) => m.OwnSignaturesPage,
        ),
      },
      {
        path: '/space/signatures-list',
        handle: { title: '用印记录' },
        lazy: page(
          () => import('../records/space-signatures-page.tsx'),
          (m) => m.SpaceSignaturesPage,
        ),
      },
      {
        path: '/user-space/contracts',
        handle: { title: '全部空间的合同' },
        lazy: page(
          () => import('../records/all-contracts-page.tsx'),
          (m) => m.AllContractsPage,
        ),
      },
    ],
  },
]
