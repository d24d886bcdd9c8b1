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
import { sidPage, visitPages } from './visit-pages.ts'

const loads = async () => (await import('./apart-loads.ts')).apartLoads
const loadFrame = () => import('../../kit/frame/page-frame.tsx')
const frame = page(loadFrame, (m) => m.PageFrame)
const handwrite = page(
  () => import('../handwrite/handwrite-address.tsx'),
  (m) => m.HandwriteAddress,
)
const face = page(
  () => import('../face/face-address.tsx'),
  (m) => m.FaceAddress,
)
const wideFrame = page(loadFrame, (m) => m.WidePageFrame)

/** Pages before and beside the application: registering, completing an account. */
const accountPages: Route[] = [
  {
    path: '/register-type',
    handle: { title: '注册' },
    lazy: page(
      async () => (await loads()).registerTypePage(),
      (m) => m.RegisterTypePage,
    ),
  },
  {
    path: '/register',
    handle: { title: '注册' },
    lazy: page(
      async () => (await loads()).registerPage(),
      (m) => m.RegisterPage,
    ),
  },
  {
    path: '/register-uk',
    handle: { title: '用USBKey注册' },
    lazy: page(
      async () => (await loads()).registerKeyPage(),
      (m) => m.RegisterKeyPage,
    ),
  },
  {
    path: '/login/key',
    handle: { title: 'USBKey登录' },
    lazy: page(
      async () => (await loads()).loginKeyPage(),
      (m) => m.LoginKeyPage,
    ),
  },
  {
    path: '/perfect-info',
    handle: { title: '完善账号信息' },
    lazy: page(
      async () => (await loads()).perfectInfoPage(),
      (m) => m.PerfectInfoPage,
    ),
  },
  {
    path: '/bind-email',
    handle: { title: '绑定邮箱' },
    lazy: page(
      async () => (await loads()).bindEmailPage(),
      (m) => m.BindEmailPage,
    ),
  },
]

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
  {
    path: '/face',
    handle: { title: '人脸识别' },
    lazy: face,
  },
  {
    path: '/face/trial',
    handle: { title: '人脸识别' },
    lazy: face,
  },
  {
    path: '/open/personAuth/authSuccess',
    handle: { title: '人脸识别' },
    lazy: face,
  },
  {
    path: '/open/personAuth/authFailed',
    handle: { title: '人脸识别' },
    lazy: face,
  },
  visitPages,
  {
    path: '/autoLogin',
    handle: { title: '登录' },
    lazy: page(
      async () => (await loads()).autoLoginPage(),
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
      async () => (await loads()).signCodesPage(),
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
      async () => (await loads()).personAuthPage(),
      (m) => m.PersonAuthPage,
    ),
  },
  {
    path: '/personal-auth-ok',
    handle: { title: '个人实名认证' },
    lazy: page(
      async () => (await loads()).personAuthOkPage(),
      (m) => m.PersonAuthOkPage,
    ),
  },
  {
    path: '/company-auth-info',
    handle: { title: '企业认证' },
    lazy: page(
      async () => (await loads()).companyAuthPage(),
      (m) => m.CompanyAuthPage,
    ),
  },
  {
    path: '/user-space/company-join-list',
    handle: { title: '待答复' },
    lazy: page(
      async () => (await loads()).joinListPage(),
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
      async () => (await loads()).forbiddenPage(),
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
      async () => (await loads()).flowEditorPage(),
      (m) => m.FlowEditorPage,
    ),
  },
]

const extension = page(
  async () => (await loads()).extensionPage(),
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
          sidPage,
        ],
      },
    ],
  },
]
