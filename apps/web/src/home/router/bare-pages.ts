import type { Route } from '../../router/route.ts'
import { page } from '../../router/chunk.ts'
import { apart } from './apart.ts'

import { askForContract } from '../../kit/contract/use-sign-detail.ts'

/** Pages that bring their own head (the wizard, signing). */
export const barePages: Route[] = [
  {
    path: '/sign',
    handle: { title: '批量签署' },
    lazy: apart('signPage'),
  },
  {
    path: '/set-control',
    handle: { title: '编辑模板' },
    lazy: apart('setControlPage'),
  },
  {
    path: '/temp-create',
    handle: { title: '发起签署' },
    lazy: apart('tempCreatePage'),
  },
  {
    path: '/set-temp-control',
    handle: { title: '发起签署' },
    lazy: apart('setTempControlPage'),
  },
  {
    path: '/add-party',
    handle: { title: '添加签署方' },
    lazy: apart('addPartyPage'),
  },
  {
    path: '/launchtask',
    handle: { title: '作废合同' },
    lazy: apart('voidPage'),
  },
  {
    path: '/company-space/admin-authorize/make',
    handle: { title: '新增授权' },
    lazy: apart('makeGrantPage'),
  },
  {
    path: '/company-space/admin-signatures/make',
    handle: { title: '制作印章' },
    lazy: apart('makeSealPage'),
  },
  {
    path: '/space/template-batch',
    handle: { title: '批量发起' },
    lazy: apart('batchPage'),
  },
  {
    path: '/user-space/company-join',
    handle: { title: '企业邀请' },
    lazy: apart('joinPage'),
  },
  {
    path: '/create-sign',
    handle: { title: '制作个人签名' },
    lazy: apart('createSignPage'),
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
