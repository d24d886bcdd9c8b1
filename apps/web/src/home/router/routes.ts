import type { Route } from '../../router/route.ts'
import { page } from '../../router/chunk.ts'
import { apart } from './apart.ts'
import { NewcomerGate } from '../../kit/frame/newcomer-gate.tsx'
import { askForContract } from '../../kit/contract/use-sign-detail.ts'
import { SpaceGate } from '../../kit/frame/space-gate.tsx'
import { loadOpenSign } from './load-open-sign.ts'
import { barePages } from './bare-pages.ts'
import { cartPages, cashierPages } from './cart-pages.ts'
import { openPages, unknownPage } from './open-pages.ts'
import { minePages } from './mine-pages.ts'
import { sidPage, visitPages } from './visit-pages.ts'

const loadFrame = () => import('../../kit/frame/page-frame.tsx')
const frame = page(loadFrame, (m) => m.PageFrame)
const handwrite = apart('handwriteAddress')
const face = apart('faceAddress')
const wideFrame = page(loadFrame, (m) => m.WidePageFrame)

/** Pages before and beside the application: registering, completing an account. */
const accountPages: Route[] = [
  {
    path: '/register-type',
    handle: { title: '注册' },
    lazy: apart('registerTypePage'),
  },
  {
    path: '/register',
    handle: { title: '注册' },
    lazy: apart('registerPage'),
  },
  {
    path: '/register-uk',
    handle: { title: '用USBKey注册' },
    lazy: apart('registerKeyPage'),
  },
  {
    path: '/login/key',
    handle: { title: 'USBKey登录' },
    lazy: apart('loginKeyPage'),
  },
  {
    path: '/perfect-info',
    handle: { title: '完善账号信息' },
    lazy: apart('perfectInfoPage'),
  },
  {
    path: '/bind-email',
    handle: { title: '绑定邮箱' },
    lazy: apart('bindEmailPage'),
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
    lazy: apart('autoLoginPage'),
  },
]

/** Pages with the header. */
const framedPages: Route[] = [
  {
    path: '/space/templates',
    handle: { title: '合同模板' },
    lazy: apart('templatesPage'),
  },
  {
    path: '/space/sign-codes',
    handle: { title: '一码多签' },
    lazy: apart('signCodesPage'),
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
    lazy: apart('personAuthPage'),
  },
  {
    path: '/personal-auth-ok',
    handle: { title: '个人实名认证' },
    lazy: apart('personAuthOkPage'),
  },
  {
    path: '/company-auth-info',
    handle: { title: '企业认证' },
    lazy: apart('companyAuthPage'),
  },
  {
    path: '/user-space/company-join-list',
    handle: { title: '待答复' },
    lazy: apart('joinListPage'),
  },
  {
    path: '/approve/list',
    handle: { name: 'approveList', title: '审批管理' },
    lazy: apart('approveListPage'),
  },
  {
    path: '*',
    ...unknownPage,
  },
  {
    path: '/401',
    handle: { title: '没有权限' },
    lazy: apart('forbiddenPage'),
  },
]

/** Applications for the use of a seal (checklist R31, R36). */
const approvalPages: Route[] = [
  {
    path: '/flow',
    handle: { title: '用印审批' },
    early: askForContract,
    lazy: apart('flowPage'),
  },
  {
    path: '/approve-info',
    handle: { title: '审批用印' },
    lazy: apart('approveInfoPage'),
  },
  {
    path: '/company-space/admin-signatures/flow',
    handle: { title: '用印审批流程' },
    lazy: apart('flowEditorPage'),
  },
]

const extension = apart('extensionPage')

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
  {
    path: '/loading',
    handle: { title: '正在进入' },
    lazy: page(
      () => import('../loading/loading-page.tsx'),
      (m) => m.LoadingPage,
    ),
  },
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
