import type { RouteObject } from 'react-router'
import { NewcomerGate } from '../account/newcomer-gate.tsx'
import { LoadingPage } from '../loading/loading-page.tsx'
import { SpaceGate } from '../space/space-gate.tsx'
import { page } from './chunk.ts'

const antd = page(
  () => import('../../ui/antd-provider.tsx'),
  (m) => m.AntdLayout,
)
const frame = page(
  () => import('../frame/page-frame.tsx'),
  (m) => m.PageFrame,
)
const wideFrame = page(
  () => import('../frame/page-frame.tsx'),
  (m) => m.WidePageFrame,
)
const lightFrame = page(
  () => import('../frame/light-frame.tsx'),
  (m) => m.LightFrame,
)

/** Pages that need no session. */
const openPages: RouteObject[] = [
  {
    lazy: lightFrame,
    children: [
      {
        path: '/file-check',
        handle: { title: '验证文件' },
        lazy: page(
          () => import('../file-check/file-check-page.tsx'),
          (m) => m.FileCheckPage,
        ),
      },
      {
        path: '/autoLogin',
        handle: { title: '登录' },
        lazy: page(
          () => import('../account/auto-login-page.tsx'),
          (m) => m.AutoLoginPage,
        ),
      },
      {
        path: '*',
        handle: { title: '页面不存在' },
        lazy: page(
          () => import('../refusals/unknown-page.tsx'),
          (m) => m.UnknownPage,
        ),
      },
    ],
  },
]

/** Pages before and beside the application: registering, completing an account. */
const accountPages: RouteObject[] = [
  {
    path: '/register-type',
    handle: { title: '注册' },
    lazy: page(
      () => import('../register/register-type-page.tsx'),
      (m) => m.RegisterTypePage,
    ),
  },
  {
    path: '/register',
    handle: { title: '注册' },
    lazy: page(
      () => import('../register/register-page.tsx'),
      (m) => m.RegisterPage,
    ),
  },
  {
    path: '/perfect-info',
    handle: { title: '完善账号信息' },
    lazy: page(
      () => import('../account/perfect-info-page.tsx'),
      (m) => m.PerfectInfoPage,
    ),
  },
  {
    path: '/bind-email',
    handle: { title: '绑定邮箱' },
    lazy: page(
      () => import('../account/bind-email-page.tsx'),
      (m) => m.BindEmailPage,
    ),
  },
]

/** Pages with the header, without Ant Design. */
const framedPages: RouteObject[] = [
  {
    path: '/temp-info',
    handle: { title: '合同详情' },
    lazy: page(
      () => import('../contracts/temp-info-page.tsx'),
      (m) => m.TempInfoPage,
    ),
  },
  {
    path: '/',
    handle: { name: 'home', title: '首页' },
    lazy: page(
      () => import('../start/start-page.tsx'),
      (m) => m.StartPage,
    ),
  },
  {
    path: '/personal-auth-info',
    handle: { title: '个人实名认证' },
    lazy: page(
      () => import('../account/person-auth-page.tsx'),
      (m) => m.PersonAuthPage,
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
    path: '/401',
    handle: { title: '没有权限' },
    lazy: page(
      () => import('../refusals/forbidden-page.tsx'),
      (m) => m.ForbiddenPage,
    ),
  },
]

/** The personal centre: its pages share a column of links. */
const minePages: RouteObject[] = [
  {
    lazy: page(
      () => import('../me/me-frame.tsx'),
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
        path: '/user/settings',
        handle: { name: 'settings', title: '安全设置' },
        lazy: page(
          () => import('../settings/settings-page.tsx'),
          (m) => m.SettingsPage,
        ),
      },
    ],
  },
]

/** Pages with the header over the full width, and with Ant Design. */
const widePages: RouteObject[] = [
  {
    path: '/space/contract-list',
    handle: { name: 'ContractList', title: '合同管理' },
    lazy: page(
      () => import('../contracts/contract-list-page.tsx'),
      (m) => m.ContractListPage,
    ),
  },
]

/** Registers, with the header and Ant Design. */
const recordPages: RouteObject[] = [
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
]

/** The personal centre's pages with Ant Design. */
const mineAntdPages: RouteObject[] = [
  {
    lazy: page(
      () => import('../me/me-frame.tsx'),
      (m) => m.MeFrame,
    ),
    children: [
      {
        path: '/user-space/signatures',
        handle: { title: '签署记录' },
        lazy: page(
          () => import('../records/own-signatures-page.tsx'),
          (m) => m.OwnSignaturesPage,
        ),
      },
    ],
  },
]

/** Pages that bring their own head (the wizard, signing), with Ant Design. */
const bareAntdPages: RouteObject[] = [
  {
    path: '/temp-create',
    handle: { title: '发起签署' },
    lazy: page(
      () => import('../launch/temp-create-page.tsx'),
      (m) => m.TempCreatePage,
    ),
  },
  {
    path: '/set-temp-control',
    handle: { title: '发起签署' },
    lazy: page(
      () => import('../launch/set-temp-control-page.tsx'),
      (m) => m.SetTempControlPage,
    ),
  },
]

/** Pages that bring their own head, without Ant Design. */
const barePages: RouteObject[] = [
  {
    path: '/signing',
    handle: { title: '签署合同' },
    lazy: page(
      () => import('../signing/signing-page.tsx'),
      (m) => m.SigningPage,
    ),
  },
]

/** Every page of the application under /home/. The path alone says whether a session is needed (see guard.ts). */
export const routes: RouteObject[] = [
  ...openPages,
  ...accountPages,
  { path: '/loading', handle: { title: '正在进入' }, Component: LoadingPage },
  {
    Component: NewcomerGate,
    children: [
      {
        Component: SpaceGate,
        children: [
          { lazy: frame, children: framedPages },
          { lazy: wideFrame, children: minePages },
          {
            lazy: antd,
            children: [
              { lazy: wideFrame, children: [...widePages, ...mineAntdPages] },
              { lazy: frame, children: recordPages },
              ...bareAntdPages,
            ],
          },
          ...barePages,
        ],
      },
    ],
  },
]
