import type { Route } from '../../router/route.ts'
import { page } from '../../router/chunk.ts'
import { NewcomerGate } from '../../kit/frame/newcomer-gate.tsx'
import { askForContract } from '../../kit/contract/use-sign-detail.ts'
import { SpaceGate } from '../../kit/frame/space-gate.tsx'
import { LoadingPage } from '../loading/loading-page.tsx'
import { loadOpenSign } from './load-open-sign.ts'
import { barePages } from './bare-pages.ts'
import { cartPages, cashierPages } from './cart-pages.ts'
import { openPages, unknownPage } from './open-pages.ts'
import { minePages } from './mine-pages.ts'

const loadFrame = () => import('../../kit/frame/page-frame.tsx')
const frame = page(loadFrame, (m) => m.PageFrame)
const handwrite = page(
  () => import('../handwrite/handwrite-address.tsx'),
  (m) => m.HandwriteAddress,
)
const wideFrame = page(loadFrame, (m) => m.WidePageFrame)

/** Pages before and beside the application: registering, completing an account. */
const accountPages: Route[] = [
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

/** What an integration opens. */
const signVisit = {
  handle: { title: '签署合同' },
  lazy: page(
    () => import('../embedding/sign-visit-page.tsx'),
    (m) => m.SignVisitPage,
  ),
}

/** Pages without a frame that open without a session. */
const openBarePages: Route[] = [
  {
    path: '/open-sign',
    handle: { title: '签署合同' },
    lazy: page(loadOpenSign, (m) => m.OpenSignPage),
  },
  {
    path: '/open/seal/handwrite',
    handle: { title: '手写签名' },
    lazy: handwrite,
  },
  {
    path: '/open/seal/handwriteSuccess',
    handle: { title: '手写签名' },
    lazy: handwrite,
  },
  { path: '/unifysign', ...signVisit },
  { path: '/unifysign/sign', ...signVisit },
  {
    path: '/autoLogin',
    handle: { title: '登录' },
    lazy: page(
      () => import('../account/auto-login-page.tsx'),
      (m) => m.AutoLoginPage,
    ),
  },
]

/** Pages with the header. */
const framedPages: Route[] = [
  {
    path: '/space/templates',
    handle: { title: '合同模板' },
    lazy: page(
      () => import('../templates/templates-page.tsx'),
      (m) => m.TemplatesPage,
    ),
  },
  {
    path: '/space/sign-codes',
    handle: { title: '一码多签' },
    lazy: page(
      () => import('../sign-codes/sign-codes-page.tsx'),
      (m) => m.SignCodesPage,
    ),
  },
  {
    path: '/temp-info',
    handle: { title: '合同详情' },
    early: askForContract,
    lazy: page(
      () => import('../contract-detail/temp-info-page.tsx'),
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
    path: '/personal-auth-ok',
    handle: { title: '个人实名认证' },
    lazy: page(
      () => import('../account/person-auth-ok-page.tsx'),
      (m) => m.PersonAuthOkPage,
    ),
  },
  {
    path: '/company-auth-info',
    handle: { title: '企业认证' },
    lazy: page(
      () => import('../company-auth/company-auth-page.tsx'),
      (m) => m.CompanyAuthPage,
    ),
  },
  {
    path: '/user-space/company-join-list',
    handle: { title: '待答复' },
    lazy: page(
      () => import('../company-join/join-list-page.tsx'),
      (m) => m.JoinListPage,
    ),
  },
  {
    path: '/approve/list',
    handle: { name: 'approveList', title: '审批管理' },
    lazy: page(
      () => import('../approval/approve-list-page.tsx'),
      (m) => m.ApproveListPage,
    ),
  },
  {
    path: '*',
    ...unknownPage,
  },
  {
    path: '/401',
    handle: { title: '没有权限' },
    lazy: page(
      () => import('../../kit/space/forbidden-page.tsx'),
      (m) => m.ForbiddenPage,
    ),
  },
]

/** Applications for the use of a seal (checklist R31, R36). */
const approvalPages: Route[] = [
  {
    path: '/flow',
    handle: { title: '用印审批' },
    early: askForContract,
    lazy: page(
      () => import('../approval/flow-page.tsx'),
      (m) => m.FlowPage,
    ),
  },
  {
    path: '/approve-info',
    handle: { title: '审批用印' },
    lazy: page(
      () => import('../approval/approve-info-page.tsx'),
      (m) => m.ApproveInfoPage,
    ),
  },
  {
    path: '/company-space/admin-signatures/flow',
    handle: { title: '用印审批流程' },
    lazy: page(
      () => import('../flows/flow-editor-page.tsx'),
      (m) => m.FlowEditorPage,
    ),
  },
]

const extension = page(
  () => import('../extension/extension-page.tsx'),
  (m) => m.ExtensionPage,
)

/** Pages with the header over the full width. */
const widePages: Route[] = [
  {
    path: '/vue',
    handle: { title: '扩展应用' },
    lazy: extension,
  },
  {
    path: '/vue/*',
    handle: { title: '扩展应用' },
    lazy: extension,
  },
  {
    path: '/space/contract-list',
    handle: { name: 'ContractList', title: '合同管理' },
    lazy: page(
      () => import('../contract-list/contract-list-page.tsx'),
      (m) => m.ContractListPage,
    ),
  },
]

/** Every page of the application under /home/. The path alone says whether a session is needed (see guard.ts). */
export const routes: Route[] = [
  ...openPages,
  ...openBarePages,
  ...accountPages,
  { path: '/loading', handle: { title: '正在进入' }, Component: LoadingPage },
  {
    Component: NewcomerGate,
    children: [
      {
        Component: SpaceGate,
        children: [
          { lazy: frame, children: [...framedPages, ...cartPages] },
          { lazy: wideFrame, children: [...widePages, ...minePages] },
          ...approvalPages,
          ...cashierPages,
          ...barePages,
        ],
      },
    ],
  },
]
