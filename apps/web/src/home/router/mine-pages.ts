import type { Route } from '../../router/route.ts'
import { page } from '../../router/chunk.ts'
import { mine } from './mine.ts'

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
        lazy: mine('userInfoPage'),
      },
      {
        path: '/user/company-info',
        handle: { name: 'CompanyInfo', title: '企业信息' },
        lazy: mine('companyInfoPage'),
      },
      {
        path: '/user/settings',
        handle: { name: 'settings', title: '安全设置' },
        lazy: mine('settingsPage'),
      },
      {
        path: '/user/space-entry',
        handle: { title: '进入企业' },
        lazy: mine('spaceEntryPage'),
      },
      {
        path: '/user/bindKey',
        handle: { title: 'USBKey证书' },
        lazy: mine('bindKeyPage'),
      },
      {
        path: '/user/seal',
        handle: { name: 'seal', title: '个人签名' },
        lazy: mine('mySealsPage'),
      },
      {
        path: '/user/messages',
        handle: { title: '消息' },
        lazy: mine('messagesPage'),
      },
      {
        path: '/user/config',
        handle: { name: 'Config', title: '偏好设置' },
        lazy: mine('configPage'),
      },
      {
        path: '/company-space/personal-management',
        handle: { title: '成员管理' },
        lazy: mine('membersPage'),
      },
      {
        path: '/company-space/admin-signatures',
        handle: { title: '企业印章' },
        lazy: mine('companySealsPage'),
      },
      {
        path: '/company-space/admin-signatures/seal',
        handle: { title: '企业印章' },
        lazy: mine('sealPage'),
      },
      {
        path: '/company-space/admin-authorize',
        handle: { title: '印章授权' },
        lazy: mine('grantsPage'),
      },
      {
        path: '/company-space/admin-signatures/flows',
        handle: { title: '用印审批流程' },
        lazy: mine('flowsPage'),
      },
      {
        path: '/company-space/applications',
        handle: { title: '应用' },
        lazy: mine('integrationsPage'),
      },
      {
        path: '/company-space/applications/one',
        handle: { title: '应用' },
        lazy: mine('integrationPage'),
      },
      {
        path: '/company-space/single-sign-on',
        handle: { title: '统一登录' },
        lazy: mine('identityProviderPage'),
      },
      {
        path: '/space/platform-log',
        handle: { title: '平台查看记录' },
        lazy: mine('platformLogPage'),
      },
      {
        path: '/user/contact',
        handle: { name: 'contact', title: '通讯录' },
        lazy: mine('contactsPage'),
      },
      {
        path: '/user/bill',
        handle: { name: 'bill', title: '账单' },
        lazy: mine('billPage'),
      },
      {
        path: '/user/bill/invoice',
        handle: { title: '发票' },
        lazy: mine('invoicePage'),
      },
      {
        path: '/user-space/signatures',
        handle: { title: '签署记录' },
        lazy: mine('ownSignaturesPage'),
      },
      {
        path: '/space/signatures-list',
        handle: { title: '用印记录' },
        lazy: mine('spaceSignaturesPage'),
      },
      {
        path: '/user-space/contracts',
        handle: { title: '全部空间的合同' },
        lazy: mine('allContractsPage'),
      },
    ],
  },
]
