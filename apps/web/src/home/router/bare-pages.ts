import type { Route } from '../../router/route.ts'
import { page } from '../../router/chunk.ts'

const loads = async () => (await import('./apart-loads.ts')).apartLoads
import { askForContract } from '../../kit/contract/use-sign-detail.ts'

/** Pages that bring their own head (the wizard, signing). */
export const barePages: Route[] = [
  {
    path: '/sign',
    handle: { title: '批量签署' },
    lazy: page(
      () => import('../batch-signing/sign-page.tsx'),
      (m) => m.SignPage,
    ),
  },
  {
    path: '/set-control',
    handle: { title: '编辑模板' },
    lazy: page(
      async () => (await loads()).setControlPage(),
      (m) => m.SetControlPage,
    ),
  },
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
  {
    path: '/add-party',
    handle: { title: '添加签署方' },
    lazy: page(
      async () => (await loads()).addPartyPage(),
      (m) => m.AddPartyPage,
    ),
  },
  {
    path: '/launchtask',
    handle: { title: '作废合同' },
    lazy: page(
      async () => (await loads()).voidPage(),
      (m) => m.VoidPage,
    ),
  },
  {
    path: '/company-space/admin-authorize/make',
    handle: { title: '新增授权' },
    lazy: page(
      async () => (await loads()).makeGrantPage(),
      (m) => m.MakeGrantPage,
    ),
  },
  {
    path: '/company-space/admin-signatures/make',
    handle: { title: '制作印章' },
    lazy: page(
      async () => (await loads()).makeSealPage(),
      (m) => m.MakeSealPage,
    ),
  },
  {
    path: '/space/template-batch',
    handle: { title: '批量发起' },
    lazy: page(
      async () => (await loads()).batchPage(),
      (m) => m.BatchPage,
    ),
  },
  {
    path: '/user-space/company-join',
    handle: { title: '企业邀请' },
    lazy: page(
      async () => (await loads()).joinPage(),
      (m) => m.JoinPage,
    ),
  },
  {
    path: '/create-sign',
    handle: { title: '制作个人签名' },
    lazy: page(
      () => import('../create-sign/create-sign-page.tsx'),
      (m) => m.CreateSignPage,
    ),
  },
  {
    path: '/signing',
    handle: { title: '签署合同' },
    early: askForContract,
    lazy: page(
      () => import('../signing/signing-page.tsx'),
      (m) => m.SigningPage,
    ),
  },
]
